/** SQL for the recipients of an announcement. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../shared/database/database.ts';
import type { Audience } from './entities.ts';

export interface AudienceQuery {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly audience: Audience;
}

/** The people who match every member of the audience, as a query with `user_id`. */
export function peopleReached({
  organization_id,
  super_event_id,
  audience,
}: AudienceQuery): RawBuilder<{ user_id: string }> {
  const { statuses, track_ids, roles, confirmed, checked_in, has_team } = audience;
  const asksPlace = statuses !== undefined || confirmed !== undefined || roles === undefined;
  const onTracks = (column: string) => (track_ids ? sql`and ${sql.ref(column)} = any (${track_ids}::uuid[])` : sql``);
  const found = [
    ...(asksPlace ? [sql`p.id in (${placed(super_event_id, audience)})`] : []),
    ...(roles
      ? [
          sql`p.id in (select x.user_id from published.track_roles x
                        where x.super_event_id = ${super_event_id} and x.role = any (${roles}::text[])
                          ${onTracks('x.event_id')})`,
        ]
      : []),
    ...(checked_in === undefined ? [] : [sql`(p.id in (${arrived(super_event_id)})) = ${checked_in}`]),
    ...(has_team === undefined
      ? []
      : [
          sql`(p.id in (select m.user_id from published.team_members m
                         where m.super_event_id = ${super_event_id} ${onTracks('m.event_id')})) = ${has_team}`,
        ]),
  ];
  return sql<{ user_id: string }>`
    select p.id as user_id
      from published.people p
     where ${sql.join(found, sql` and `)}
       and not exists (select from mail.subscription u
                        where u.organization_id = ${organization_id} and u.user_id = p.id
                          and u.unsubscribed_at is not null)`;
}

/** The people who applied. With tracks, the status is that of the registration there. */
function placed(super_event_id: string, { statuses, track_ids, confirmed }: Audience) {
  const hasStatus = statuses ? sql`r.status = any (${statuses}::text[])` : sql`r.status <> 'cancelled'`;
  const confirms = sql`
    select c.user_id from published.super_event_registrations c
     where c.super_event_id = ${super_event_id} and c.confirmed_at is not null`;
  const isConfirmed = confirmed === undefined ? sql`` : sql`and (r.user_id in (${confirms})) = ${confirmed}`;
  const [places, onTracks] = track_ids
    ? [sql`published.registrations`, sql`and r.event_id = any (${track_ids}::uuid[])`]
    : [sql`published.super_event_registrations`, sql``];
  return sql`
    select r.user_id from ${places} r
     where r.super_event_id = ${super_event_id} and ${hasStatus} ${onTracks} ${isConfirmed}`;
}

/** The people who were checked in at a point, as boards count them. */
const arrived = (super_event_id: string) => sql`
  select c.user_id from published.checkins c where c.super_event_id = ${super_event_id}`;

/** Counts the present recipients of an announcement. */
export async function countReached(db: Db, reach: AudienceQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${peopleReached(reach)}) r`.execute(db.getKysely());
  return rows[0]?.n ?? 0;
}

/** Tells whether all of these are tracks of the hackathon. */
export async function areTracksOf(db: Db, super_event_id: string, track_ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from published.tracks
     where super_event_id = ${super_event_id} and id = any (${track_ids}::uuid[])`.execute(db.getKysely());
  return rows[0]?.n === new Set(track_ids).size;
}
