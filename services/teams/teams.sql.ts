/** SQL of teams: lists, details, and rows that are written. */
import { sql, type RawBuilder } from 'kysely';
import { wordsOf } from '../../shared/base/folding.ts';
import type { RecruitingStatus } from '../../shared/contract/teams/shapes.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { hasWords } from '../../shared/database/search.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import type { Position } from './cursor.ts';
import type { member, submission, Tables, team } from './entities.ts';
import { after, created, maxMembers, maxPageRows, trackOf, where } from './fragments.sql.ts';

type Row = RowOf<typeof team>;
export type SimpleTeam = Pick<Row, 'id' | 'event_id' | 'name' | 'member_count'>;
export type TeamMemberRow = Pick<RowOf<typeof member>, 'user_id' | 'role' | 'joined_at'> &
  Pick<RowOf<typeof people>, 'name' | 'email' | 'avatar_url'>;
export interface TeamWithMembers extends Pick<Row, 'id' | 'event_id' | 'name'> {
  members: TeamMemberRow[];
}

export const onTrack = (id: string) => sql`t.event_id = ${id}`;
export const ofSuperEvent = (id: string) => sql`t.super_event_id = ${id}`;

/** The teams that meet a condition. */
export const teamsAt = (condition: RawBuilder<unknown>): Listing<SimpleTeam> => ({
  rows: sql`
    select t.id, t.event_id, t.name, t.member_count, t.created_at
      from team t join published.tracks e on e.id = t.event_id
     where ${condition} and t.deleted_at is null`,
  by: oldestFirst,
});

/** Members in the order in which they joined. */
export const membersIn = (team_id: string): Listing<TeamMemberRow> => ({
  rows: sql`
    select m.id, m.user_id, m.role, m.joined_at, p.name, p.email, p.avatar_url
      from member m join published.people p on p.id = m.user_id
     where m.team_id = ${team_id} and m.left_at is null`,
  by: [
    { column: 'joined_at', kind: 'moment' },
    { column: 'id', kind: 'id' },
  ],
});

/** Members of the team `t`, in the order in which they joined. */
export const membersOf = sql`
  (select coalesce(json_agg(json_build_object('user_id', m.user_id, 'role', m.role, 'joined_at', m.joined_at,
                                              'name', p.name, 'email', p.email, 'avatar_url', p.avatar_url)
                            order by m.joined_at, m.id), '[]')
     from member m join published.people p on p.id = m.user_id
    where m.team_id = t.id and m.left_at is null)`;

/** Finds a team that is not deleted, in one hackathon if that is given. */
export async function findTeam(db: Db, id: string, super_event_id?: string): Promise<TeamWithMembers | undefined> {
  const { rows } = await sql<TeamWithMembers>`
    select t.id, t.event_id, t.name, ${membersOf} as members
      from team t join published.tracks e on e.id = t.event_id
     where t.id = ${id} and t.deleted_at is null
       and ${super_event_id === undefined ? sql`true` : ofSuperEvent(super_event_id)}`.execute(db.getKysely());
  return rows[0];
}

export type TrackOf = Pick<RowOf<typeof tracks>, 'id' | 'name' | 'slug'>;
export interface TeamDetail extends Pick<Row, 'id' | 'name' | 'is_open' | 'table'> {
  track: TrackOf;
  max_members: number;
  members: TeamMemberRow[];
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
  const { rows } = await sql<ManagedTeam>`
    with ordered as (
      select t.*, ${maxMembers} as max_members, ${trackOf} as track
        from team t
        join published.tracks e on e.id = t.event_id
       where t.super_event_id = ${super_event_id} and t.deleted_at is null and ${after('t', position)}
         and ${hasWords(sql`published.fold(t.name)`, wordsOf(filter.search))}
         and ${where(trackId, sql`t.event_id = ${trackId}`)}
         and ${where(isFull, sql`(t.member_count >= ${maxMembers}) = ${isFull}`)}
         and ${where(recruitingStatus, sql`(t.is_open and t.member_count < ${maxMembers}) = ${recruitingStatus === 'looking_for_members'}`)}
         and ${where(hasSubmission, sql`exists (${projectOf}) = ${hasSubmission}`)}
       order by t.created_at desc, t.id desc limit ${maxPageRows}
    ), listed as (
      select * from ordered t order by t.created_at desc, t.id desc limit ${limit + 1}
    )
    select t.id, t.name, t.avatar_url, t.problem, t.is_open, t."table", t.created_at, t.updated_at, t.max_members, t.track,
           ${created('t')}, ${membersOf} as members, (select row_to_json(h) from (${projectOf}) h) as submission
      from listed t order by t.created_at desc, t.id desc`.execute(db.getKysely());
  return rows;
}

/** Reads one team. */
export async function findManaged(db: Db, super_event_id: string, id: string): Promise<TeamDetail | undefined> {
  const { rows } = await sql<TeamDetail>`
    select t.id, t.name, t.is_open, t."table", ${maxMembers} as max_members, ${trackOf} as track, ${membersOf} as members
      from team t join published.tracks e on e.id = t.event_id
     where t.id = ${id} and t.super_event_id = ${super_event_id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

export type TeamRow = Pick<
  Row,
  'id' | 'event_id' | 'name' | 'problem' | 'is_open' | 'squad_id' | 'table' | 'created_at' | 'updated_at'
>;
type NewTeam = Pick<
  Row,
  'organization_id' | 'super_event_id' | 'event_id' | 'name' | 'problem' | 'is_open' | 'squad_id'
>;

/** Creates a team. The first person leads, and each person joined before those named after them. */
export async function insertTeam(db: Db, team: NewTeam, people: readonly string[]): Promise<TeamRow> {
  const { organization_id, super_event_id, event_id, name, problem, is_open, squad_id } = team;
  const { rows } = await sql<TeamRow>`
    with made as (
      insert into team (organization_id, super_event_id, event_id, name, problem, is_open, squad_id)
      values (${organization_id}, ${super_event_id}, ${event_id}, ${name}, ${problem}, ${is_open}, ${squad_id})
      returning *
    ), joined as (
      insert into member (team_id, super_event_id, event_id, user_id, role, joined_at)
      select made.id, made.super_event_id, made.event_id, p.user_id, case when p.n = 1 then 'LEADER' else 'MEMBER' end,
             now() + p.n * interval '1 microsecond'
        from made, unnest(${people}::uuid[]) with ordinality as p (user_id, n)
    )
    select id, event_id, name, problem, is_open, squad_id, "table", created_at, updated_at from made`.execute(
    db.getKysely(),
  );
  const [made] = rows;
  if (!made) throw new Error('No team was made.');
  return made;
}

type Fields = Pick<Row, 'name' | 'problem' | 'is_open' | 'avatar_url' | 'squad_id' | 'table'>;
type ChangedTeam = TeamRow & Fields & { former: Fields };

/** Changes the members that are defined. */
export async function updateTeam(
  db: Db,
  super_event_id: string,
  id: string,
  fields: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
): Promise<ChangedTeam | undefined> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const set = given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const touched = given.length > 0 ? sql`updated_at = now()` : sql`updated_at = t.updated_at`;
  const { rows } = await sql<ChangedTeam>`
    update team t set ${sql.join([...set, touched])}
     where id = ${id} and super_event_id = ${super_event_id} and deleted_at is null
       and event_id in (select id from published.tracks where super_event_id = ${super_event_id})
    returning id, event_id, new.name, new.problem, new.is_open, new.avatar_url, new.squad_id, new."table",
              created_at, new.updated_at,
              json_build_object('name', old.name, 'problem', old.problem, 'is_open', old.is_open,
                                'avatar_url', old.avatar_url, 'squad_id', old.squad_id, 'table', old."table") as former`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** Returns undefined if there is no such team. */
export function deleteTeam(db: Db, super_event_id: string, id: string) {
  const now = sql<Date>`now()`;
  return db
    .getKysely<Tables>()
    .updateTable('team')
    .set({ deleted_at: now, is_open: false, table: null, updated_at: now })
    .where('id', '=', id)
    .where('super_event_id', '=', super_event_id)
    .where('deleted_at', 'is', null)
    .where('event_id', 'in', (eb) =>
      eb.selectFrom('published.tracks').select('id').where('super_event_id', '=', super_event_id),
    )
    .returning(['id', 'event_id'])
    .executeTakeFirst();
}

/** Ends all memberships of a locked team and returns its former members. */
export async function emptyTeam(db: Db, id: string): Promise<RowOf<typeof member>['user_id'][]> {
  const members = db.getKysely<Tables>().updateTable('member').where('team_id', '=', id).where('left_at', 'is', null);
  const left = await members
    .set({ left_at: sql<Date>`clock_timestamp()` })
    .returning('user_id')
    .execute();
  return left.map(({ user_id }) => user_id);
}
