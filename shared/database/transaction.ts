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
