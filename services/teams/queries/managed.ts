/** SQL for teams as organizers manage them. */
import { sql } from 'kysely';
import type { RecruitingStatus } from '../../../shared/contract/teams/shapes.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import { containing } from '../../../shared/database/search.ts';
import type { tracks } from '../../../shared/database/published/events.ts';
import type { Position } from '../cursor.ts';
import type { submission, team } from '../entities.ts';
import { after, created, maxMembers, mostListed, trackOf, where } from './fragments.ts';
import { membersOf, type Member } from './teams.ts';

type Row = RowOf<typeof team>;
export type TrackOf = Pick<RowOf<typeof tracks>, 'id' | 'name' | 'slug'>;
export interface TeamDetail extends Pick<Row, 'id' | 'name' | 'is_open'> {
  track: TrackOf;
  max_members: number;
  members: Member[];
}
export interface ManagedTeam extends TeamDetail, Pick<Row, 'avatar_url' | 'problem' | 'created_at' | 'updated_at'> {
  created: string;
  submission: Pick<RowOf<typeof submission>, 'id' | 'title' | 'description' | 'links' | 'submitted_at'> | null;
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

/** The latest project submission of a team. */
const projectOf = sql`
  select h.id, h.title, h.description, h.links, h.submitted_at from submission h
   where h.team_id = t.id and h.checkin_point_id is null order by h.submitted_at desc, h.id desc limit 1`;

/** Reads up to one row more than the page holds. */
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

/** Reads one team. */
export async function findManaged(db: Db, super_event_id: string, id: string): Promise<TeamDetail | undefined> {
  const { rows } = await sql<TeamDetail>`
    select t.id, t.name, t.is_open, ${maxMembers} as max_members, ${trackOf} as track, ${membersOf} as members
      from team t join published.tracks e on e.id = t.event_id
     where t.id = ${id} and t.super_event_id = ${super_event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}
