/** Short sessions of the launcher itself: is it our server that answers, and does it hold our database. */
import { Client } from 'pg';
import { errorCode } from './errors.ts';
import { isSameFolder } from './postmaster-file.ts';

export interface Address {
  port: number;
  password: string;
}

export const DATABASE = 'muster';

/** Returns the superuser's URL of the database. */
export const urlOf = ({ port, password }: Address) => `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;

/**
 * `ours` when the server of this cluster took the password; `silent` when nothing answers there (yet); `foreign` when it
 * is the server of another cluster, as after the data directory was copied; `refused` when it does not take the password.
 */
export async function ask(address: Address, cluster: string): Promise<'ours' | 'silent' | 'foreign' | 'refused'> {
  try {
    const folder = await inSession(address, async (session) => {
      const { rows } = await session.query<{ data_directory: string }>('show data_directory');
      return rows[0]?.data_directory ?? '';
    });
    return isSameFolder(folder, cluster) === false ? 'foreign' : 'ours';
  } catch (error) {
    // Class 28: invalid authorization. Everything else is a server that starts, stops or is not there.
    return errorCode(error)?.startsWith('28') === true ? 'refused' : 'silent';
  }
}

/** Creates the database if it is missing. */
export async function ensureDatabase(address: Address): Promise<void> {
  await inSession(address, async (session) => {
    const { rows } = await session.query('select from pg_database where datname = $1', [DATABASE]);
    if (rows.length === 0) await session.query(`create database ${DATABASE}`);
  });
}

async function inSession<T>({ port, password }: Address, work: (session: Client) => Promise<T>): Promise<T> {
  const session = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    application_name: 'muster launcher',
    connectionTimeoutMillis: 2_000,
  });
  let lost: Error | undefined;
  session.on('error', (error) => (lost = error));
  try {
    await session.connect();
    const answer = await work(session);
    if (lost !== undefined) throw lost;
    return answer;
  } finally {
    await session.end().catch(() => undefined);
  }
}
