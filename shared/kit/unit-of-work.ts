/**
 * Runs a write as one transaction: its write key, its changes and its audit rows are committed together or not at
 * all.
 */
import type { RawBuilder } from 'kysely';
import { hashInput, claim, keepAnswer, storedAnswer, type Who, type WriteKey } from '../database/write-key.ts';
import { insertChanges, type Author, type Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import { isAborted, retry, transaction } from '../database/transaction.ts';
import { decrypt, deriveKey, encrypt } from '../base/sealing.ts';
import { hashToken } from '../base/session-token.ts';
import { Failure, isFailure } from '../base/failure.ts';
import type { Ctx } from './context.ts';

interface Done {
  status: number;
  answer: unknown;
}
interface Write {
  /** Undefined for public actions, because without a viewer a repeat cannot be attributed to anybody. */
  readonly key: { readonly scope: string; readonly action: string; readonly key: string } | undefined;
  readonly who: Who;
  /** The answer carries a secret, so it is stored encrypted with the write key. */
  readonly isSecret?: boolean;
  readonly input: unknown;
  /** A query that `run` begins with: under a write key, its rows come with the claim of the key. */
  readonly read?: RawBuilder<unknown> | undefined;
  readonly run: (db: Db, found?: unknown[]) => Promise<Done & { author: Author; changes: readonly Change[] }>;
}

/** Another transaction committed the same write key meanwhile; the next try finds its answer. */
const isClaimed = (error: unknown) => (error as { constraint?: string }).constraint === 'write_key_pkey';

/**
 * Runs a write in a transaction, at most three times while the database asks for a retry. Under a write key that was
 * used before, it returns the former answer with `replayed: true` instead.
 * @throws {Failure} `IDEMPOTENCY_IN_PROGRESS` while the first write under this key is still running,
 *   `IDEMPOTENCY_KEY_REUSED` when its input was different; and the refusals of `write.run`.
 */
export async function runWrite(db: Db, write: Write): Promise<Done & { replayed: boolean }> {
  try {
    return await retry(() => transaction(db, (tx) => writeWithin(tx, write)), {
      on: (error) => isAborted(error) || isClaimed(error),
    });
  } catch (error) {
    // The refusal may be due to the same write, which was committed while this one took the lock of its key.
    const key = isFailure(error) ? keyOf(write) : undefined;
    const kept = key && (await storedAnswer(db, key));
    if (!kept) throw error;
    return replayed(kept, write);
  }
}

/** The same in a given transaction, without retries. */
export async function writeWithin(tx: Db, write: Write): Promise<Done & { replayed: boolean }> {
  const key = keyOf(write);
  const { claim: known, found } = key
    ? await claim(tx, key, write.who, write.read)
    : { claim: 'first' as const, found: undefined };
  if (known === 'in progress') throw new Failure('IDEMPOTENCY_IN_PROGRESS');
  if (known === 'reused') throw new Failure('IDEMPOTENCY_KEY_REUSED');
  if (known !== 'first') return replayed(known, write);

  const { author, changes, ...done } = await write.run(tx, found);
  const audit = insertChanges(author, changes);
  if (key) await keepAnswer(tx, key, { ...done, answer: closed(done.answer, write) }, audit);
  else await audit?.execute(tx.getKysely());
  return { ...done, replayed: false };
}

/** The write key with the hash of its input, as the database has it. */
function keyOf({ key, isSecret, input }: Write): WriteKey | undefined {
  return key && { ...key, key: isSecret ? hashToken(key.key) : key.key, inputHash: hashInput(input) };
}

const replayed = ({ status, answer }: Done, write: Write) => ({
  status,
  answer: opened(answer, write),
  replayed: true,
});

/** The key that decrypts a stored answer. It cannot be derived from the hash that the database has. */
const openerOf = (key: string) => deriveKey(key, 'kept answer');

const closed = (answer: unknown, { key, isSecret }: Write): unknown =>
  key && isSecret ? { sealed: encrypt(openerOf(key.key), JSON.stringify(answer)).toString('base64') } : answer;

const opened = (kept: unknown, { key, isSecret }: Write): unknown =>
  key && isSecret
    ? JSON.parse(decrypt(openerOf(key.key), Buffer.from((kept as { sealed: string }).sealed, 'base64')))
    : kept;

interface Once<T> {
  readonly action: string;
  /** The scope of the key: the hash of a link's token, a person, or an address. */
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
 * Runs a write once per write key, where the kit cannot: without a viewer, or with a secret answer. A retry by the
 * gateway gets the stored answer, while any other request finds the link used.
 * @returns The answer, and whether it is that of an earlier run.
 * @throws {Failure} As `runWrite`.
 */
export async function writeOnce<T>(
  { db, writeKey }: Pick<Ctx, 'db' | 'writeKey'>,
  { action, scope, input, run }: Once<T>,
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
