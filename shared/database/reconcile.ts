/**
 * Brings tables in line with an event file: what is and what is wanted are compared, and only the difference is written.
 * A plan is the same work in a transaction that is rolled back.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { recordChanges } from './audit.ts';
import { batchSize, insertRows, updateRows, type Row } from './bulk.ts';

export type { Row };

/** What happens to one entry of the file. */
export interface Difference {
  readonly action: 'create' | 'change' | 'remove' | 'unchanged';
  /** Such as `track`. */
  readonly kind: string;
  /** Its natural name, such as `spring-hack/ai`. */
  readonly name: string;
  /** As it is, and as it will be. */
  readonly fields: Readonly<Record<string, readonly [former: unknown, wanted: unknown]>>;
  /** For the audit, by the names the interface uses. */
  readonly ids: Row;
}

/** One apply on its way. */
export interface Work {
  /** A transaction with the owner's login. */
  readonly db: Db;
  /** Whether configuration that the file does not name is removed. */
  readonly prune: boolean;
  readonly progress: (line: string) => void;
  /** Something people should know, and that changes nothing. */
  readonly note: (sentence: string) => void;
}
export interface OrganizationWork extends Work {
  readonly organization_id: string;
}

/** The file says what the database, as it is now, does not allow. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';
  /** What to do about it, as a sentence. */
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

/** An entry of the file as a row. */
export interface Wanted {
  /** Its identity among its like. */
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly ids: Row;
  /** What only a new row needs. */
  readonly place: Row;
  /** What the file manages; what is undefined stays as it is, or takes its default. */
  readonly fields: Row;
}

interface Comparison {
  readonly created: readonly Wanted[];
  readonly changed: readonly { readonly wanted: Wanted; readonly present: Row; readonly fields: Row }[];
  readonly differences: Difference[];
}

export function compare(wanted: readonly Wanted[], present: ReadonlyMap<string, Row>): Comparison {
  const created: Wanted[] = [];
  const changed: Comparison['changed'][number][] = [];
  const differences = wanted.map((entry): Difference => {
    const { kind, name, ids } = entry;
    const named = { kind, name, ids };
    const row = present.get(entry.key);
    const written = Object.entries(entry.fields).filter(([, value]) => value !== undefined);
    if (!row) {
      created.push({ ...entry, fields: Object.fromEntries(written) });
      const fields = written.map(([field, to]) => [field, [null, to]] as const);
      return { action: 'create', ...named, fields: Object.fromEntries(fields) };
    }
    const others = written.filter(([field, to]) => !isSame(field, row[field], to));
    if (others.length === 0) return { action: 'unchanged', ...named, fields: {} };
    changed.push({ wanted: entry, present: row, fields: Object.fromEntries(others) });
    const fields = others.map(([field, to]) => [field, [readable(field, row[field]), to]] as const);
    return { action: 'change', ...named, fields: Object.fromEntries(fields) };
  });
  return { created, changed, differences };
}

/** The driver gives times as PostgreSQL writes them. */
const readable = (name: string, value: unknown): unknown =>
  name.endsWith('_at') && (typeof value === 'string' || value instanceof Date) ? new Date(value).toISOString() : value;
/** Rows are written as JSON, which knows neither minus zero nor members without a value. */
const asWritten = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const isSame = (name: string, a: unknown, b: unknown) =>
  isDeepStrictEqual(asWritten(readable(name, a)), asWritten(readable(name, b)));

interface Table {
  readonly name: `${string}.${string}`;
  /** The columns that find a row. */
  readonly by?: readonly string[];
  readonly keepsTimeOfUpdate?: boolean;
}

/** Creates and changes rows, and writes the audit. New rows bring their ids with them, in `place`. */
export async function reconcile(
  work: OrganizationWork,
  { name, by = ['id'], keepsTimeOfUpdate = false }: Table,
  wanted: readonly Wanted[],
  present: ReadonlyMap<string, Row>,
): Promise<Difference[]> {
  const { created, changed, differences } = compare(wanted, present);
  await insertRows(
    work.db,
    name,
    created.map(({ place, fields }) => ({ ...place, ...fields })),
  );
  const updates = changed.map(({ present: row, fields }) => ({ ...pick(row, by), ...fields }));
  await updateRows(work.db, name, updates, { by, ...(keepsTimeOfUpdate && { also: sql`updated_at = now()` }) });
  await audit(work, name, differences);
  return differences;
}

export const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** For rows that a reconciler writes itself. `table` says whose audit it is. */
export async function audit(
  { db, organization_id }: OrganizationWork,
  table: `${string}.${string}`,
  differences: readonly Difference[],
  action = 'event-file.apply',
): Promise<void> {
  const changes = differences
    .filter((difference) => difference.action !== 'unchanged')
    .map(({ action: kind, ids, fields }) => ({
      ids,
      before: kind === 'create' ? {} : side(fields, 0),
      after: kind === 'remove' ? {} : side(fields, 1),
    }));
  if (changes.length === 0) return;
  // The owner's search_path is no service's, and every service has an audit of its own.
  await sql`select set_config('search_path', ${table.split('.', 1)[0]}, true)`.execute(db.getKysely());
  const author = { organization_id, user_id: null, key_id: null, session_id: null, action, request_id: null };
  for (let start = 0; start < changes.length; start += batchSize) {
    await recordChanges(db, author, changes.slice(start, start + batchSize));
  }
}

const side = (fields: Difference['fields'], which: 0 | 1) =>
  Object.fromEntries(Object.entries(fields).map(([name, sides]) => [name, sides[which]]));
