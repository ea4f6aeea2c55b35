/** SQL of what somebody may know of themselves. What was deleted is left out. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { superEvents, tracks } from '../../../shared/database/published/events.ts';
import type { teamMembers, teams } from '../../../shared/database/published/teams.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import type { Listing } from '../../../shared/kit/whole-list.ts';
import type { registration, superEventRegistration } from '../entities.ts';

type Where = 'id' | 'name' | 'slug' | 'start_at' | 'end_at' | 'tz';
export type OwnTrack = Pick<RowOf<typeof tracks>, Where>;
export type OwnSuperEvent = Pick<RowOf<typeof superEvents>, Where | 'organization_id'>;
type Ticket = 'id' | 'status' | 'checkin_token';

export interface OwnPlace extends Pick<RowOf<typeof registration>, Ticket | 'created_at'> {
  event: OwnTrack | null;
  super_event: OwnSuperEvent;
  super_event_registration: Pick<RowOf<typeof superEventRegistration>, Ticket | 'looking_for_team'>;
  team:
    | (Pick<RowOf<typeof teams>, 'id' | 'name'> & Pick<RowOf<typeof teamMembers>, 'role'> & { has_result: boolean })
    | null;
}

const placeOf = (table: string) => {
  const column = (name: Where) => sql`${sql.lit(name)}, ${sql.ref(`${table}.${name}`)}`;
  return sql.join((['id', 'name', 'slug', 'start_at', 'end_at', 'tz'] as const).map(column));
};
const inHackathon = sql`
  json_build_object(${placeOf('s')}, 'organization_id', s.organization_id) as super_event,
  json_build_object('id', p.id, 'status', p.status, 'checkin_token', p.checkin_token,
                    'looking_for_team', p.looking_for_team) as super_event_registration`;

/** One row for each track somebody is on, and one for each hackathon where they are on none. */
export const placesOf = ({
  user_id,
  organization_id,
}: Pick<Viewer, 'user_id' | 'organization_id'>): Listing<OwnPlace> => ({
  rows: sql`
    with own as (
      select p.* from super_event_registration p
       where p.user_id = ${user_id} and (${organization_id}::uuid is null or p.organization_id = ${organization_id})
    ), on_track as (
      select r.*, json_build_object(${placeOf('t')}) as event
        from registration r join published.tracks t on t.id = r.event_id
       where r.user_id = ${user_id})
    select r.id, r.status, r.checkin_token, r.created_at, r.event, ${inHackathon},
           (select json_build_object('id', g.id, 'name', g.name, 'role', m.role,
                                     'has_result', exists (select from published.results k
                                                            where k.event_id = m.event_id and k.team_id = m.team_id))
              from published.team_members m join published.teams g on g.id = m.team_id
             where m.user_id = r.user_id and m.super_event_id = r.super_event_id and m.event_id = r.event_id) as team
      from on_track r
      join own p on p.id = r.super_event_registration_id
      join published.super_events s on s.id = r.super_event_id
    union all
    select p.id, p.status, p.checkin_token, p.created_at, null, ${inHackathon}, null
      from own p join published.super_events s on s.id = p.super_event_id
     where not exists (select 1 from on_track r where r.super_event_registration_id = p.id)`,
  by: [
    { column: 'created_at', kind: 'moment', falls: true },
    { column: 'id', kind: 'id', falls: true },
  ],
});
