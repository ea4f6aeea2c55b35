/** The migrated database of which every test file gets a copy, so that tests do not see each other's data. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrationPlan } from '../../services/migrations.ts';
import { migrateUp } from '../../shared/database/migrate.ts';

const template = 'muster_template';

/** Creates and migrates the template. */
export async function makeTemplate(server: string): Promise<void> {
  await spareWork(server);
  await asOwner(server, `create database ${template}`);
  await migrateUp(databaseOf(server, template), migrationPlan);
}

/** Nothing here lives long enough to be vacuumed, and no password has to be hard to guess: each connection derives it anew. */
async function spareWork(server: string): Promise<void> {
  const { username, password } = new URL(server);
  await asOwner(server, 'alter system set autovacuum = off');
  await asOwner(server, `set scram_iterations = 1; alter role ${username} password '${password}'`);
  await asOwner(server, 'select pg_reload_conf()');
}

interface Made {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Tests need no durability, so the pages need not go through the log. */
export const cloneTemplate = (): Promise<Made> => makeDatabase(`template ${template} strategy file_copy`);

/** A database in which no migration ran. */
export const emptyDatabase = (): Promise<Made> => makeDatabase('');

async function makeDatabase(how: string): Promise<Made> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asOwner(server, `create database ${name} ${how}`);
  return { url: databaseOf(server, name), drop: () => asOwner(server, `drop database ${name} with (force)`) };
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
