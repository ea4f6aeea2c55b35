/** Statements that PostgreSQL plans once per connection. Kysely sends all of its without a name, to be planned each time. */
import type { Db } from '../../shared/database/database.ts';

export interface Prepared {
  readonly name: string;
  readonly text: string;
}
/** What is needed of the driver. */
interface Connection {
  query<Row>(statement: string | (Prepared & { values: readonly unknown[] })): Promise<{ rows: Row[] }>;
  release(error?: unknown): void;
}
interface Pool {
  connect(): Promise<Connection>;
}

/**
 * Left to itself, PostgreSQL takes the plan for one scan to be cheaper than one for any number of them, and plans every
 * time, which takes ten times as long as to run it. The one plan may be made while the tables are empty; it must use the
 * indexes all the same.
 */
const planOnce = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off';
const plansOnce = new WeakSet<Connection>();

export async function runPrepared<Row>(db: Db, statement: Prepared, values: readonly unknown[]): Promise<Row[]> {
  const pool = (await db.getConnection().getNativeClient()) as Pool;
  const connection = await pool.connect();
  try {
    if (!plansOnce.has(connection)) await connection.query(planOnce);
    plansOnce.add(connection);
    const { rows } = await connection.query<Row>({ ...statement, values });
    return rows;
  } finally {
    connection.release();
  }
}
