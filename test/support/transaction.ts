/** A transaction of somebody else, for tests of those who have to wait for it or must not see it. */
import pg from 'pg';
import type { Rows } from './rows.ts';
import { eventually } from './wire.ts';

/** Waits until so many sessions of the database wait for somebody else. */
export const waitingFor = ({ rows }: { readonly rows: Rows }, count = 1) =>
  eventually(
    () => rows`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    ({ length }) => length >= count,
  );

export interface Transaction extends AsyncDisposable {
  /** Runs one more statement in it. */
  readonly query: <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>;
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

/**
 * Begins a transaction in a session of its own with this statement. It ends with the block that keeps it in an `await using`, if
 * not before: one that is left open would hold back the facts of every database of its server.
 */
export async function begin(databaseUrl: string, statement: string, values: unknown[] = []): Promise<Transaction> {
  const session = new pg.Client({ connectionString: databaseUrl });
  // It may be cut off together with everybody else.
  session.on('error', () => undefined);
  await session.connect();
  let isOver = false;
  const end = async (how: 'commit' | 'rollback') => {
    if (isOver) return;
    isOver = true;
    try {
      await session.query(how);
    } finally {
      await session.end();
    }
  };
  const rollback = () => end('rollback');
  try {
    await session.query('begin');
    await session.query(statement, values);
  } catch (error) {
    await rollback();
    throw error;
  }
  const query = async <Row extends object>(text: string, given: unknown[] = []) =>
    (await session.query<Row>(text, given)).rows;
  return { query, commit: () => end('commit'), rollback, [Symbol.asyncDispose]: rollback };
}
