/** Teams as organizers manage them. */
import { sql } from 'kysely';
import type { RecruitingStatus } from '../../../shared/contract/teams/shapes.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { Position } from '../cursor.ts';
import { after, containing, created, maxMembers, mostListed, trackOf, where } from './fragments.ts';
import { membersOf, type Member } from './teams.ts';

export interface TrackOf {
  id: string;
  name: string;
  slug: string;
}
export interface TeamDetail {
  id: string;
  name: string;
  is_open: boolean;
  track: TrackOf;
  max_members: number;
  members: Member[];
}
export interface ManagedTeam extends TeamDetail {
  avatar_url: string | null;
  problem: string | null;
  created_at: string;
  updated_at: string;
  created: string;
  submission: {
    id: string;
    title: string;
    description: string | null;
    links: string[];
    submitted_at: string;
  } | null;
}
export interface TeamFilter {
  readonly super_event_id: string;
  readonly position: Position | undefined;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly trackId?: string | undefined;
  readonly recruitingStatus?: RecruitingStatus | undefined;
  readonly isFull?: boolean | undefined;
  readonly hasSubmission?: boolean | undefined;
}

/** The last one counts, where a team handed in its project more than once. */
const projectOf = sql`
  select h.id, h.title, h.description, h.links, h.submitted_at from submission h
   where h.team_id = t.id and h.checkin_point_id is null order by h.submitted_at desc, h.id desc limit 1`;

/** One row more than the page holds, if there is one. */
export async function listManaged(db: Db, filter: TeamFilter): Promise<ManagedTeam[]> {
  const { super_event_id, position, limit, trackId, recruitingStatus, isFull, hasSubmission } = filter;
  const term = filter.search?.trim() || undefined;
  const { rows } = await sql<ManagedTeam>`
    with ordered as (
      select t.*, ${maxMembers} as max_members, ${trackOf} as track
        from team t
        join published.tracks e on e.id = t.event_id
       where t.super_event_id = ${super_event_id} and t.deleted_at is null and ${after('t', position)}
         and ${where(term, sql`published.fold(t.name) like ${containing(term ?? '')}`)}
         and ${where(trackId, sql`t.event_id = ${trackId}`)}
         and ${where(isFull, sql`(t.member_count >= ${maxMembers}) = ${isFull}`)}
         and ${where(recruitingStatus, sql`(t.is_open and t.member_count < ${maxMembers}) = ${recruitingStatus === 'looking_for_members'}`)}
         and ${where(hasSubmission, sql`exists (${projectOf}) = ${hasSubmission}`)}
       order by t.created_at desc, t.id desc limit ${mostListed}
    ), listed as (
      select * from ordered t order by t.created_at desc, t.id desc limit ${limit + 1}
    )
    select t.id, t.name, t.avatar_url, t.problem, t.is_open, t.created_at, t.updated_at, t.max_members, t.track,
           ${created('t')}, ${membersOf} as members, (select row_to_json(h) from (${projectOf}) h) as submission
      from listed t order by t.created_at desc, t.id desc`.execute(db.getKysely());
  return rows;
}

export async function findManaged(db: Db, super_event_id: string, id: string): Promise<TeamDetail | undefined> {
  const { rows } = await sql<TeamDetail>`
    select t.id, t.name, t.is_open, ${maxMembers} as max_members, ${trackOf} as track, ${membersOf} as members
      from team t join published.tracks e on e.id = t.event_id
     where t.id = ${id} and t.super_event_id = ${super_event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}
