/** SQL for team rows: creating, changing and deleting. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { member, team, Tables } from '../entities.ts';

type Row = RowOf<typeof team>;
export type TeamRow = Pick<
  Row,
  'id' | 'event_id' | 'name' | 'problem' | 'is_open' | 'squad_id' | 'created_at' | 'updated_at'
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
    select id, event_id, name, problem, is_open, squad_id, created_at, updated_at from made`.execute(db.getKysely());
  const [made] = rows;
  if (!made) throw new Error('No team was made.');
  return made;
}

type Fields = Pick<Row, 'name' | 'problem' | 'is_open' | 'avatar_url' | 'squad_id'>;
type ChangedTeam = TeamRow & Fields & { former: Fields };

/** Changes what is defined. */
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
    returning id, event_id, new.name, new.problem, new.is_open, new.avatar_url, new.squad_id, created_at,
              new.updated_at,
              json_build_object('name', old.name, 'problem', old.problem, 'is_open', old.is_open,
                                'avatar_url', old.avatar_url, 'squad_id', old.squad_id) as former`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** Undefined where there is no such team. */
export function deleteTeam(db: Db, super_event_id: string, id: string) {
  const now = sql<Date>`now()`;
  return db
    .getKysely<Tables>()
    .updateTable('team')
    .set({ deleted_at: now, is_open: false, updated_at: now })
    .where('id', '=', id)
    .where('super_event_id', '=', super_event_id)
    .where('deleted_at', 'is', null)
    .where('event_id', 'in', (eb) =>
      eb.selectFrom('published.tracks').select('id').where('super_event_id', '=', super_event_id),
    )
    .returning(['id', 'event_id'])
    .executeTakeFirst();
}

/** Ends all memberships of a locked team and returns who was in it. */
export async function emptyTeam(db: Db, id: string): Promise<RowOf<typeof member>['user_id'][]> {
  const members = db.getKysely<Tables>().updateTable('member').where('team_id', '=', id).where('left_at', 'is', null);
  const left = await members
    .set({ left_at: sql<Date>`clock_timestamp()` })
    .returning('user_id')
    .execute();
  return left.map(({ user_id }) => user_id);
}
