/** SQL for planned assignments, and for judges who decline. */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teams } from '../../shared/database/published/teams.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { assignment, declaredConflict } from './entities.ts';
import type { Pair } from './plan/plan.ts';
import type { PlanGround } from './planning.rules.ts';

type Assignment = Pick<RowOf<typeof assignment>, 'id' | 'judge_user_id' | 'team_id'>;
type Conflict = RowOf<typeof declaredConflict>;

/** Makes plans of one track wait for each other until the transaction ends. */
export async function lockPlan(db: Db, event_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan of ${event_id}`}, 0))`.execute(db.getKysely());
}

const isScored = sql`exists (select from score s where s.assignment_id = a.id)`;
const isPending = sql`a.submitted_at is null and not ${isScored}`;

/**
 * Deletes the assignments without a score. They are locked first, so that a judge who is just giving the first score
 * keeps theirs.
 */
export async function dropPending(db: Db, event_id: string): Promise<Assignment[]> {
  await sql`
    select from assignment a where a.event_id = ${event_id} and a.prize_id is null and ${isPending} order by a.id for update`.execute(
    db.getKysely(),
  );
  const { rows } = await sql<Assignment>`
    delete from assignment a where a.event_id = ${event_id} and a.prize_id is null and ${isPending}
    returning a.id, a.judge_user_id, a.team_id`.execute(db.getKysely());
  return rows;
}

/** Where a plan takes its teams and judges from, and which assignments `a` are of it. */
export interface PlanSource {
  /** Their `id`, and whether each `is_empty`. */
  readonly teams: RawBuilder<unknown>;
  /** Their `user_id`. */
  readonly judges: RawBuilder<unknown>;
  readonly assigned: RawBuilder<unknown>;
}
export const ofTrack = (event_id: string): PlanSource => ({
  teams: sql`select id, is_empty from published.teams where event_id = ${event_id}`,
  judges: sql`select user_id from published.track_roles where event_id = ${event_id} and role = 'JUDGE'`,
  assigned: sql`a.event_id = ${event_id} and a.prize_id is null`,
});

/**
 * Reads the input of a plan with one statement. An assignment whose judge has joined the team is not counted as kept,
 * because it cannot be submitted.
 */
export async function planGround(
  db: Db,
  { teams, judges, assigned }: PlanSource,
  { withPending }: { withPending: boolean },
): Promise<PlanGround> {
  const pairs = (team: string, judge: string) =>
    sql`coalesce(json_agg(json_build_object('team', ${sql.ref(team)}, 'judge', ${sql.ref(judge)})
                          order by ${sql.ref(team)}, ${sql.ref(judge)}), '[]')`;
  const { rows } = await sql<PlanGround>`
    with judge as materialized (
      ${judges}
    ), team as materialized (
      ${teams}
    ), joined as materialized (
      select m.team_id, m.user_id from published.team_members m join team t on t.id = m.team_id
    )
    select array(select id from team where not is_empty order by id) as teams,
           array(select id from team where is_empty order by id) as empty,
           array(select user_id from judge order by user_id) as judges,
           (select ${pairs('j.team_id', 'j.user_id')} from joined j join judge using (user_id)) as members,
           (select ${pairs('d.team_id', 'd.judge_user_id')}
              from declared_conflict d join team t on t.id = d.team_id) as declared,
           (select ${pairs('a.team_id', 'a.judge_user_id')}
              from published.assignments a
             where ${assigned} and (${withPending}::boolean or not (${isPending}))
               and (a.submitted_at is not null
                    or not exists (select from joined j where j.team_id = a.team_id and j.user_id = a.judge_user_id))
           ) as kept`.execute(db.getKysely());
  const [ground] = rows;
  if (!ground) throw new Error('A statement without a condition returned nothing.');
  return ground;
}

/**
 * Writes a plan. Rows are written in the same order as when assigning by hand, so that the two cannot deadlock; a pair
 * that was assigned by hand meanwhile stays as it is.
 */
export async function insertPlan(
  db: Db,
  {
    event_id,
    prize_id = null,
  }:
    | { readonly event_id: string; readonly prize_id?: null }
    | { readonly event_id?: undefined; readonly prize_id: string },
  pairs: readonly Pair[],
): Promise<Assignment[]> {
  const here = event_id === undefined ? sql`true` : sql`t.event_id = ${event_id}`;
  const { rows } = await sql<Assignment>`
    insert into assignment (id, organization_id, super_event_id, event_id, team_id, judge_user_id, prize_id)
    select u.id, t.organization_id, t.super_event_id, t.event_id, u.team_id, u.judge_user_id, ${prize_id}::uuid
      from unnest(${pairs.map(() => newId())}::uuid[], ${pairs.map(({ team }) => team)}::uuid[],
                  ${pairs.map(({ judge }) => judge)}::uuid[]) as u (id, team_id, judge_user_id)
      join published.teams t on t.id = u.team_id and ${here}
     order by u.team_id, u.judge_user_id
    on conflict (event_id, team_id, judge_user_id, prize_id) do nothing
    returning id, team_id, judge_user_id`.execute(db.getKysely());
  return rows;
}

/** Stores that a judge declines a team; repeated, the last reason counts. */
export async function saveConflict(
  db: Db,
  { team_id, judge_user_id, reason }: Pick<Conflict, 'team_id' | 'judge_user_id' | 'reason'>,
) {
  await sql`
    insert into declared_conflict (team_id, judge_user_id, reason) values (${team_id}, ${judge_user_id}, ${reason})
    on conflict (team_id, judge_user_id) do update set reason = excluded.reason, declared_at = clock_timestamp()`.execute(
    db.getKysely(),
  );
}

export interface Declined extends Pick<Conflict, 'judge_user_id' | 'team_id' | 'reason' | 'declared_at'> {
  judge_name: RowOf<typeof people>['name'];
  team_name: RowOf<typeof teams>['name'];
}

/** The declined teams that are on the track now, with their judges. */
export const declinedOn = (event_id: string): Listing<Declined> => ({
  rows: sql`
    select d.id, d.judge_user_id, p.name as judge_name, d.team_id, t.name as team_name, d.reason, d.declared_at
      from published.teams t
      join declared_conflict d on d.team_id = t.id
      join published.people p on p.id = d.judge_user_id
     where t.event_id = ${event_id}`,
  by: [
    { column: 'declared_at', kind: 'moment' },
    { column: 'id', kind: 'id' },
  ],
});
