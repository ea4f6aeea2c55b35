/** Opens one connection outside the pools for a few statements of operators' commands. */
import pg from 'pg';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';

interface Settings {
  readonly name: string;
  /** Timeout of connecting, and of each statement. */
  readonly timeoutMs: number;
  /** Statements have no timeout. */
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
    // Not as an option of the connection, because a zero would be left out there.
    if (isLong) await session.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return await work(session);
  } finally {
    await session.end().catch(() => undefined);
  }
}

// Opens the database with the login that owns it, for commands and benchmarks.

/** Opens a pool with the owner's login and closes it afterwards. */
export async function withOwner<T>(url: string, use: (db: EntityManager) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    driverOptions: { max: 2, application_name: 'muster command line' },
  });
  try {
    return await use(orm.em.fork());
  } finally {
    await orm.close();
  }
}
