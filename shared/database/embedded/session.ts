/**
 * The session that each process keeps with the server while it uses it. Advisory locks show which processes use the
 * server and which one owns the data directory; they end with their session, however the process ends.
 */
import { realpath } from 'node:fs/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { DataDirInUse, errorCode } from './errors.ts';
import type { Postmaster } from './postmaster.ts';

export interface Session extends Postmaster {
  readonly client: pg.Client;
  /** Resolves when the session has ended. */
  readonly lost: Promise<void>;
}

const database = 'muster';
/**
 * Keys of advisory locks in the database `postgres`: a shared one for each process that uses the server, an exclusive
 * one for the owner.
 */
const [inUse, owned] = [1, 2];

/** The superuser's URL of the database. */
export const urlOf = ({ port }: Postmaster, { password }: Cluster) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

/** Tells, in any database of the server, the pid of the process that owns the data directory. */
export const ownerQuery = `select substring(application_name from '\\d+$')::int as pid
  from pg_locks join pg_stat_activity using (pid)
 where locktype = 'advisory' and objid = ${owned} and objsubid = 1 and granted and application_name like 'muster process %'`;

/** Begins to use the server: `silent` if it does not answer (yet), `other` if the server of another cluster answers. */
export async function openSession(server: Postmaster, cluster: Cluster): Promise<Session | 'silent' | 'other'> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: server.port, user: 'postgres', password: cluster.password, database: 'postgres' },
    ...{ application_name: `muster process ${process.pid}`, connectionTimeoutMillis: 2_000 },
  });
  client.on('error', () => undefined);
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const folder = await realpath(rows[0]?.data_directory ?? '').catch(() => '');
    if (folder === cluster.path) {
      await client.query('select pg_advisory_lock_shared($1)', [inUse]);
      return { ...server, client, lost };
    }
    await client.end();
    return 'other';
  } catch (error) {
    await client.end().catch(() => undefined);
    // Class 28: invalid authorization. Any other error means that the server starts, stops or does not run.
    return errorCode(error)?.startsWith('28') === true ? 'other' : 'silent';
  }
}

/** Makes this process the owner of the data directory. @throws {DataDirInUse} When another process is the owner. */
export async function takeOwnership({ client }: Session, { dataDir }: Cluster): Promise<void> {
  const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [owned]);
  if (rows[0]?.won === true) return;
  const owner = await client.query<{ pid: number }>(ownerQuery);
  throw new DataDirInUse(dataDir, owner.rows[0]?.pid);
}

/** Creates the database if it is missing; another process may do so at the same moment. */
export async function ensureDatabase({ client }: Session): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
  if (rowCount !== 0) return;
  await client.query(`create database ${database}`).catch((error: unknown) => {
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error;
  });
}

/**
 * Ends the session, and calls `stop` first if no other process uses the server. No process can begin to use it
 * meanwhile, because the lock is held until the server ends.
 * @returns False when the session was lost before.
 */
export async function endSession({ client }: Session, stop: () => Promise<void>): Promise<boolean> {
  const ask = async () => {
    await client.query('select pg_advisory_unlock_shared($1)', [inUse]);
    const { rows } = await client.query<{ is_last: boolean }>('select pg_try_advisory_lock($1) as is_last', [inUse]);
    return rows[0]?.is_last;
  };
  const isLast = await ask().catch(() => undefined);
  try {
    if (isLast === true) await stop();
    return isLast !== undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
