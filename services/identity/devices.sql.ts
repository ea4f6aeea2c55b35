/** SQL of kiosks and boards, without removed ones. */
import { sql } from 'kysely';
import type { ParsedKey } from '../../shared/base/api-key.ts';
import { pairingMinutes } from '../../shared/contract/devices.ts';
import { devicesAtMost } from '../../shared/contract/fields.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import { device, type Tables } from './entities.ts';

type Row = RowOf<typeof device>;
const told = [
  ...(['id', 'kind', 'name', 'organization_id', 'super_event_id', 'point_ids', 'created_at'] as const),
  ...(['paired_at', 'expires_at', 'last_seen_at', 'queued', 'oldest_queued_at', 'version'] as const),
  ...(['may_search', 'sees_answers', 'prints', 'lock'] as const),
] as const;
export type Device = Pick<Row, (typeof told)[number]>;

/** The hackathons a person organizes; null for all of the organization, empty for none. */
export async function organizedBy(db: Db, organization_id: string, user_id: string): Promise<string[] | null> {
  const { rows } = await sql<{ super_event_id: string | null }>`
    select distinct super_event_id from published.standings
     where user_id = ${user_id} and organization_id = ${organization_id} and organizes`.execute(db.getKysely());
  const ids = rows.map(({ super_event_id }) => super_event_id);
  return ids.includes(null) ? null : (ids as string[]);
}

/** Tells whether a person organizes this hackathon; undefined if the organization has no such hackathon. */
export async function organizes(
  db: Db,
  { user_id, organization_id, super_event_id }: { user_id: string; organization_id: string; super_event_id: string },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ organizes: boolean }>`
    select v.organizes
      from published.super_events s
     cross join lateral published.standing(${user_id}, s.organization_id, s.id, null) v
     where s.id = ${super_event_id} and s.organization_id = ${organization_id}`.execute(db.getKysely());
  return rows[0]?.organizes;
}

export async function arePointsOf(db: Db, super_event_id: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from published.checkin_points
     where id = any (${ids}::uuid[]) and super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0]?.n === new Set(ids).size;
}

/** `organized`: null for all hackathons. */
export const devicesOf = (
  organization_id: string,
  organized: readonly string[] | null,
  super_event_id: string | undefined,
): Listing<Device> => ({
  rows: sql`
    select ${sql.join(told.map((name) => sql.ref(`d.${name}`)))}
      from device d join published.super_events s on s.id = d.super_event_id
     where d.organization_id = ${organization_id} and d.removed_at is null
       and (${organized}::uuid[] is null or d.super_event_id = any (${organized}::uuid[]))
       and (${super_event_id ?? null}::uuid is null or d.super_event_id = ${super_event_id ?? null})`,
  by: oldestFirst,
});

export interface NewDevice extends Readonly<
  Pick<
    Row,
    | 'id'
    | 'key'
    | 'organization_id'
    | 'super_event_id'
    | 'kind'
    | 'name'
    | 'point_ids'
    | 'created_by'
    | 'may_search'
    | 'sees_answers'
    | 'prints'
    | 'lock'
  >
> {
  readonly expires_at: string | null;
  /** Hexadecimal. */
  readonly code_hash: string;
}

/** Makes concurrent additions to one hackathon take turns, so that the limit counts all devices. */
export async function lockDeviceLimits(db: Db, super_event_ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('devices of ' || k.id, 0))
      from (select distinct id from unnest(${super_event_ids}::text[]) id order by id) k`.execute(db.getKysely());
}

type Added = Device & Pick<Row, 'code_expires_at'>;

/** Undefined if the hackathon has the maximum. Call `lockDeviceLimits` first. */
export async function insertDevice(db: Db, wanted: NewDevice): Promise<Added | undefined> {
  const { id, key, organization_id, super_event_id, kind, name, point_ids, created_by, expires_at, code_hash } = wanted;
  const { may_search, sees_answers, prints, lock } = wanted;
  const { rows } = await sql<Added>`
    insert into device (id, key, organization_id, super_event_id, kind, name, point_ids, created_by, expires_at,
                        may_search, sees_answers, prints, lock, code_hash, code_expires_at)
    select ${id}::uuid, ${key}, ${organization_id}::uuid, ${super_event_id}::uuid, ${kind}, ${name}, ${point_ids}::uuid[],
           ${created_by}::uuid, ${expires_at}::timestamptz, ${may_search}::boolean, ${sees_answers}::boolean,
           ${prints}::boolean, ${lock && JSON.stringify(lock)}::jsonb, decode(${code_hash}, 'hex'),
           now() + make_interval(mins => ${pairingMinutes})
     where (select count(*) from device
             where organization_id = ${organization_id} and super_event_id = ${super_event_id} and removed_at is null)
           < ${devicesAtMost}
    returning ${sql.join([...told, 'code_expires_at'].map((name) => sql.ref(name)))}`.execute(db.getKysely());
  return rows[0];
}

/** Undefined if it is paired, or its code is still valid. */
export async function renewCode(db: Db, id: string, code_hash: string): Promise<Pick<Row, 'kind'> | undefined> {
  const { rows } = await sql<Pick<Row, 'kind'>>`
    update device
       set code_hash = decode(${code_hash}, 'hex'), code_expires_at = now() + make_interval(mins => ${pairingMinutes})
     where id = ${id} and key_id is null and code_expires_at <= now() and removed_at is null
       and (expires_at is null or expires_at > now())
    returning kind`.execute(db.getKysely());
  return rows[0];
}

/** Whether this code pairs a device now. */
const isWaitingFor = (code_hash: string) => sql`
  code_hash = decode(${code_hash}, 'hex') and code_expires_at > now() and removed_at is null
  and (expires_at is null or expires_at > now())`;

/** Undefined if the code pairs nothing now. */
export async function waitingFor(db: Db, code_hash: string) {
  const { rows } = await sql<
    Pick<Row, 'kind'> & { device: string } & Pick<RowOf<typeof superEvents>, 'name' | 'name_i18n'>
  >`
    select d.kind, d.name as device, s.name, s.name_i18n
      from device d join published.super_events s on s.id = d.super_event_id
     where ${isWaitingFor(code_hash)}`.execute(db.getKysely());
  return rows[0];
}

/** Pairs a device; of two concurrent requests with one code, one succeeds. */
export async function pair(db: Db, code_hash: string, key: Omit<ParsedKey, 'text'>): Promise<string | undefined> {
  const { rows } = await sql<Pick<Row, 'id'>>`
    update device
       set code_hash = null, code_expires_at = null, paired_at = now(), key_id = ${key.public_id},
           secret_hash = decode(${key.secret_hash}, 'hex')
     where ${isWaitingFor(code_hash)}
    returning id`.execute(db.getKysely());
  return rows[0]?.id;
}

export const findDevice = (db: Db, id: string): Promise<Device | null> => db.findOne(device, { id, removed_at: null });

interface Report extends Readonly<Pick<Row, 'queued' | 'version'>> {
  readonly oldest_queued_at: string | null;
}

/** Returns the time; undefined if the device was removed meanwhile. */
export async function saveReport(db: Db, id: string, report: Report): Promise<Date | string | undefined> {
  const { rows } = await sql<{ last_seen_at: Date }>`
    update device
       set last_seen_at = now(), queued = ${report.queued}, oldest_queued_at = ${report.oldest_queued_at},
           version = ${report.version}
     where id = ${id} and removed_at is null
    returning last_seen_at`.execute(db.getKysely());
  return rows[0]?.last_seen_at;
}

/** Undefined if it was removed before. */
export const remove = (db: Db, id: string) =>
  db
    .getKysely<Tables>()
    .updateTable('device')
    .set({ removed_at: sql<Date>`now()`, code_hash: null })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returning(['super_event_id', 'key_id', 'kind', 'name', 'removed_at'])
    .executeTakeFirst();
