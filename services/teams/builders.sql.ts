/** SQL for builders: a hackathon's people with their parents, tracks and teams. */
import { sql } from 'kysely';
import { wordsOf } from '../../shared/base/folding.ts';
import { builderStatuses } from '../../shared/contract/teams/builders.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { registrations, superEventRegistrations } from '../../shared/database/published/registrations.ts';
import { hasWords } from '../../shared/database/search.ts';
import type { Position } from './cursor.ts';
import type { member, team } from './entities.ts';
import { after, created, maxMembers, maxPageRows, trackOf, where } from './fragments.sql.ts';
import type { TrackOf } from './teams.sql.ts';

type BuilderStatus = (typeof builderStatuses)[number];

type Team = RowOf<typeof team>;
type Member = RowOf<typeof member>;
type Person = RowOf<typeof people>;
type Parent = RowOf<typeof superEventRegistrations>;

interface ActiveTeam extends Pick<Team, 'id' | 'name' | 'squad_id'>, Pick<Member, 'role'> {
  track_id: Team['event_id'];
  track_name: TrackOf['name'];
}
interface Builder extends Pick<Parent, 'user_id' | 'looking_for_team'>, Pick<Person, 'name' | 'email'> {
  status: BuilderStatus;
  active_team: ActiveTeam | null;
}
export interface ListedBuilder
  extends
    Builder,
    Pick<Parent, 'id' | 'interested_track_ids' | 'created_at' | 'updated_at'>,
    Pick<Person, 'avatar_url'> {
  tracks: TrackOf[];
  created: string;
}
interface Registered extends Pick<RowOf<typeof registrations>, 'id' | 'status' | 'created_at' | 'answers_json'> {
  track: TrackOf;
}
interface Membership extends Pick<Member, 'team_id' | 'role' | 'joined_at' | 'left_at'> {
  team_name: Team['name'];
  track: TrackOf;
}
export interface BuilderDetail
  extends Builder, Pick<Parent, 'answers_json' | 'confirm_by' | 'confirmed_at' | 'consented_at' | 'consented_to'> {
  registrations: Registered[];
  history: Membership[];
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
 * The membership of the parent `p`. Its `limit` makes PostgreSQL look at one person after another instead of finding
 * all matches first.
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

/** Reads up to one row more than the page holds. */
export async function listBuilders(db: Db, filter: BuilderFilter): Promise<ListedBuilder[]> {
  const { super_event_id, position, limit, status, trackId, lookingForTeam, hasTeam } = filter;
  const { rows } = await sql<ListedBuilder>`
    with ordered as (
      select p.* from published.super_event_registrations p join published.people u on u.id = p.user_id
       where p.super_event_id = ${super_event_id} and ${isBuilder} and ${after('p', position)}
         and ${hasWords(sql`u.search`, wordsOf(filter.search))}
         and ${where(status, sql`p.status = ${status}`)}
         and ${where(trackId, registeredOn(trackId))}
         and ${where(lookingForTeam, sql`p.looking_for_team = ${lookingForTeam}`)}
         and ${where(hasTeam, sql`(${hasTeamNow}) = ${hasTeam}`)}
       order by p.created_at desc, p.id desc limit ${maxPageRows}
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

/** The builders of each status. All of a hackathon are kept counted; those of a filter are counted now. */
export async function countByStatus(
  db: Db,
  { super_event_id, search, trackId }: Pick<BuilderFilter, 'super_event_id' | 'search' | 'trackId'>,
): Promise<{ status: BuilderStatus; n: number }[]> {
  const words = wordsOf(search);
  const counted =
    words.length === 0 && trackId === undefined
      ? sql`sum(p.n)::int as n from published.super_event_registration_tally p`
      : sql`count(*)::int as n from published.super_event_registrations p join published.people u on u.id = p.user_id
             and ${hasWords(sql`u.search`, words)} and ${where(trackId, registeredOn(trackId))}`;
  const { rows } = await sql<{ status: BuilderStatus; n: number }>`
    select p.status, ${counted} where p.super_event_id = ${super_event_id} and ${isBuilder}
     group by p.status`.execute(db.getKysely());
  return rows;
}

/** Reads one builder. */
export async function findBuilder(db: Db, super_event_id: string, user_id: string): Promise<BuilderDetail | undefined> {
  const { rows } = await sql<BuilderDetail>`
    select p.user_id, u.name, u.email, p.status, p.answers_json, p.confirm_by, p.confirmed_at, p.consented_at, p.consented_to,
           p.looking_for_team, ${activeTeam} as active_team,
           (select coalesce(json_agg(json_build_object('id', r.id, 'track', ${trackOf}, 'status', r.status,
                                                       'answers_json', r.answers_json,
                                                       'created_at', r.created_at) order by r.created_at, r.id), '[]')
              from published.registrations r join published.tracks e on e.id = r.event_id
             where r.super_event_registration_id = p.id) as registrations,
           (select coalesce(json_agg(json_build_object('team_id', t.id, 'team_name', t.name, 'track', ${trackOf},
                                                       'role', m.role, 'joined_at', m.joined_at, 'left_at', m.left_at)
                                     order by m.joined_at, m.id), '[]')
              from member m join team t on t.id = m.team_id join published.tracks e on e.id = m.event_id
             where m.super_event_id = p.super_event_id and m.user_id = p.user_id) as history
      from published.super_event_registrations p join published.people u on u.id = p.user_id
     where p.super_event_id = ${super_event_id} and p.user_id = ${user_id} and ${isBuilder}`.execute(db.getKysely());
  return rows[0];
}

export interface BuilderCounts {
  builders: number;
  looking_for_team: number;
  with_team: number;
  teams: number;
  looking_for_members: number;
  closed: number;
  full: number;
}

/**
 * Counts people and teams. A person is in one team of a hackathon at a time and accepted on its track, so team sizes
 * add up to the number of people in teams. Whether a team is full depends on the current limit of its track.
 */
export async function countAll(db: Db, super_event_id: string): Promise<BuilderCounts | undefined> {
  const { rows } = await sql<BuilderCounts>`
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
