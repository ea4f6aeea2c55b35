/** Teams as everybody who takes part sees them. */
import { sql, type RawBuilder } from 'kysely';
import type { MemberRole } from '../../../shared/contract/teams/shapes.ts';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface SimpleTeam {
  id: string;
  event_id: string;
  name: string;
  member_count: number;
}
export interface Member {
  user_id: string;
  role: MemberRole;
  joined_at: string;
  name: string;
  email: string;
  avatar_url: string | null;
}
export interface TeamWithMembers {
  id: string;
  event_id: string;
  name: string;
  members: Member[];
}

export const onTrack = (id: string) => sql`t.event_id = ${id}`;
export const ofSuperEvent = (id: string) => sql`t.super_event_id = ${id}`;

export async function listTeams(db: Db, place: RawBuilder<unknown>): Promise<SimpleTeam[]> {
  const { rows } = await sql<SimpleTeam>`
    select t.id, t.event_id, t.name, t.member_count
      from team t join published.tracks e on e.id = t.event_id
     where ${place} and t.deleted_at is null
     order by t.created_at, t.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/** Of the team `t`, longest-standing first. */
export const membersOf = sql`
  (select coalesce(json_agg(json_build_object('user_id', m.user_id, 'role', m.role, 'joined_at', m.joined_at,
                                              'name', p.name, 'email', p.email, 'avatar_url', p.avatar_url)
                            order by m.joined_at, m.id), '[]')
     from member m join published.people p on p.id = m.user_id
    where m.team_id = t.id and m.left_at is null)`;

/** A live team, of any hackathon where none is named. */
export async function findTeam(db: Db, id: string, super_event_id?: string): Promise<TeamWithMembers | undefined> {
  const { rows } = await sql<TeamWithMembers>`
    select t.id, t.event_id, t.name, ${membersOf} as members
      from team t join published.tracks e on e.id = t.event_id
     where t.id = ${id} and t.deleted_at is null
       and ${super_event_id === undefined ? sql`true` : ofSuperEvent(super_event_id)}`.execute(db.getKysely());
  return rows[0];
}
