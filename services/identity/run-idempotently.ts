/**
 * Runs writes that the kit cannot make repeatable because they have no viewer or a secret answer.
 *
 * The gateway sends the same write key again when an answer was lost. The answer stored under it makes the repeat
 * succeed, while any other request finds the link spent.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import { runWrite } from '../../shared/kit/unit-of-work.ts';
import type { Db } from '../../shared/database/database.ts';

interface Doing<T> {
  readonly action: string;
  /** What the key belongs to: the hash of a link's token, a person, or an address. */
  readonly scope: string;
  /**
   * The input that repeats are compared by. Its hash is stored, so it must not allow guessing a password; it may
   * contain one only together with a random token.
   */
  readonly input: unknown;
  /** The write. Its answer is stored and therefore must not be secret. */
  readonly run: (tx: Db) => Promise<T>;
}

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/**
 * Runs a write once per write key.
 * @returns The answer, and whether it is that of an earlier run.
 * @throws {Failure} As `runWrite`.
 */
export async function runIdempotently<T>(
  { db, writeKey }: Pick<Ctx, 'db' | 'writeKey'>,
  { action, scope, input, run }: Doing<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { answer, replayed } = await runWrite(db, {
    key: writeKey ? { scope, action, key: writeKey } : undefined,
    who: nobody,
    input,
    run: async (tx) => ({
      status: 200,
      answer: await run(tx),
      author: { organization_id: null, ...nobody, action },
      changes: [],
    }),
  });
  return { answer: answer as T, replayed };
}
