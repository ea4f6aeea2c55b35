/**
 * Reads lists that are answered completely unless the client asks for pages. A page starts after the sort key of the
 * last row of the previous page, so rows that are added or removed meanwhile neither repeat nor hide others.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/database.ts';
import { isUuid } from '../contract/formats.ts';
import type { Ctx } from './context.ts';
import { decodeCursor, encodeCursor } from '../base/paging.ts';
import { Failure } from '../base/failure.ts';

interface Kind {
  /** Converts the column to text for a cursor, without loss. */
  readonly written: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly read: (text: string) => RawBuilder<unknown>;
  readonly takes: (text: string) => boolean;
}
/** How values of sort keys are carried in cursors. */
export const kinds = {
  /** Microseconds since 1970, the precision of the database. */
  moment: {
    written: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint::text`,
    read: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
    takes: (text) => Number.isSafeInteger(Number(text)) && /^-?\d{1,16}$/.test(text),
  },
  number: {
    written: (column) => sql`${column}::text`,
    read: (text) => sql`${text}::float8`,
    takes: (text) => Number.isFinite(Number(text)) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text),
  },
  text: {
    written: (column) => sql`${column}::text`,
    read: (text) => sql`${text}::text`,
    takes: (text) => !text.includes('\0') && text.isWellFormed(),
  },
  id: {
    written: (column) => sql`${column}::text`,
    read: (text) => sql`${text}::uuid`,
    takes: isUuid,
  },
} satisfies Record<string, Kind>;

/** A column that is never null. */
export interface SortKey {
  readonly column: string;
  readonly kind: keyof typeof kinds;
  readonly falls?: true;
}
/** Oldest first. The id decides between rows of the same instant. */
export const oldestFirst: readonly SortKey[] = [
  { column: 'created_at', kind: 'moment' },
  { column: 'id', kind: 'id' },
];
/** In the order that people chose, then by id. */
export const inGivenOrder: readonly SortKey[] = [
  { column: 'order_index', kind: 'number' },
  { column: 'id', kind: 'id' },
];

interface Totals {
  readonly count: number;
}
/** A list: its query, its order, and totals over all rows. */
export interface Listing<Row, T extends Totals = Totals> {
  /** A query without an ORDER BY that has every sort key as a column. */
  readonly rows: RawBuilder<Row>;
  /** The sort keys. Together they must be unique. */
  readonly by: readonly SortKey[];
  /** Totals over all rows, if more than their number is needed. */
  readonly totals?: RawBuilder<T>;
}
interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}
/** The rows of a page, with the totals over all rows. */
export type Listed<Row, T extends Totals = Totals> = T & { readonly rows: readonly Row[] };

/**
 * Reads the rows that a request asks for: all of them, or one page, whose next cursor is set by `ctx.setNextCursor`.
 * @throws {Failure} `VALIDATION_FAILED` for a cursor of another list.
 */
export async function readList<Row, T extends Totals = Totals>(
  { db, params, setNextCursor }: Pick<Ctx<Page>, 'db' | 'params' | 'setNextCursor'>,
  listing: Listing<Row, T>,
): Promise<Listed<Row, T>> {
  const { limit, cursor } = params;
  if (limit === undefined && cursor === undefined && !listing.totals) {
    const rows = await readAll(db, listing);
    return { rows, count: rows.length } as unknown as Listed<Row, T>;
  }
  const after = cursor === undefined ? undefined : positionAt(listing, cursor);
  const { rows, totals } = await readPage(db, listing, { limit, after });
  const last = limit !== undefined && rows.length > limit ? rows[limit - 1] : undefined;
  if (last) setNextCursor(encodeCursor(last.position));
  return { ...totals, rows: rows.slice(0, limit) };
}

/** Reads all rows, in their order. */
export async function readAll<Row>(db: Db, { rows: from, by }: Pick<Listing<Row>, 'rows' | 'by'>): Promise<Row[]> {
  const { rows } = await sql<Row>`select w.* from (${from}) w order by ${orderOf('w', by)}`.execute(db.getKysely());
  return rows;
}

interface Beginning {
  readonly limit: number | undefined;
  readonly after: readonly string[] | undefined;
}
type Positioned<Row> = Row & { readonly position: readonly string[] };

/**
 * Reads up to one row more than the limit, which tells whether there is a next page. An empty page still has its
 * totals.
 */
async function readPage<Row, T extends Totals>(
  db: Db,
  { rows: from, by, totals }: Listing<Row, T>,
  { limit, after }: Beginning,
): Promise<{ rows: Positioned<Row>[]; totals: T }> {
  const position = by.map(({ column, kind }) => kinds[kind].written(sql.ref(`w.${column}`)));
  const { rows } = await sql<(Positioned<Row> | { position: null }) & { totals: T }>`
    with whole as not materialized (${from}),
         page as (
           select w.*, array[${sql.join(position)}] as position
             from whole w where ${after ? beyond(by, after) : sql`true`}
            order by ${orderOf('w', by)} limit ${limit === undefined ? null : limit + 1}::int
         )
    select to_json(t) as totals, p.*
      from (select ${totals ?? sql`count(*)::int as count`} from whole) t left join page p on true
     order by ${orderOf('p', by)}`.execute(db.getKysely());
  const found = rows.filter((row): row is Positioned<Row> & { totals: T } => row.position !== null);
  return { rows: found, totals: rows[0]!.totals };
}

const orderOf = (table: string, by: readonly SortKey[]) =>
  sql.join(by.map(({ column, falls }) => sql`${sql.ref(`${table}.${column}`)} ${falls ? sql`desc` : sql`asc`}`));

/** Returns the condition for rows after a position. It is written so that an index on the first key can start there. */
function beyond([key, ...others]: readonly SortKey[], [text = '', ...texts]: readonly string[]): RawBuilder<unknown> {
  if (!key) return sql`false`;
  const [column, value] = [sql.ref(`w.${key.column}`), kinds[key.kind].read(text)];
  const past = key.falls ? sql`${column} < ${value}` : sql`${column} > ${value}`;
  const reached = key.falls ? sql`${column} <= ${value}` : sql`${column} >= ${value}`;
  return others.length === 0 ? past : sql`${reached} and (${past} or (${beyond(others, texts)}))`;
}

function positionAt({ by }: Pick<Listing<unknown>, 'by'>, cursor: string): readonly string[] {
  const position = decodeCursor(cursor);
  const isOfThisList = (text: unknown, index: number) => {
    const key = by[index];
    return key !== undefined && typeof text === 'string' && kinds[key.kind].takes(text);
  };
  if (position.length === by.length && position.every(isOfThisList)) return position as string[];
  const message = 'cursor must be the one that the link to the next page of this list gives';
  throw new Failure('VALIDATION_FAILED', { errors: [{ field: 'cursor', code: 'cursor', message }] });
}
