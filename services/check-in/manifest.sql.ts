/** SQL for the manifest of a kiosk. */
import { sql } from 'kysely';
import type { DeviceScope } from '../../shared/base/viewer.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { timeline } from '../../shared/database/facts.ts';
import type { registrationFields, superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { checkinTokens, rosters } from '../../shared/database/published/registrations.ts';
import type { point } from './entities.ts';
import { recordedAt } from './points.sql.ts';

type Point = RowOf<typeof point>;
export type DevicePoint = Pick<Point, 'id' | 'name' | 'type' | 'event_id' | 'opens_at' | 'closes_at' | 'portions'> & {
  checked_in_count: number;
};
export type DoorField = Pick<RowOf<typeof registrationFields>, 'id' | 'label' | 'field_type'>;
export interface ManifestBase {
  /** Null once the hackathon is deleted. */
  super_event: Pick<RowOf<typeof superEvents>, 'name' | 'tz' | 'name_i18n'> | null;
  tracks: Pick<RowOf<typeof tracks>, 'id' | 'name' | 'name_i18n'>[];
  points: DevicePoint[];
  /** Those whose answers are shown at the door, in the order of the form. */
  fields: DoorField[];
  /** Identifies the live tracks, those that the points serve, and what is told of people. If it changes, the whole roster may change. */
  shape: string;
  /** No transaction before `low` is still running, and none after `high` has begun. As text, because it has 64 bits. */
  low: string;
  high: string;
  /** The history that these numbers belong to. */
  timeline: number;
}

/** Has to change with the members that are told of people, so that kiosks of a former release are told of all anew. */
const told = 'user_id';

/** Reads the device's points and the current transaction numbers. */
export async function manifestBaseOf(
  db: Db,
  { super_event_id, point_ids, may_search, sees_answers }: DeviceScope,
): Promise<ManifestBase> {
  const { rows } = await sql<ManifestBase>`
    with tracks as (select id, name, name_i18n from published.tracks where super_event_id = ${super_event_id}),
         points as (
           select id, name, type, event_id, opens_at, closes_at, portions,
                  (${recordedAt(sql`p.id`)}) as checked_in_count
             from point p
            where super_event_id = ${super_event_id} and (${point_ids}::uuid[] is null or id = any (${point_ids}::uuid[]))
              and (event_id is null or event_id in (select id from tracks))
              and exists (select 1 from published.super_events where id = ${super_event_id})),
         fields as (
           select id, label, field_type, order_index from published.registration_fields
            where super_event_id = ${super_event_id} and at_door and ${sees_answers}::boolean)
    select (select json_build_object('name', name, 'tz', tz, 'name_i18n', name_i18n)
              from published.super_events where id = ${super_event_id}) as super_event,
           (select coalesce(json_agg(t order by t.name, t.id), '[]') from tracks t) as tracks,
           (select coalesce(json_agg(p order by p.opens_at, p.name, p.id), '[]') from points p) as points,
           (select coalesce(json_agg(f order by f.order_index, f.id), '[]') from fields f) as fields,
           md5(concat((select string_agg(id::text, ',' order by id) from tracks), ';',
                      (select string_agg(distinct coalesce(event_id::text, 'all'), ',') from points), ';', ${told}::text, ';',
                      ${may_search}::boolean, ${sees_answers}::boolean, (select string_agg(f::text, ',' order by id) from fields f))) as shape,
           pg_snapshot_xmin(pg_current_snapshot())::text as low, pg_snapshot_xmax(pg_current_snapshot())::text as high,
           ${sql.raw(timeline)} as timeline`.execute(db.getKysely());
  return rows[0]!;
}

type Roster = RowOf<typeof rosters>;
export interface Ticket extends Pick<Roster, 'checkin_token' | 'user_id' | 'event_id' | 'status' | 'former_tokens'> {
  registration_id: RowOf<typeof checkinTokens>['registration_id'];
  email: RowOf<typeof people>['email'];
  /** By the ids of fields; null where there are none, or the device does not see them. */
  answers: Record<string, unknown> | null;
  name: RowOf<typeof people>['name'];
  /** The transaction that last wrote it, as 64 bits. */
  changed: string;
}

interface Asked {
  readonly super_event_id: string;
  /** Null: tokens of the hackathon and of all its tracks. */
  readonly tracks: readonly string[] | null;
  /** The transaction after which changes are listed; null for all accepted people. */
  readonly since: string | null;
  readonly high: string;
  /** The ids of the fields whose answers are shown. */
  readonly fields: readonly string[];
}

/**
 * Rows store 32 bits of the number of their transaction. One that is more than 2^31 transactions old counts as changed,
 * which does no harm. Where answers are shown, a change of the application counts for the tokens of its tracks as well, as
 * their answers lie above those of the application.
 */
export async function ticketsOf(db: Db, { super_event_id, tracks, since, high, fields }: Asked): Promise<Ticket[]> {
  const hasAnswers = fields.length > 0;
  const latest = hasAnswers ? sql`max(o.changed) over (partition by o.user_id)` : sql`o.changed`;
  const { rows } = await sql<Ticket>`
    select r.checkin_token, r.user_id, r.event_id, r.status, r.former_tokens, p.name, p.email, r.changed::text as changed,
           k.registration_id, ${hasAnswers ? answersTo(fields) : sql`null`} as answers
      from (select o.checkin_token, o.user_id, o.event_id, o.status, o.former_tokens, ${latest} as changed
              from (select o.checkin_token, o.user_id, o.event_id, o.status, o.former_tokens,
                           ${high}::bigint - ((${high}::bigint - o.changed_in::bigint) & 4294967295) as changed
                      from published.rosters o where o.super_event_id = ${super_event_id}) o) r
      join published.people p on p.id = r.user_id
      join published.checkin_tokens k on k.checkin_token = r.checkin_token
     where case when ${tracks}::uuid[] is null
                then r.event_id is null or r.event_id in (select id from published.tracks where super_event_id = ${super_event_id})
                else r.event_id = any (${tracks}::uuid[]) end
       and case when ${since}::bigint is null then r.status = 'accepted' else r.changed >= ${since}::bigint end
     order by p.name, r.checkin_token`.execute(db.getKysely());
  return rows;
}

const answersTo = (fields: readonly string[]) => sql`
  (select jsonb_object_agg(a.key, a.value)
     from (select * from jsonb_each(
             coalesce((select answers_json from published.super_event_registrations
                        where user_id = r.user_id and super_event_id = k.super_event_id), '{}')
             || coalesce((select answers_json from published.registrations where id = k.registration_id), '{}'))) a
    where a.key = any (${fields}::text[]))`;
