/**
 * Applies the entries of one kind to its rows: reads, compares, writes, prunes and records the audit. A plan is the
 * same work in a transaction that is rolled back.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { schemaOf } from '../shared/contract/services.ts';
import { recordChanges, type Change } from '../shared/database/audit.ts';
import { batchSize, deleteAny, insertAny, keyOf, pick, updateAny, type InsertedRow } from '../shared/database/bulk.ts';
import type { Db } from '../shared/database/database.ts';
import { newId } from '../shared/database/ids.ts';
import type {
  Changed,
  Comparison,
  Difference,
  Kind,
  OrganizationContext,
  Scope,
  Wanted,
  Written,
} from '../shared/database/portable.ts';

export interface ReconcileResult {
  readonly differences: readonly Difference[];
  /** By natural name. */
  readonly ids: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Reconciles a kind. Every entry is a wanted row, with the ids of its parents. */
export async function reconcile(
  work: OrganizationContext,
  kind: Kind,
  entries: readonly InsertedRow[],
  scope: Scope,
  action?: string,
): Promise<ReconcileResult> {
  await enter(work.db, kind);
  await kind.lock?.(work);
  const found = kind.find
    ? await kind.find(work, entries)
    : await read(work.db, kind, scope, { isNamed: kind.removable !== undefined });
  const first = compare(kind, entries, found);
  kind.refuse?.(first);
  work.permits?.(first.differences);
  const held = await kind.prepare?.(work, first);
  const compared = held ? compare(kind, entries, await readAgain(work, kind, found, held)) : first;
  const removed = work.prune && kind.removable ? await remove(work, kind, compared, scope) : [];
  const {
    also = [],
    texts = new Map<string, string>(),
    made,
  } = await (kind.write?.(work, compared) ?? write(work, kind, compared));
  await kind.settle?.(work, compared, held ?? []);
  const differences = [...compared.differences, ...also, ...removed];
  await audit(work, kind, differences, { action, made });
  return { differences, texts, ids: new Map(compared.wanted.map(({ name, place }) => [name, String(place['id'])])) };
}

/** Sets the search path to the schema of the kind's service, which has its own tables and audit. */
const enter = (db: Db, { service }: Kind) =>
  sql`select set_config('search_path', ${schemaOf(service)}, true)`.execute(db.getKysely());

/** Qualified by its schema, because one of our tables has the name of a PostgreSQL type. */
const tableOf = ({ service, table }: Kind) => ({ meta: { tableName: `${schemaOf(service)}.${table.meta.tableName}` } });

/**
 * The rows of a kind that belong to any of these, in the order of an exported file. Those of people have an `email`, those of
 * hackathons and tracks the slugs `around`, where somebody is going to name them.
 */
export async function read(db: Db, kind: Kind, scope: Scope, { isNamed = true } = {}): Promise<InsertedRow[]> {
  await enter(db, kind);
  const { place, within, key, by = ['id'], columns, reads = [], shown = {}, ended, namesakes, order } = kind;
  const names = new Set([...by, ...place, ...key, ...Object.keys(columns), ...reads]);
  const plain = [...names].filter((name) => !(name in shown)).map((name) => sql.ref(`t.${name}`));
  const [isPersons, isTracks] = [place.includes('user_id'), place.includes('event_id')];
  const home = sql.ref(place.includes('super_event_id') ? 't.super_event_id' : 'e.super_event_id');
  const isPlaced = isTracks || place.includes('super_event_id');
  const more = {
    ...shown,
    ...(isNamed && isPersons && { email: sql.ref('p.email') }),
    ...(isNamed && isPlaced && { around: isTracks ? sql`concat_ws('/', s.slug, e.slug)` : sql.ref('s.slug') }),
    ...(namesakes && { is_namesake: sql`${rank(key)} > 1` }),
  };
  const selected = [...plain, ...Object.entries(more).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)];
  const asked = [within, ...(within !== 'user_id' && place.includes('user_id') ? ['user_id'] : [])];
  const { rows } = await sql<InsertedRow>`
    select ${sql.join(selected)} from ${sql.table(tableOf(kind).meta.tableName)} t
      ${isPersons ? sql`left join published.people p on p.id = t.user_id` : sql``}
      ${isTracks ? sql`left join published.tracks e on e.id = t.event_id` : sql``}
      ${isPlaced ? sql`left join published.super_events s on s.id = ${home}` : sql``}
     where ${sql.join([sql`true`, ...asked.flatMap((name) => anyOf(name, scope[name]))], sql` and `)}
       ${ended ? sql`and ${sql.ref(`t.${ended}`)} is null` : sql``}
     ${isNamed ? sql`order by ${order}` : sql``}`.execute(db.getKysely());
  return rows;
}

const rank = (key: readonly string[]) =>
  sql`row_number() over (partition by ${sql.join(key.map((name) => sql.ref(`t.${name}`)))} order by t.created_at, t.id)`;
const anyOf = (name: string, values: readonly string[] | undefined) =>
  values ? [sql`${sql.ref(`t.${name}`)} = any (${values}::uuid[])`] : [];

/** Reads the rows of these parents again and keeps the others. */
async function readAgain(
  { db }: OrganizationContext,
  kind: Kind,
  rows: readonly InsertedRow[],
  ids: readonly string[],
) {
  const others = rows.filter((row) => !ids.includes(String(row[kind.within])));
  return [...others, ...(await read(db, kind, { [kind.within]: ids }))];
}

function compare(kind: Kind, entries: readonly InsertedRow[], rows: readonly InsertedRow[]): Comparison {
  const { key, manage = managed(kind) } = kind;
  const present = new Map(rows.filter((row) => row['is_namesake'] !== true).map((row) => [keyOf(row, key), row]));
  const created: Wanted[] = [];
  const changed: Changed[] = [];
  const meant = new Set<InsertedRow>();
  const differences: Difference[] = [];
  const wanted = entries.map((entry) => {
    const row = present.get(keyOf(entry, key));
    const entire = wantedOf(kind, entry, row, manage(entry, row));
    const ids = idsOf(kind, { ...entry, ...entire.place }, row);
    const all = Object.entries(entire.fields);
    const written = row ? all.filter(([field, to]) => !isSame(field, row[field], to)) : all;
    if (row) meant.add(row);
    else created.push(entire);
    if (row && written.length > 0) changed.push({ wanted: entire, present: row, fields: Object.fromEntries(written) });
    const action = !row ? 'create' : written.length > 0 ? 'change' : 'unchanged';
    const sides = written.map(([field, to]) => sidesOf(kind, field, readable(field, row?.[field] ?? null), to));
    const fields = Object.fromEntries(sides);
    differences.push({ action, kind: kind.kind, name: entire.name, ids, fields, wanted: entire });
    return entire;
  });
  return { wanted, created, changed, rows, differences, unnamed: rows.filter((row) => !meant.has(row)) };
}

/** The former and the wanted value of a field, masked where needed. */
function sidesOf({ seen }: Kind, field: string, ...sides: readonly [former: unknown, wanted: unknown]) {
  const [name, show] = seen?.[field] ?? [field, (value: unknown) => value];
  const [former, wanted] = sides.map((value) => (value === null ? null : show(value)));
  return [name, [former, wanted]] as const;
}

function managed({ columns, key, fields = [] }: Kind): (entry: InsertedRow) => InsertedRow {
  const names = [...Object.keys(columns).filter((column) => !key.includes(column)), ...fields];
  return (entry) => pick(entry, names);
}

function wantedOf(
  { name, place, key, by = ['id'] }: Kind,
  entry: InsertedRow,
  row: InsertedRow | undefined,
  fields: InsertedRow,
): Wanted {
  const id = row?.['id'] ?? entry['id'] ?? newId();
  const own = { ...(by.includes('id') && { id }), ...pick(entry, [...place, ...key]), ...defaultsOf(entry) };
  const written = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { name: name(entry), entry, place: own, fields: Object.fromEntries(written) };
}

/** The defaults of a new row. */
const defaultsOf = ({ otherwise }: InsertedRow) => otherwise as InsertedRow | undefined;

function idsOf({ ids }: Kind, place: InsertedRow, row: InsertedRow = place): InsertedRow {
  const known = Object.entries(ids).map(([name, column]) => [name, place[column] ?? row[column]] as const);
  return Object.fromEntries(known.filter(([, id]) => id !== undefined));
}

/** The driver returns times in PostgreSQL's format. */
const readable = (name: string, value: unknown): unknown =>
  name.endsWith('_at') && (typeof value === 'string' || value instanceof Date) ? new Date(value).toISOString() : value;
/** Rows are written as JSON, which has neither minus zero nor undefined members. */
const asWritten = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
const isSame = (name: string, a: unknown, b: unknown) =>
  a === b || isDeepStrictEqual(asWritten(readable(name, a)), asWritten(readable(name, b)));

/** Writes the differences, as most kinds do. */
async function write({ db }: OrganizationContext, kind: Kind, { created, changed }: Comparison): Promise<Written> {
  const { by = ['id'], dated } = kind;
  await insertAny(
    db,
    tableOf(kind),
    created.map(({ place, fields }) => ({ ...place, ...fields })),
  );
  const updates = changed.map(({ present, fields }) => ({ ...pick(present, by), ...fields }));
  await updateAny(db, tableOf(kind), updates, { by, also: dated ? sql`updated_at = now()` : undefined });
  return {};
}

/** Removes rows and returns those that were removed. */
async function remove(
  work: OrganizationContext,
  kind: Kind,
  compared: Comparison,
  scope: Scope,
): Promise<Difference[]> {
  const { by = ['id'], removable } = kind;
  const chosen = removable?.among?.(work, compared, scope) ?? compared.unnamed;
  if (removable?.end) await removable.end(work, chosen);
  const gone = removable?.end ? chosen : await deleteAny(work.db, tableOf(kind), chosen, { by, kept: removable?.kept });
  const kept = chosen.filter((row) => !gone.includes(row));
  if (kept.length > 0 && removable?.told) work.note(removable.told(kept));
  return gone.map((row) => removalOf(kind, row));
}

function removalOf(kind: Kind, row: InsertedRow): Difference {
  const tells = (kind.removable?.tells ?? []).map((column) => sidesOf(kind, column, row[column], null));
  const [name, ids] = [kind.name(row), idsOf(kind, row)];
  return { action: 'remove', kind: kind.kind, name, ids, fields: Object.fromEntries(tells) };
}

/** Ends named rows, independent of any file. */
export async function endSession(
  work: OrganizationContext,
  kind: Kind,
  rows: readonly InsertedRow[],
  action: string,
): Promise<void> {
  await enter(work.db, kind);
  await kind.removable?.end?.(work, rows);
  await audit(
    work,
    kind,
    rows.map((row) => removalOf(kind, row)),
    { action },
  );
}

const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

/** The one place where an event file, or a command about one of its kinds, leaves its audit, and so its facts. */
export async function audit(
  { db, organization_id, tells, who = nobody }: OrganizationContext,
  kind: Kind,
  differences: readonly Difference[],
  { action = 'event-file.apply', made }: { action?: string | undefined; made?: Written['made'] } = {},
): Promise<void> {
  const changes = differences
    .filter((difference) => difference.action !== 'unchanged')
    .flatMap((difference) => changesOf(kind, difference, made?.get(difference.name)));
  if (changes.length === 0) return;
  await enter(db, kind);
  const author = { organization_id, ...who, action };
  for (let start = 0; start < changes.length; start += batchSize) {
    await recordChanges(db, author, changes.slice(start, start + batchSize));
  }
  if (changes.some(({ fact }) => fact !== null)) tells(organization_id);
}

function changesOf(kind: Kind, difference: Difference, made: InsertedRow | undefined): readonly Change[] {
  const { facts, columns, fresh, follows } = kind;
  const { action, ids, fields, wanted } = difference;
  const isNew = action === 'create';
  const side = (which: 0 | 1) =>
    Object.fromEntries(Object.entries(fields).map(([name, sides]) => [name, sides[which]]));
  const own = Object.entries(wanted?.place ?? {}).filter(([name]) => name in columns);
  const given = isNew && { ...fresh, ...Object.fromEntries(own) };
  const change: Change = {
    fact: typeof facts === 'function' ? facts(difference) : (facts[action] ?? null),
    ids: isNew ? { ...ids, ...made } : ids,
    before: isNew ? {} : side(0),
    after: action === 'remove' ? {} : { ...given, ...side(1) },
  };
  return [change, ...(follows?.(difference, made) ?? [])];
}
