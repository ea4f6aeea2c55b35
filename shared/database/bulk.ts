/** Writes many rows in one statement. Column types come from the table, column names from its entity. */
import type { EntitySchemaWithMeta } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { ColumnOf } from './columns.ts';
import type { Db } from './database.ts';

export type InsertedRow = Record<string, unknown>;
/** Values by column name; other names are a type error. */
type Named<E extends EntitySchemaWithMeta, R> = {
  readonly [Column in keyof R]: Column extends ColumnOf<E> ? R[Column] : never;
};
/** The table of a statement. The session's search path says in which schema it is. */
export interface TargetTable {
  readonly meta: { readonly tableName: string };
}

/** Rows per statement: some megabytes of JSON, and a step of progress. */
export const batchSize = 5_000;

/** Inserts rows. A column that is left out takes its default, so rows with the same columns share one statement. */
export const insertRows = <E extends EntitySchemaWithMeta, R extends object>(
  db: Db,
  table: E,
  rows: readonly (R & Named<E, R>)[],
): Promise<void> => insertAny(db, table, rows);

interface Update<Column> {
  /** The columns that find a row. */
  by: readonly Column[];
  /** Further assignments, from the row `t`. */
  also?: RawBuilder<unknown> | undefined;
}

/** Updates rows. Each row has the columns that find it and those it changes. */
export const updateRows = <E extends EntitySchemaWithMeta, R extends object>(
  db: Db,
  table: E,
  rows: readonly (R & Named<E, R>)[],
  update: Update<ColumnOf<E>>,
): Promise<void> => updateAny(db, table, rows, update);

/** Only for checked names of columns. */
export async function insertAny(db: Db, table: TargetTable, rows: readonly InsertedRow[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const columns = columnsOf(batch);
    await sql`
      insert into ${named(table)} (${columns}) select ${columns} from ${recordset(table, batch)}`.execute(
      db.getKysely(),
    );
  }
}

/** Only for checked names of columns. */
export async function updateAny(
  db: Db,
  table: TargetTable,
  rows: readonly InsertedRow[],
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
 * Deletes rows and returns those that were deleted. A row `t` that matches `kept` stays; a lock keeps the condition
 * from changing meanwhile.
 */
export async function deleteAny(
  db: Db,
  table: TargetTable,
  rows: readonly InsertedRow[],
  { by, kept = sql`false` }: { by: readonly string[]; kept?: RawBuilder<unknown> | undefined },
): Promise<InsertedRow[]> {
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
  const { rows: gone } = await sql<InsertedRow>`
    delete from ${named(table)} t using ${these} n where ${sameRow(by)} and not (${kept}) returning ${held}`.execute(
    db.getKysely(),
  );
  const keys = new Set(gone.map((row) => keyOf(row, by)));
  return rows.filter((row) => keys.has(keyOf(row, by)));
}

export const pick = (row: InsertedRow, names: readonly string[]): InsertedRow =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** Returns a key that identifies a row; null is a value like any other. */
export const keyOf = (row: InsertedRow, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => row[name] ?? null));

function batchesOf(rows: readonly InsertedRow[]): InsertedRow[][] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).join()).values();
  return [...alike].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / batchSize) }, (_, index) =>
      group.slice(index * batchSize, (index + 1) * batchSize),
    ),
  );
}

const named = ({ meta }: TargetTable) => sql.table(meta.tableName);
const sameRow = (by: readonly string[]) =>
  sql.join(
    by.map((column) => sql`t.${sql.ref(column)} = n.${sql.ref(column)}`),
    sql` and `,
  );
const columnsOf = ([first = {}]: readonly InsertedRow[]) =>
  sql.join(Object.keys(first).map((column) => sql.ref(column)));
const recordset = (table: TargetTable, rows: readonly InsertedRow[]) =>
  sql`jsonb_populate_recordset(null::${named(table)}, ${JSON.stringify(rows)}::jsonb)`;
