import type { Db } from './database.ts';

interface Settings {
  /** All of it sees the database as it was at its first statement, and changes nothing. */
  readonly isSnapshot?: boolean;
}

/**
 * Runs this in one transaction, of which nothing remains where it rejects. MikroORM's own would never give its connection
 * back to the pool where that breaks meanwhile, for not even a rollback gets through then; Kysely's does.
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
