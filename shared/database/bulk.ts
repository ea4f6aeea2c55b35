/** Writes many rows in one statement. The table itself says what type each column has. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

export type Row = Record<string, unknown>;

/** Rows per statement: some megabytes of JSON, and a step of progress. */
export const batchSize = 5_000;

/** Columns that a row leaves out take their default; so one statement takes the rows of one set of columns. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const columns = columnsOf(batch);
    await sql`
      insert into ${sql.table(table)} (${columns}) select ${columns} from ${recordset(table, batch)}`.execute(
      db.getKysely(),
    );
  }
}

interface Update {
  /** The columns that find a row. */
  by: readonly string[];
  /** Also set, from the row `t`. */
  also?: RawBuilder<unknown>;
}

/** Each row has the columns that find it and those it changes. */
export async function updateRows(db: Db, table: string, rows: readonly Row[], { by, also }: Update): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const changed = Object.keys(batch[0] ?? {}).filter((column) => !by.includes(column));
    const set = changed.map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`);
    const found = by.map((column) => sql`t.${sql.ref(column)} = n.${sql.ref(column)}`);
    await sql`
      update ${sql.table(table)} t set ${sql.join(also ? [...set, also] : set)}
        from ${recordset(table, batch)} n where ${sql.join(found, sql` and `)}`.execute(db.getKysely());
  }
}

function batchesOf(rows: readonly Row[]): Row[][] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).join()).values();
  return [...alike].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / batchSize) }, (_, index) =>
      group.slice(index * batchSize, (index + 1) * batchSize),
    ),
  );
}

const columnsOf = ([first = {}]: readonly Row[]) => sql.join(Object.keys(first).map((column) => sql.ref(column)));
const recordset = (table: string, rows: readonly Row[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;
