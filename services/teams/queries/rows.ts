/** A team's own row: created, changed, deleted. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

export interface TeamRow {
  id: string;
  event_id: string;
  name: string;
  problem: string | null;
  is_open: boolean;
  squad_id: string | null;
  created_at: string;
  updated_at: string;
}
export interface NewTeam {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly event_id: string;
  readonly name: string;
  readonly problem: string | null;
  readonly is_open: boolean;
  readonly squad_id: string | null;
}

/** The first of the people leads; they stand longer than those named after them. */
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
    select id, event_id, name, problem, is_open, squad_id, created_at, updated_at from made`.execute(db.getKysely());
  const [made] = rows;
  if (!made) throw new Error('No team was made.');
  return made;
}

export interface TeamFields {
  readonly name?: string | undefined;
  readonly problem?: string | null | undefined;
  readonly is_open?: boolean | undefined;
  readonly avatar_url?: string | null | undefined;
  readonly squad_id?: string | null | undefined;
}
type ChangedTeam = TeamRow & { avatar_url: string | null; former: Record<string, unknown> };

/** What is undefined stays as it is. */
export async function updateTeam(
  db: Db,
  super_event_id: string,
  id: string,
  fields: TeamFields,
): Promise<ChangedTeam | undefined> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const set = given.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const touched = given.length > 0 ? sql`updated_at = now()` : sql`updated_at = t.updated_at`;
  const { rows } = await sql<ChangedTeam>`
    update team t set ${sql.join([...set, touched])}
     where id = ${id} and super_event_id = ${super_event_id} and deleted_at is null
       and event_id in (select id from published.tracks where super_event_id = ${super_event_id})
    returning id, event_id, new.name, new.problem, new.is_open, new.avatar_url, new.squad_id, created_at,
              new.updated_at,
              json_build_object('name', old.name, 'problem', old.problem, 'is_open', old.is_open,
                                'avatar_url', old.avatar_url, 'squad_id', old.squad_id) as former`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** False where there is no such team. */
export async function deleteTeam(db: Db, super_event_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    update team set deleted_at = now(), is_open = false, updated_at = now()
     where id = ${id} and super_event_id = ${super_event_id} and deleted_at is null
       and event_id in (select id from published.tracks where super_event_id = ${super_event_id})
    returning id`.execute(db.getKysely());
  return rows.length > 0;
}

/** Once its row is held. Answers who was in it. */
export async function emptyTeam(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    update member set left_at = clock_timestamp() where team_id = ${id} and left_at is null
    returning user_id`.execute(db.getKysely());
  return rows.map(({ user_id }) => user_id);
}
