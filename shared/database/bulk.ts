/** Writes many rows in one statement. The table itself says what type each column has, its entity what they are called. */
import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { ColumnOf } from './columns.ts';
import type { Db } from './database.ts';

export type Row = Record<string, unknown>;
/** Any values under the names of its columns, and under no others. */
type Named<E extends EntitySchemaWithMeta, R> = {
  readonly [Column in keyof R]: Column extends ColumnOf<E> ? R[Column] : never;
};
/** What a statement needs to know of a table; the path of the session says in which schema it is. */
export interface Table {
  readonly meta: { readonly tableName: string };
}

/** Rows per statement: some megabytes of JSON, and a step of progress. */
export const batchSize = 5_000;

/** Columns that a row leaves out take their default; so one statement takes the rows of one set of columns. */
export const insertRows = <E extends EntitySchemaWithMeta, R extends object>(
  db: Db,
  table: E,
  rows: readonly (R & Named<E, R>)[],
): Promise<void> => insertAny(db, table, rows);

interface Update<Column> {
  /** The columns that find a row. */
  by: readonly Column[];
  /** Also set, from the row `t`. */
  also?: RawBuilder<unknown> | undefined;
}

/** Each row has the columns that find it and those it changes. */
export const updateRows = <E extends EntitySchemaWithMeta, R extends object>(
  db: Db,
  table: E,
  rows: readonly (R & Named<E, R>)[],
  update: Update<ColumnOf<E>>,
): Promise<void> => updateAny(db, table, rows, update);

/** For whoever has checked the names of the columns before. */
export async function insertAny(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const columns = columnsOf(batch);
    await sql`
      insert into ${named(table)} (${columns}) select ${columns} from ${recordset(table, batch)}`.execute(
      db.getKysely(),
    );
  }
}

/** For whoever has checked the names of the columns before. */
export async function updateAny(
  db: Db,
  table: Table,
  rows: readonly Row[],
  { by, also }: Update<string>,
): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const changed = Object.keys(batch[0] ?? {}).filter((column) => !by.includes(column));
    const set = changed.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`);
    await sql`
      update ${named(table)} t set ${sql.join(also ? [...set, also] : set)}
        from ${recordset(table, batch)} n where ${sameRow(by)}`.execute(db.getKysely());
  }
}

/**
 * Answers those that are gone. `kept` is a condition on the row `t` that lets it stay; the lock keeps others from making it
 * come true until it is decided.
 */
export async function deleteAny(
  db: Db,
  table: Table,
  rows: readonly Row[],
  { by, kept = sql`false` }: { by: readonly string[]; kept?: RawBuilder<unknown> | undefined },
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const these = recordset(
    table,
    rows.map((row) => pick(row, by)),
  );
  const held = sql.join(by.map((column) => sql.ref(`t.${column}`)));
  await sql`
    select from ${named(table)} t join ${these} n on ${sameRow(by)} order by ${held} for update of t`.execute(
    db.getKysely(),
  );
  const { rows: gone } = await sql<Row>`
    delete from ${named(table)} t using ${these} n where ${sameRow(by)} and not (${kept}) returning ${held}`.execute(
    db.getKysely(),
  );
  const keys = new Set(gone.map((row) => keyOf(row, by)));
  return rows.filter((row) => keys.has(keyOf(row, by)));
}

export const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** Tells rows apart; null is a value like any other. */
export const keyOf = (row: Row, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => row[name] ?? null));

function batchesOf(rows: readonly Row[]): Row[][] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).join()).values();
  return [...alike].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / batchSize) }, (_, index) =>
      group.slice(index * batchSize, (index + 1) * batchSize),
    ),
  );
}

const named = ({ meta }: Table) => sql.table(meta.tableName);
const sameRow = (by: readonly string[]) =>
  sql.join(
    by.map((column) => sql`t.${sql.ref(column)} = n.${sql.ref(column)}`),
    sql` and `,
  );
const columnsOf = ([first = {}]: readonly Row[]) => sql.join(Object.keys(first).map((column) => sql.ref(column)));
const recordset = (table: Table, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${named(table)}, ${JSON.stringify(rows)}::jsonb)`;
