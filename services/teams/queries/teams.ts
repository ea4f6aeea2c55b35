/** SQL for teams as participants see them. */
import { sql, type RawBuilder } from 'kysely';
import { oldestFirst, type Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { member, team } from '../entities.ts';

type Row = RowOf<typeof team>;
export type SimpleTeam = Pick<Row, 'id' | 'event_id' | 'name' | 'member_count'>;
export type Member = Pick<RowOf<typeof member>, 'user_id' | 'role' | 'joined_at'> &
  Pick<RowOf<typeof people>, 'name' | 'email' | 'avatar_url'>;
export interface TeamWithMembers extends Pick<Row, 'id' | 'event_id' | 'name'> {
  members: Member[];
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
export const membersIn = (team_id: string): Listing<Member> => ({
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
