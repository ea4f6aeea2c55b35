/** Traces of a spec in a database: rows, which are removed, and all else, which is reported. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Rows } from '../rows.ts';

/** Rows of one spec; beyond that the space they leave makes reading slower. */
const mostRows = 20_000;
/** Milliseconds for what was under way to come to its end. */
const patience = 30_000;

const raw = (text: string) => sql.raw(text);
const quoted = (table: string) =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

/**
 * Rows that services write at a time of their own: the ids of the tasks of their queues, which they never read again.
 */
const theirOwn = ['mail_queue._private_tasks', 'registrations_queue._private_tasks', 'webhooks_queue._private_tasks'];

async function tablesOf(rows: Rows): Promise<string[]> {
  const found = await rows<{ name: string }>`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.oid >= 16384 and c.relkind = 'r' and n.nspname !~ '^pg_' order by name`;
  return found.map(({ name }) => name).filter((name) => !theirOwn.includes(name));
}

/** Tables that hold something. */
export async function filledTables(rows: Rows): Promise<string[]> {
  const each = (await tablesOf(rows)).map(
    (table) => `select '${table}' as name where exists (select from ${quoted(table)})`,
  );
  const found = await rows<{ name: string }>`${raw(each.join(' union all '))}`;
  return found.map(({ name }) => name);
}

/** The rows of these tables, as hashes. */
export async function contentsOf(rows: Rows, tables: readonly string[]): Promise<string> {
  const each = tables.map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, ' ' order by t::text)) as hash from ${quoted(table)} t`,
  );
  return JSON.stringify(await rows`${raw(`${each.join(' union all ')} order by name`)}`);
}

/** How the database is built, in short: whatever changes it gives a row of these catalogs a new number. */
export async function structureOf(rows: Rows): Promise<string> {
  const catalogs: [catalog: string, object: string][] = [
    ['pg_class', 'oid'],
    ['pg_attribute', 'attrelid'],
    ['pg_attrdef', 'adrelid'],
    ['pg_constraint', 'conrelid'],
    ['pg_index', 'indrelid'],
    ['pg_namespace', 'oid'],
    ['pg_policy', 'polrelid'],
    ['pg_proc', 'oid'],
    ['pg_rewrite', 'ev_class'],
    ['pg_trigger', 'tgrelid'],
    ['pg_type', 'oid'],
  ];
  const each = catalogs.map(
    ([catalog, object]) =>
      `select '${catalog}' as name, count(*), sum(xmin::text::bigint) from ${catalog} where ${object} >= 16384`,
  );
  return JSON.stringify(await rows`${raw(each.join(' union all '))}`);
}

/**
 * Whether all requests and letters that were under way have come to their end, and none waits to be taken: a queue that takes
 * none is of no use to the next spec.
 */
export async function isQuiet(rows: Rows): Promise<boolean> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await pause(10)) {
    const [busy] = await rows`
      select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'
      union all select from mail_queue.jobs
       where locked_at is not null or (run_at <= now() and attempts < max_attempts)
      union all select from registrations_queue.jobs where locked_at is not null
      union all select from webhooks_queue.jobs where locked_at is not null`;
    if (!busy) return true;
  }
  return false;
}

/** For a connection on which neither triggers nor references have a say. */
export const asReplica = (url: string): string =>
  `${url}?options=${encodeURIComponent('-c session_replication_role=replica')}`;

/**
 * Takes away all rows but those in the tables to leave, over a connection as a replica; false where there were so many that
 * a new database is better.
 */
export async function emptied(rows: Rows, left: readonly string[]): Promise<boolean> {
  const filled = (await filledTables(rows)).filter((table) => !left.includes(table));
  if (filled.length === 0) return true;
  const each = filled.map((table, n) => `gone_${n} as (delete from ${quoted(table)} returning 1)`);
  const counts = filled.map((_, n) => `(select count(*) from gone_${n})`);
  const [gone] = await rows<{
    rows: number;
  }>`${raw(`with ${each.join(', ')} select (${counts.join(' + ')})::int as rows`)}`;
  return (gone?.rows ?? 0) <= mostRows;
}
