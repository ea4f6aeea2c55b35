/**
 * Copies whole tables from one database to another with PostgreSQL's COPY: bytes are streamed and never parsed into
 * rows. Migrations make the tables; definitions are not copied.
 */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { queueOwners, queueSchemaOf, schemaOf, type ServiceName } from '../contract/services.ts';

export interface CopiedTable {
  /** As in `check_in.record`, quoted where it has to be. */
  readonly name: string;
  /** Without those that PostgreSQL computes. */
  readonly columns: readonly string[];
}
export interface Counter {
  readonly name: string;
  readonly last: string;
}

/** The schemas of the job queues, which have their own migrations and a table of these that is not copied. */
export const queueSchemas: readonly string[] = queueOwners.map(queueSchemaOf);
const schemasOf = (services: readonly ServiceName[]) => [...services.map(schemaOf), ...queueSchemas];

/** Lists the tables of these services and of the job queues, by name. */
export async function copiedTables(session: pg.Client, services: readonly ServiceName[]): Promise<CopiedTable[]> {
  const { rows } = await session.query<CopiedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and n.nspname = any ($1) and not (n.nspname = any ($2) and c.relname = 'migrations')
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by 1 order by 1`,
    [schemasOf(services), queueSchemas],
  );
  return rows;
}

/** Lists the sequences of those tables that were used. */
export async function countersOf(session: pg.Client, services: readonly ServiceName[]): Promise<Counter[]> {
  const { rows } = await session.query<Counter>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_sequences where schemaname = any ($1) and last_value is not null order by 1`,
    [schemasOf(services)],
  );
  return rows;
}

const listed = (session: pg.Client, columns: readonly string[]) =>
  columns.map((column) => session.escapeIdentifier(column)).join(', ');

/** Streams the rows of a table; `rowCount` of the stream is known at its end. */
export const copyOut = (session: pg.Client, { name, columns }: CopiedTable) =>
  session.query(to(`copy ${name} (${listed(session, columns)}) to stdout`));

/** Writes the rows that `copyOut` read, and returns their number. */
export async function copyIn(session: pg.Client, { name, columns }: CopiedTable, rows: Readable): Promise<number> {
  const into = session.query(from(`copy ${name} (${listed(session, columns)}) from stdin`));
  await pipeline(rows, into);
  return into.rowCount ?? 0;
}

/**
 * Empties the tables, drops their foreign keys, disables triggers and runs `fill`. Creating the foreign keys again
 * checks them at the end. All of it is one transaction.
 */
export async function refilled(
  session: pg.Client,
  tables: readonly CopiedTable[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: links } = await session.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])`,
    [tables.map(({ name }) => name)],
  );
  const forAll = (statement: (name: string) => string) => tables.map(({ name }) => statement(name));
  const run = (statements: readonly string[]) => session.query(statements.join(';\n'));
  await session.query('begin');
  try {
    await run(links.map(({ table, name }) => `alter table ${table} drop constraint ${name}`));
    await run(forAll((name) => `alter table ${name} disable trigger user`));
    await run([`truncate ${tables.map(({ name }) => name).join(', ')}`]);
    await fill();
    await run(forAll((name) => `alter table ${name} enable trigger user`));
    await run(links.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`));
    await session.query('commit');
  } catch (error) {
    await session.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Removes the schemas of these services and everything in them. */
export async function dropAll(session: pg.Client, services: readonly ServiceName[]): Promise<void> {
  const schemas = [...schemasOf(services), 'published'].map((schema) => session.escapeIdentifier(schema));
  await session.query(`drop schema if exists ${schemas.join(', ')} cascade; drop table if exists public.migration`);
}
