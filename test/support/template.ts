/** The migrated database that every test file gets a copy of: nothing one of them does can be seen by another. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrationPlan } from '../../services/migrations.ts';
import { migrateUp } from '../../shared/database/migrate.ts';

const template = 'muster_template';

export async function makeTemplate(server: string): Promise<void> {
  await asOwner(server, `create database ${template}`);
  await migrateUp(databaseOf(server, template), migrationPlan);
}

export async function cloneTemplate(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Nothing of it has to outlive a crash, so that its pages need not go through the log.
  await asOwner(server, `create database ${name} template ${template} strategy file_copy`);
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
