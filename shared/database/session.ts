/** Opens one connection outside the pools for a few statements, as operators' commands need it. */
import pg from 'pg';

interface Settings {
  readonly name: string;
  /** For connecting, and for each statement. */
  readonly timeoutMs: number;
  /** Statements may take as long as they take. */
  readonly isLong?: boolean;
}

/** Runs `work` on a connection of its own and closes it. */
export async function inSession<T>(
  url: string,
  { name, timeoutMs, isLong = false }: Settings,
  work: (session: pg.Client) => Promise<T>,
): Promise<T> {
  const session = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: isLong ? 0 : timeoutMs,
  });
  // A connection error also rejects the running statement, so it is handled there.
  session.on('error', () => undefined);
  try {
    await session.connect();
    // As settings of the connection a zero would be left out.
    if (isLong) await session.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return await work(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}
