/**
 * Reads facts in the order in which they are told, without a gap.
 *
 * Transactions do not commit in the order of their numbers. So nobody is shown what a transaction wrote while one with a
 * smaller number is still under way: what is read is older than the oldest of those, and nothing is ever added below it.
 */
import { CompiledQuery } from 'kysely';
import { factDays, facts, factTypes, toldToAll, type Fact, type FactType } from '../contract/facts.ts';
import { ownsSchema, schemaOf, serviceNames } from '../contract/services.ts';
import { compileFields, type Check } from '../contract/validator.ts';
import type { RowOf } from './columns.ts';
import type { Db } from './database.ts';
import { idAt, placeOf, positionOf, timeOf, type Place } from './fact-position.ts';
import type { factView } from './kit-entities.ts';

export interface Reading {
  readonly organization_id: string;
  /** The `next` of the page before, a fact's `position`, or null for the oldest fact that is kept. */
  readonly after: string | null;
  /** Only these; null for all but those that have to be named. */
  readonly types: readonly FactType[] | null;
  /** Only what happened in this hackathon; null for all. */
  readonly super_event_id: string | null;
  /** Facts at most. */
  readonly limit: number;
}
export interface FactPage {
  readonly facts: Fact[];
  /** The position to read on from, also where there are no facts. */
  readonly next: string;
  readonly has_more: boolean;
}

type Row = Omit<RowOf<typeof factView>, 'occurred_at'> & { readonly type: FactType; readonly occurred_at: string };
interface Found {
  /** The smallest number of a transaction under way: what is below is over. */
  readonly horizon: string;
  /** The number the next transaction gets. */
  readonly ceiling: string;
  readonly now_id: string;
  readonly facts: readonly Row[];
}

const hour = 3_600_000;
const day = 24 * hour;

/** Views in the schema `published`, one for each table that holds facts. */
export const journals = [
  ...serviceNames.filter(ownsSchema).map((service) => `${schemaOf(service)}_facts`),
  'check_in_recorded_facts',
  'check_in_refused_facts',
];

/**
 * Each journal gives no more than the page could take from it, so its index is read from the position on.
 *
 * Without a position a journal is read from its newest row that is older than everything to be told (`before`, an id).
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

/** Statements that never change: PostgreSQL plans each once. */
const present = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, uuidv7() as now_id`;

const text = `
  select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as ceiling,
         uuidv7() as now_id,
         (select coalesce(json_agg(f order by f.xid, f.id), '[]')
            from (select * from (${journals.map(armOf).join(' union all ')}) every
                   order by xid, id limit w.most) f) as facts
    from rows from (jsonb_to_recordset($1::jsonb)
                    as (organization_id uuid, xid xid8, id uuid, before uuid, types text[], super_event_id uuid, most integer))
         with ordinality as w (organization_id, xid, id, before, types, super_event_id, most, n)
   order by w.n`;

/**
 * A page for each reading, in their order; all of them are one statement.
 *
 * @returns 'expired' for a position older than `factDays` days, or one this database never gave out, as happens when it was
 *   restored from a dump elsewhere.
 */
export async function readFacts(db: Db, readings: readonly Reading[]): Promise<(FactPage | 'expired')[]> {
  const beginning = { id: '00000000-0000-0000-0000-000000000000', before: idAt(Date.now() - factDays * day - hour) };
  const wanted = readings.map(({ after, types, limit, ...rest }) => ({
    ...rest,
    ...(after === null ? beginning : placeOf(after)),
    types: types ?? toldToAll,
    most: limit + 1,
  }));
  const query = CompiledQuery.raw(text, [JSON.stringify(wanted)]);
  const { rows } = await db.getKysely().executeQuery<Found>(query);
  return rows.map((found, index) => pageOf(found, readings[index] as Reading));
}

/** The position from which on a reader hears of what happens from now on. */
export async function presentPosition(db: Db): Promise<string> {
  const { rows } = await db.getKysely().executeQuery<Omit<Found, 'facts'>>(CompiledQuery.raw(present, []));
  return positionOf(edgeOf(rows[0] as Found));
}

/** Nothing comes before this any more: the last transaction that is over, now. */
const edgeOf = ({ horizon, now_id }: Pick<Found, 'horizon' | 'now_id'>): Place => ({
  xid: (BigInt(horizon) - 1n).toString(),
  id: now_id,
});

function pageOf(found: Found, { after, limit }: Reading): FactPage | 'expired' {
  if (after !== null && isExpired(placeOf(after), found)) return 'expired';
  const has_more = found.facts.length > limit;
  const shown = found.facts.slice(0, limit).map(factOf);
  const last = shown.at(-1)?.position ?? after ?? '';
  const edge = positionOf(edgeOf(found));
  return { facts: shown, next: has_more || last > edge ? last : edge, has_more };
}

const isExpired = (place: Place, { ceiling }: Found) =>
  timeOf(place) < Date.now() - factDays * day || BigInt(place.xid) >= BigInt(ceiling);

const normalize: ReadonlyMap<FactType, Check> = new Map(
  factTypes.map((type) => [type, compileFields(facts[type].data, 'drop')]),
);

/** Of what was noted, `data` has the members its type promises, spelled as everywhere on the wire. */
function factOf({ xid, user_id, key_id, occurred_at, data, ...row }: Row): Fact {
  const promised = Object.keys(facts[row.type].data).filter((name) => name in data);
  const told = Object.fromEntries(promised.map((name) => [name, data[name]]));
  normalize.get(row.type)?.(told);
  return {
    id: row.id,
    position: positionOf({ xid, id: row.id }),
    type: row.type,
    occurred_at: new Date(occurred_at).toISOString(),
    organization_id: row.organization_id,
    super_event_id: row.super_event_id,
    event_id: row.event_id,
    actor: { user_id, key_id },
    data: told,
  };
}
