/** SQL of badges. */
import { sql } from 'kysely';
import { wordsOf } from '../../shared/base/folding.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import { trackRoles, type TrackRole } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { hasWords } from '../../shared/database/search.ts';
import type { point, record } from './entities.ts';

export type Badge = ActionAnswer<'check-in.badge'>['badge'];

interface Which {
  readonly super_event_id: string;
  readonly user_id?: string;
  readonly role?: TrackRole | undefined;
  readonly track_id?: string | undefined;
  readonly search?: string | undefined;
}

/**
 * One badge for each person, however many tracks and roles they have: the role that comes first among `trackRoles`, and
 * the token that opens most, which is that of a track.
 */
export async function badgesOf(db: Db, which: Which, { limit, offset }: { limit: number; offset: number }) {
  const { super_event_id, user_id = null, role = null, track_id = null, search } = which;
  const { rows } = await sql<{ total: number; badges: Badge[] }>`
    with place as (
      select user_id, null::uuid as event_id, 'PARTICIPANT' as role from published.super_event_registrations
       where super_event_id = ${super_event_id} and status = 'accepted'
      union all
      select user_id, event_id, 'PARTICIPANT' from published.registrations
       where super_event_id = ${super_event_id} and status = 'accepted'
      union all
      select user_id, event_id, role from published.track_roles where super_event_id = ${super_event_id}
    ), person as (
      select l.user_id, min(array_position(${[...trackRoles]}::text[], l.role)) as rank,
             string_agg(distinct t.name, ', ' order by t.name) as track
        from place l left join published.tracks t on t.id = l.event_id
       where ${user_id}::uuid is null or l.user_id = ${user_id}::uuid
       group by l.user_id
      having ${track_id}::uuid is null or bool_or(l.event_id = ${track_id}::uuid)
    ), badge as (
      select p.id as user_id, p.name, p.name_key, w.track, (${[...trackRoles]}::text[])[w.rank] as role
        from person w join published.people p on p.id = w.user_id
       where ${hasWords(sql`p.search`, wordsOf(search))}
         and (${role}::text is null or w.rank = array_position(${[...trackRoles]}::text[], ${role}::text))
    )
    select (select count(*)::int from badge) as total,
           (select coalesce(json_agg(json_build_object('user_id', b.user_id, 'name', b.name, 'track', b.track, 'role', b.role, 'code', (
                     select c.checkin_token from published.checkin_tokens c
                      where c.user_id = b.user_id and c.super_event_id = ${super_event_id} and c.status = 'accepted'
                      order by c.event_id nulls last limit 1)) order by b.name_key, b.user_id), '[]')
              from (select * from badge order by name_key, user_id limit ${limit} offset ${offset}) b) as badges`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { total: 0, badges: [] };
}

type CheckedIn = Pick<RowOf<typeof record>, 'user_id' | 'scanned_by'> & Pick<RowOf<typeof point>, 'super_event_id'>;

export async function findCheckIn(db: Db, id: string): Promise<CheckedIn | undefined> {
  const { rows } = await sql<CheckedIn>`
    select r.user_id, r.scanned_by, p.super_event_id from record r join point p on p.id = r.point_id
     where r.id = ${id} and r.annulled_at is null`.execute(db.getKysely());
  return rows[0];
}
