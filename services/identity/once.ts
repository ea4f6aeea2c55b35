/**
 * Writes that happen once for one request, where the kit cannot keep their answers: of strangers, and with secrets.
 *
 * The gateway gives every request a write key and carries it along when it tries again, because an answer was lost. What
 * is kept under it lets that try succeed once more, while another request meets a link that is spent.
 */
import type { Ctx } from '../../shared/broker/context.ts';
import { carryOut } from '../../shared/broker/unit-of-work.ts';
import type { Db } from '../../shared/database/database.ts';

interface Doing<T> {
  readonly action: string;
  /** Whose it is: the hash of a link's token, a person, an address. */
  readonly scope: string;
  /** Of what is kept for comparing nobody must be able to guess a password: only beside a token may one stand here. */
  readonly input: unknown;
  /** In one transaction; its answer is kept, and so must be no secret. */
  readonly run: (tx: Db) => Promise<T>;
}

const nobody = { organization_id: null, user_id: null, key_id: null, session_id: null, request_id: null };

export async function once<T>(
  { db, writeKey }: Pick<Ctx, 'db' | 'writeKey'>,
  { action, scope, input, run }: Doing<T>,
): Promise<{ answer: T; replayed: boolean }> {
  const { answer, replayed } = await carryOut(db, {
    key: writeKey ? { scope, action, key: writeKey } : undefined,
    input,
    run: async (tx) => ({ status: 200, answer: await run(tx), author: { ...nobody, action }, changes: [] }),
  });
  return { answer: answer as T, replayed };
}
