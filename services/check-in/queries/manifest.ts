/** SQL of what a kiosk has to know to work without a network. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { superEvents, tracks } from '../../../shared/database/published/events.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { rosters } from '../../../shared/database/published/registrations.ts';
import type { DeviceScope } from '../../../shared/base/viewer.ts';
import type { point } from '../entities.ts';

type Point = RowOf<typeof point>;
export type DevicePoint = Pick<Point, 'id' | 'name' | 'type' | 'event_id' | 'opens_at' | 'closes_at'>;
export interface Ground {
  /** Null once the hackathon is deleted. */
  super_event: Pick<RowOf<typeof superEvents>, 'name' | 'tz'> | null;
  tracks: Pick<RowOf<typeof tracks>, 'id' | 'name'>[];
  points: DevicePoint[];
  /** Tells the live tracks apart, and what of them the points serve: where it is another, so may the whole roster be. */
  shape: string;
  /** No transaction before this one is still under way, and none after `high` has begun. As text, for it has 64 bits. */
  low: string;
  high: string;
}

/** The device's points, and where in the life of the database it asks. */
export async function groundOf(db: Db, { super_event_id, point_ids }: DeviceScope): Promise<Ground> {
  const { rows } = await sql<Ground>`
    with tracks as (select id, name from published.tracks where super_event_id = ${super_event_id}),
         points as (
           select id, name, type, event_id, opens_at, closes_at from point p
            where super_event_id = ${super_event_id} and (${point_ids}::uuid[] is null or id = any (${point_ids}::uuid[]))
              and (event_id is null or event_id in (select id from tracks))
              and exists (select 1 from published.super_events where id = ${super_event_id}))
    select (select json_build_object('name', name, 'tz', tz) from published.super_events where id = ${super_event_id}) as super_event,
           (select coalesce(json_agg(t order by t.name, t.id), '[]') from tracks t) as tracks,
           (select coalesce(json_agg(p order by p.opens_at, p.name, p.id), '[]') from points p) as points,
           md5(concat((select string_agg(id::text, ',' order by id) from tracks), ';',
                      (select string_agg(distinct coalesce(event_id::text, 'all'), ',') from points))) as shape,
           pg_snapshot_xmin(pg_current_snapshot())::text as low, pg_snapshot_xmax(pg_current_snapshot())::text as high`.execute(
    db.getKysely(),
  );
  return rows[0]!;
}

type Roster = RowOf<typeof rosters>;
export interface Ticket extends Pick<Roster, 'checkin_token' | 'event_id' | 'status' | 'former_tokens'> {
  name: RowOf<typeof people>['name'];
  /** The transaction that wrote it last, as 64 bits. */
  changed: string;
}

interface Asked {
  readonly super_event_id: string;
  /** Null: tokens of the hackathon and of all its tracks. */
  readonly tracks: readonly string[] | null;
  /** The transaction from which on changes are told; null for all who are accepted. */
  readonly since: string | null;
  readonly high: string;
}

/**
 * Rows know 32 bits of the transaction that wrote them. None lies as far back as half of what 32 bits tell apart, or it
 * counts as changed, which does no harm.
 */
export async function ticketsOf(db: Db, { super_event_id, tracks, since, high }: Asked): Promise<Ticket[]> {
  const { rows } = await sql<Ticket>`
    select r.checkin_token, r.event_id, r.status, r.former_tokens, p.name, r.changed::text as changed
      from (select o.*, ${high}::bigint - ((${high}::bigint - o.changed_in::bigint) & 4294967295) as changed
              from published.rosters o where o.super_event_id = ${super_event_id}) r
      join published.people p on p.id = r.user_id
     where case when ${tracks}::uuid[] is null
                then r.event_id is null or r.event_id in (select id from published.tracks where super_event_id = ${super_event_id})
                else r.event_id = any (${tracks}::uuid[]) end
       and case when ${since}::bigint is null then r.status = 'accepted' else r.changed >= ${since}::bigint end
     order by p.name, r.checkin_token`.execute(db.getKysely());
  return rows;
}
