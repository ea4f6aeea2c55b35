/** Transactions, and the retry of those that PostgreSQL aborts. */
import { transactionTriesAtMost } from '../base/limits.ts';
import type { Db } from './database.ts';

interface Settings {
  /** Reads everything from one snapshot, and may not write. */
  readonly isSnapshot?: boolean;
}

/**
 * Runs `run` in a transaction and rolls it back when `run` rejects. Uses Kysely's transaction because MikroORM's
 * never returns its connection to the pool when the connection breaks meanwhile.
 */
export function transaction<T>(db: Db, run: (tx: Db) => Promise<T>, { isSnapshot = false }: Settings = {}): Promise<T> {
  const plain = db.getKysely().transaction();
  const begin = isSnapshot ? plain.setIsolationLevel('repeatable read').setAccessMode('read only') : plain;
  return begin.execute((begun) => {
    const tx = db.fork();
    tx.setTransactionContext(begun);
    return run(tx);
  });
}

/** SQLSTATEs with which PostgreSQL aborts a transaction because of others, independent of its content. */
const abortedByOthers = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '0A000', // feature_not_supported: a statement was prepared before a migration changed the columns it answers
]);
/** SQLSTATEs of a transaction that read before it wrote, when another one committed in between. */
const overtakenByOthers = new Set([
  '23505', // unique_violation: the other made the row
  '23503', // foreign_key_violation: the other removed the row that is referred to
]);
const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? '';
/** Tells whether PostgreSQL aborted the transaction because of others. */
export const isAborted = (error: unknown): boolean => abortedByOthers.has(codeOf(error));
/** Tells whether another transaction created or removed a row that this one had checked before. */
export const isOvertaken = (error: unknown): boolean => overtakenByOthers.has(codeOf(error));
/** Tells whether another transaction held a lock for longer than `lock_timeout` (lock_not_available). */
export const isLockedOut = (error: unknown): boolean => codeOf(error) === '55P03';
/** Tells whether connecting timed out. The library sets a message and no code. */
export const isSlowToConnect = (error: unknown): boolean =>
  error instanceof Error && /due to connection timeout|timeout exceeded when trying to connect/.test(error.message);

interface Retry {
  /** Errors after which the next try may succeed; three tries at most. */
  readonly on?: (error: unknown) => boolean;
  /** Errors that are retried without limit; `run` ends the loop with another error. */
  readonly alwaysOn?: (error: unknown) => boolean;
}

/** Retries a transaction that failed because of others: `run` begins it again each time. */
export async function retry<T>(
  run: () => Promise<T>,
  { on = isAborted, alwaysOn = () => false }: Retry = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!alwaysOn(error) && (tries >= transactionTriesAtMost || !on(error))) throw error;
    }
  }
}
