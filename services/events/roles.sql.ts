/** SQL for roles on a track. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { assignments } from '../../shared/database/published/judging.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { trackRole } from './entities.ts';

type Row = RowOf<typeof trackRole>;
export type AssignedRole = Pick<Row, 'user_id' | 'role'> & Pick<RowOf<typeof people>, 'name'>;

/** The roles on a track, oldest first. */
export const rolesOn = (event_id: string): Listing<AssignedRole> => ({
  rows: sql`
    select r.user_id, r.role, p.name, r.created_at
      from track_role r join published.people p on p.id = r.user_id
     where r.event_id = ${event_id}`,
  by: [
    { column: 'created_at', kind: 'moment' },
    { column: 'user_id', kind: 'id' },
    { column: 'role', kind: 'text' },
  ],
});

interface RoleOf extends Readonly<Pick<Row, 'event_id' | 'user_id'>> {
  /** Any text, because it comes from a path. */
  readonly role: string;
}

/** Grants a role to a person who exists and does not have it. */
export async function grantRole(
  db: Db,
  { event_id, user_id, role }: RoleOf,
): Promise<{ exists: boolean; is_new: boolean }> {
  const { rows } = await sql<{ exists: boolean; is_new: boolean }>`
    with person as (select id from published.people where id = ${user_id}),
         granted as (insert into track_role (event_id, user_id, role) select ${event_id}, id, ${role} from person
                    on conflict do nothing returning user_id)
    select exists (select from person) as exists, exists (select from granted) as is_new`.execute(db.getKysely());
  return rows[0] ?? { exists: false, is_new: false };
}

/** Removes a role and returns the person's id, or undefined if they did not have it. */
export async function deleteRole(db: Db, { event_id, user_id, role }: RoleOf): Promise<string | undefined> {
  const { rows } = await sql<Pick<Row, 'user_id'>>`
    delete from track_role where event_id = ${event_id} and user_id = ${user_id} and role = ${role}
    returning user_id`.execute(db.getKysely());
  return rows[0]?.user_id;
}

interface OpenAssignment extends Readonly<Pick<RowOf<typeof assignments>, 'id' | 'team_id'>> {
  readonly team_name: string;
}

/** The assignments that a judge of the track has not submitted. */
export async function openAssignmentsOf(db: Db, event_id: string, judge_user_id: string): Promise<OpenAssignment[]> {
  const { rows } = await sql<OpenAssignment>`
    select a.id, a.team_id, t.name as team_name
      from published.assignments a join published.teams t on t.id = a.team_id
     where a.event_id = ${event_id} and a.judge_user_id = ${judge_user_id} and a.submitted_at is null
     order by a.created_at, a.id`.execute(db.getKysely());
  return rows;
}
