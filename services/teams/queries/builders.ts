/** People of a hackathon as team management sees them: their parents, tracks and teams. */
import { sql } from 'kysely';
import { builderStatuses } from '../../../shared/contract/teams/builders.ts';
import type { MemberRole } from '../../../shared/contract/teams/shapes.ts';
import { wholeList, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { Position } from '../cursor.ts';
import { after, containing, created, maxMembers, mostListed, trackOf, where } from './fragments.ts';
import type { TrackOf } from './managed.ts';

type BuilderStatus = (typeof builderStatuses)[number];

interface Builder {
  user_id: string;
  name: string;
  email: string;
  status: BuilderStatus;
  active_team: {
    id: string;
    name: string;
    track_id: string;
    track_name: string;
    role: MemberRole;
    squad_id: string | null;
  } | null;
}
export interface ListedBuilder extends Builder {
  id: string;
  avatar_url: string | null;
  tracks: TrackOf[];
  interested_track_ids: string[];
  looking_for_team: boolean;
  created_at: string;
  updated_at: string;
  created: string;
}
export interface BuilderDetail extends Builder {
  looking_for_team: boolean;
  answers_json: Record<string, unknown>;
  registrations: { id: string; track: TrackOf; status: RegistrationStatus; created_at: string }[];
  history: {
    team_id: string;
    team_name: string;
    track: TrackOf;
    role: MemberRole;
    joined_at: string;
    left_at: string | null;
  }[];
}
export interface BuilderFilter {
  readonly super_event_id: string;
  readonly position: Position | undefined;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly status?: BuilderStatus | undefined;
  readonly trackId?: string | undefined;
  readonly lookingForTeam?: boolean | undefined;
  readonly hasTeam?: boolean | undefined;
}

/**
 * Of the parent `p`. What somebody is picked by is asked of one after another, which a limit says: left to itself,
 * PostgreSQL would rather find everybody who meets it before the first is shown.
 */
const membership = sql`
  member m join team t on t.id = m.team_id
   where m.super_event_id = p.super_event_id and m.user_id = p.user_id and m.left_at is null and t.deleted_at is null`;
const hasTeamNow = sql`(select true from ${membership} limit 1) is not null`;
const activeTeam = sql`
  (select json_build_object('id', t.id, 'name', t.name, 'track_id', t.event_id, 'role', m.role, 'squad_id', t.squad_id,
                            'track_name', (select e.name from published.tracks e where e.id = t.event_id))
     from ${membership})`;
const registeredOn = (event_id: string | undefined) => sql`
  (select true from published.registrations r
    where r.super_event_registration_id = p.id and r.status <> 'cancelled' and r.event_id = ${event_id} limit 1)`;
const isBuilder = sql`p.status = any (${builderStatuses}::text[])`;

/** One row more than the page holds, if there is one. */
export async function listBuilders(db: Db, filter: BuilderFilter): Promise<ListedBuilder[]> {
  const { super_event_id, position, limit, status, trackId, lookingForTeam, hasTeam } = filter;
  const term = filter.search?.trim() || undefined;
  const { rows } = await sql<ListedBuilder>`
    with ordered as (
      select p.* from published.super_event_registrations p join published.people u on u.id = p.user_id
       where p.super_event_id = ${super_event_id} and ${isBuilder} and ${after('p', position)}
         and ${where(term, sql`u.search like ${containing(term ?? '')}`)}
         and ${where(status, sql`p.status = ${status}`)}
         and ${where(trackId, registeredOn(trackId))}
         and ${where(lookingForTeam, sql`p.looking_for_team = ${lookingForTeam}`)}
         and ${where(hasTeam, sql`(${hasTeamNow}) = ${hasTeam}`)}
       order by p.created_at desc, p.id desc limit ${mostListed}
    ), listed as (
      select * from ordered p order by p.created_at desc, p.id desc limit ${limit + 1}
    )
    select p.id, p.user_id, u.name, u.email, u.avatar_url, p.status, p.interested_track_ids, p.looking_for_team,
           p.created_at, p.updated_at, ${created('p')}, ${activeTeam} as active_team,
           (select coalesce(json_agg(${trackOf} order by e.name, e.id), '[]')
              from published.registrations r join published.tracks e on e.id = r.event_id
             where r.super_event_registration_id = p.id and r.status <> 'cancelled') as tracks
      from listed p join published.people u on u.id = p.user_id
     order by p.created_at desc, p.id desc`.execute(db.getKysely());
  return rows;
}

export async function findBuilder(db: Db, super_event_id: string, user_id: string): Promise<BuilderDetail | undefined> {
  const { rows } = await sql<BuilderDetail>`
    select p.user_id, u.name, u.email, p.status, p.answers_json, p.looking_for_team, ${activeTeam} as active_team,
           (select coalesce(json_agg(json_build_object('id', r.id, 'track', ${trackOf}, 'status', r.status,
                                                       'created_at', r.created_at) order by r.created_at, r.id), '[]')
              from published.registrations r join published.tracks e on e.id = r.event_id
             where r.super_event_registration_id = p.id) as registrations,
           (select coalesce(json_agg(json_build_object('team_id', t.id, 'team_name', t.name, 'track', ${trackOf},
                                                       'role', m.role, 'joined_at', m.joined_at, 'left_at', m.left_at)
                                     order by m.joined_at, m.id), '[]')
              from (select * from member where super_event_id = p.super_event_id and user_id = p.user_id
                     order by joined_at desc, id desc limit ${wholeList}) m
              join team t on t.id = m.team_id join published.tracks e on e.id = m.event_id) as history
      from published.super_event_registrations p join published.people u on u.id = p.user_id
     where p.super_event_id = ${super_event_id} and p.user_id = ${user_id} and ${isBuilder}`.execute(db.getKysely());
  return rows[0];
}

export interface Counts {
  builders: number;
  looking_for_team: number;
  with_team: number;
  teams: number;
  looking_for_members: number;
  closed: number;
  full: number;
}

/**
 * A person is in one team of a hackathon at a time, accepted on its track: so many are in teams as these have members.
 * Whether a team is full is asked of what its track allows now.
 */
export async function countAll(db: Db, super_event_id: string): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select b.*, g.* from (
      select coalesce(sum(p.n), 0)::int as builders,
             coalesce(sum(p.n) filter (where p.looking_for_team), 0)::int as looking_for_team
        from published.super_event_registration_tally p where p.super_event_id = ${super_event_id} and ${isBuilder}
    ) b, (
      select coalesce(sum(t.n * t.member_count), 0)::int as with_team, coalesce(sum(t.n), 0)::int as teams,
             coalesce(sum(t.n) filter (where t.is_open and not t.is_full), 0)::int as looking_for_members,
             coalesce(sum(t.n) filter (where not t.is_open), 0)::int as closed,
             coalesce(sum(t.n) filter (where t.is_full), 0)::int as "full"
        from (select t.n, t.is_open, t.member_count, t.member_count >= ${maxMembers} as is_full
                from team_tally t join published.tracks e on e.id = t.event_id
               where e.super_event_id = ${super_event_id}) t
    ) g`.execute(db.getKysely());
  return rows[0];
}
