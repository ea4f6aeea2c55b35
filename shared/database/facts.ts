/**
 * Reads facts in their order, without a gap.
 *
 * Transactions do not commit in the order of their numbers. So a fact is returned only when no transaction with a
 * smaller number is still running; later commits can then add nothing before it.
 */
import { CompiledQuery } from 'kysely';
import { factDays, facts, factTypes, defaultFactTypes, type Fact, type FactType } from '../contract/facts.ts';
import { ownsSchema, schemaOf, serviceNames } from '../contract/services.ts';
import { checkOfFields, type Check } from '../contract/validator.ts';
import type { RowOf } from './columns.ts';
import type { Db } from './database.ts';
import type { factView } from './kit-entities.ts';

/**
 * SQL for the timeline of the database, in a server that takes writes. A standby that takes over begins a new one, and an
 * asynchronous standby may lack the latest transactions of the former, whose numbers it then gives out once more. So a number
 * of a transaction says where a reader is only together with its timeline. Read from the log, because the control file has it
 * only after a checkpoint.
 */
export const timeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`;

/**
 * A position in the order of facts: the timeline of the database, the number of the transaction, then the id of the row, as
 * text that sorts in this order. A reader who goes on from a position misses nothing and reads nothing twice, because no
 * fact is ever added before a position that was returned on the same timeline.
 */
export interface FactPlace {
  readonly timeline: number;
  /** The number of the transaction. */
  readonly xid: string;
  /** A UUID of version 7, which contains the time. */
  readonly id: string;
}

/** Digits of the timeline, counted from the first on, and of the transaction behind it. */
const [digits, digitsOfXid] = [4, 12];
const firstTimeline = 1;
export const positionOf = ({ timeline: number, xid, id }: FactPlace): string =>
  (number - firstTimeline).toString(16).padStart(digits, '0') +
  BigInt(xid).toString(16).padStart(digitsOfXid, '0') +
  id.replaceAll('-', '');

/** Parses a position, 48 hexadecimal digits by the contract. */
export function placeOf(position: string): FactPlace {
  const id = position.slice(digits + digitsOfXid).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const xid = BigInt(`0x${position.slice(digits, digits + digitsOfXid)}`).toString();
  return { timeline: parseInt(position.slice(0, digits), 16) + firstTimeline, xid, id };
}

/**
 * A position as the database keeps its own: of no timeline, because it follows onto each new one with the rows before it.
 */
export const keptPosition = (position: string): string => '0'.repeat(digits) + position.slice(digits);

/** The smallest id of that time, given in milliseconds since 1970. */
export const idAt = (time: number): string =>
  `${Math.trunc(time).toString(16).padStart(12, '0')}`.replace(/^(.{8})(.{4})$/, '$1-$2-7000-8000-000000000000');

/** The time in the id of a position, in milliseconds since 1970. */
export const timeOf = ({ id }: FactPlace): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

export interface FactQuery {
  readonly organization_id: string;
  /** The `next` of the previous page, a fact's `position`, or null for the oldest fact that is kept. */
  readonly after: string | null;
  /** This database keeps the position itself (`keptPosition`), so it is good on every timeline. */
  readonly isKept?: boolean;
  /** Only these types; null for all except those that must be named. */
  readonly types: readonly FactType[] | null;
  /** Only facts of this hackathon; null for all. */
  readonly super_event_id: string | null;
  /** Maximum number of facts. */
  readonly limit: number;
}
export interface FactPage {
  readonly facts: Fact[];
  /** The position to continue from, also for an empty page. */
  readonly next: string;
  readonly has_more: boolean;
}

type Row = Omit<RowOf<typeof factView>, 'occurred_at'> & { readonly type: FactType; readonly occurred_at: string };
interface Found {
  /** The smallest number of a running transaction: all below have ended. */
  readonly horizon: string;
  /** The number the next transaction gets. */
  readonly ceiling: string;
  readonly timeline: number;
  readonly now_id: string;
  readonly facts: readonly Row[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Views in the schema `published`, one for each table that holds facts. */
export const journals = [
  ...serviceNames.filter(ownsSchema).map((service) => `${schemaOf(service)}_facts`),
  'check_in_recorded_facts',
  'check_in_refused_facts',
];

/**
 * Each journal is limited to the size of the page, so its index is read from the position on.
 *
 * Without a position a journal is read from its newest row that is older than every kept fact (`before`, an id).
 * Transactions get their numbers in the order of time, so one that wrote later than an hour after that row (none runs
 * longer) has a larger number than the row's, whatever the order in which they wrote and committed.
 */
const armOf = (journal: string) => `(
  select f.* from published.${journal} f
   where f.organization_id = w.organization_id
     and (f.xid, f.id) > (coalesce(w.xid, (select o.xid from published.${journal} o where o.id < w.before
                                            order by o.id desc limit 1), '0'), w.id)
     and f.xid < pg_snapshot_xmin(pg_current_snapshot())
     and f.type = any (w.types) and (w.super_event_id is null or f.super_event_id = w.super_event_id)
     and f.occurred_at > now() - interval '${factDays} days'
   order by f.xid, f.id limit w.most)`;

/** Constant texts, so PostgreSQL plans each statement once. */
const present = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, uuidv7() as now_id, ${timeline} as timeline`;

const text = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as ceiling,
         uuidv7() as now_id, ${timeline} as timeline,
         (select coalesce(json_agg(f order by f.xid, f.id), '[]')
            from (select * from (${journals.map(armOf).join(' union all ')}) every
                   order by xid, id limit w.most) f) as facts
    from rows from (jsonb_to_recordset($1::jsonb)
                    as (organization_id uuid, xid xid8, id uuid, before uuid, types text[], super_event_id uuid, most integer))
         with ordinality as w (organization_id, xid, id, before, types, super_event_id, most, n)
   order by w.n`;

/**
 * Reads a page for each reading, in their order, with one statement.
 *
 * @returns 'expired' for a position older than `factDays` days, or one this database never gave out, as happens when it was
 *   restored from a dump elsewhere, or when a standby took over, which may lack facts that were told.
 */
export async function readFacts(db: Db, readings: readonly FactQuery[]): Promise<(FactPage | 'expired')[]> {
  const beginning = {
    id: '00000000-0000-0000-0000-000000000000',
    before: idAt(Date.now() - factDays * dayMs - hourMs),
  };
  const wanted = readings.map(({ organization_id, super_event_id, after, types, limit }) => ({
    ...{ organization_id, super_event_id },
    ...(after === null ? beginning : placeOf(after)),
    types: types ?? defaultFactTypes,
    most: limit + 1,
  }));
  const query = CompiledQuery.raw(text, [JSON.stringify(wanted)]);
  const { rows } = await db.getKysely().executeQuery<Found>(query);
  return rows.map((found, index) => pageOf(found, readings[index] as FactQuery));
}

/** Returns the position after which only later facts follow. */
export async function presentPosition(db: Db): Promise<string> {
  const { rows } = await db.getKysely().executeQuery<Omit<Found, 'facts'>>(CompiledQuery.raw(present, []));
  return positionOf(edgeOf(rows[0] as Found));
}

/** The newest position before which nothing is added any more. */
const edgeOf = ({ horizon, now_id, timeline }: Omit<Found, 'facts' | 'ceiling'>): FactPlace => ({
  timeline,
  xid: (BigInt(horizon) - 1n).toString(),
  id: now_id,
});

function pageOf(found: Found, { after, limit, isKept = false }: FactQuery): FactPage | 'expired' {
  if (after !== null && isExpired(placeOf(after), found, isKept)) return 'expired';
  const has_more = found.facts.length > limit;
  const shown = found.facts.slice(0, limit).map((row) => factOf(row, found.timeline));
  const last = shown.at(-1)?.position ?? after ?? '';
  const edge = positionOf(edgeOf(found));
  return { facts: shown, next: has_more || last > edge ? last : edge, has_more };
}

const isExpired = (place: FactPlace, { ceiling, timeline }: Found, isKept: boolean) =>
  timeOf(place) < Date.now() - factDays * dayMs ||
  BigInt(place.xid) >= BigInt(ceiling) ||
  (!isKept && place.timeline !== timeline);

/** Checks the data of a fact, and drops from it what its type does not declare. */
export const checkFact = Object.fromEntries(
  factTypes.map((type) => [type, checkOfFields(facts[type].data, 'drop')]),
) as Readonly<Record<FactType, Check>>;

/** Reduces the audit row to the members that the fact's type declares, in the wire's spelling. */
function factOf({ xid, user_id, key_id, occurred_at, data, ...row }: Row, timeline: number): Fact {
  const promised = Object.keys(facts[row.type].data).filter((name) => name in data);
  const told = Object.fromEntries(promised.map((name) => [name, data[name]]));
  checkFact[row.type](told);
  return {
    id: row.id,
    position: positionOf({ timeline, xid, id: row.id }),
    type: row.type,
    occurred_at: new Date(occurred_at).toISOString(),
    organization_id: row.organization_id,
    super_event_id: row.super_event_id,
    event_id: row.event_id,
    actor: { user_id, key_id },
    data: told,
  };
}
