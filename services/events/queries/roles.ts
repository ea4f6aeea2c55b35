/** SQL of who holds which role on a track. */
import { sql } from 'kysely';
import { wholeList, type TrackRole } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface HeldRole {
  user_id: string;
  role: TrackRole;
  name: string;
}

export async function rolesOn(db: Db, event_id: string): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    select r.user_id, r.role, p.name
      from track_role r join published.people p on p.id = r.user_id
     where r.event_id = ${event_id}
     order by r.created_at, r.user_id, r.role limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

interface RoleOf {
  readonly event_id: string;
  readonly user_id: string;
  readonly role: string;
}

/** Gives the role to whoever exists and does not have it. */
export async function placeRole(
  db: Db,
  { event_id, user_id, role }: RoleOf,
): Promise<{ exists: boolean; is_new: boolean }> {
  const { rows } = await sql<{ exists: boolean; is_new: boolean }>`
    with person as (select id from published.people where id = ${user_id}),
         placed as (insert into track_role (event_id, user_id, role) select ${event_id}, id, ${role} from person
                    on conflict do nothing returning user_id)
    select exists (select from person) as exists, exists (select from placed) as is_new`.execute(db.getKysely());
  return rows[0] ?? { exists: false, is_new: false };
}

/** Answers whose it was; undefined where nobody had it. */
export async function deleteRole(db: Db, { event_id, user_id, role }: RoleOf): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    delete from track_role where event_id = ${event_id} and user_id = ${user_id} and role = ${role}
    returning user_id`.execute(db.getKysely());
  return rows[0]?.user_id;
}

interface OpenAssignment {
  readonly id: string;
  readonly team_id: string;
  readonly team_name: string;
}

/** What a judge of the track has not handed in. */
export async function openAssignmentsOf(db: Db, event_id: string, judge_user_id: string): Promise<OpenAssignment[]> {
  const { rows } = await sql<OpenAssignment>`
    select a.id, a.team_id, t.name as team_name
      from published.assignments a join published.teams t on t.id = a.team_id
     where a.event_id = ${event_id} and a.judge_user_id = ${judge_user_id} and a.submitted_at is null
     order by a.created_at, a.id`.execute(db.getKysely());
  return rows;
}
