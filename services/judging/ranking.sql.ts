/**
 * SQL for the ranking of a track: one statement, so that a run sees one state of the scores and nothing in between.
 *
 * Submitted assignments count, of teams that exist, have a member and are still on the track, as far as there are scores in
 * them.
 *
 * 1. A judge's mark for a team is the mean of their scores, weighted by the criteria they scored; where all of those
 *    weigh nothing, the plain mean.
 * 2. A team's score is the mean of its judges' marks, rounded half up to four decimals.
 * 3. A team's rank is one more than the number of teams with a higher score. So equal scores share a rank, and the next
 *    rank is left out: 1, 2, 2, 4.
 *
 *        C(j) = the criteria that judge j scored, w(c) = the weight of c, v(j, c) = what j gave for c
 *
 *        m(j) = Σ w(c)·v(j, c) / Σ w(c)        where Σ w(c) > 0, over c in C(j)
 *             = Σ v(j, c) / |C(j)|             otherwise
 *        s    = ⌊ 10⁴ · (Σ m(j) / n) + ½ ⌋ / 10⁴     over the n judges of the team
 *        r    = 1 + |{ teams with a higher s }|
 *
 * Sums are exact and quotients have forty decimals: a half that thirds add up to is a half again when their mean is
 * taken, for each was off by less than half of the last decimal.
 */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { ranking } from './entities.ts';

type Piece = RawBuilder<unknown>;

const quotient = (dividend: Piece, divisor: Piece) => sql`round(${dividend}, 40) / ${divisor}`;
const halfUp = (value: Piece) => sql`round(floor((${value}) * 10000 + 0.5) / 10000, 4)`;

/** The mark of an assignment, from all of its scores `s` with their criteria `c`. */
export const mark = sql`
  case when sum(c.weight) > 0 then ${quotient(sql`sum(c.weight * s.value)`, sql`sum(c.weight)`)}
       else ${quotient(sql`sum(s.value)`, sql`count(*)`)} end`;

/** Returns the mean over a group's rows, rounded as scores are displayed. */
export const roundedMean = (value: Piece) => halfUp(quotient(sql`sum(${value})`, sql`count(*)`));

interface Run extends Pick<RowOf<typeof ranking>, 'calculated_at'> {
  /** The time of the previous run; null for the first. */
  former: RowOf<typeof ranking>['calculated_at'] | null;
}

/**
 * Starts a run and locks the ranking: concurrent calculation and publication on this track wait until the transaction
 * ends.
 */
export async function lockRanking(db: Db, event_id: string): Promise<Run> {
  const { rows } = await sql<Run>`
    insert into ranking (event_id, calculated_at) values (${event_id}, clock_timestamp())
    on conflict (event_id) do update set calculated_at = clock_timestamp()
    returning calculated_at, old.calculated_at as former`.execute(db.getKysely());
  const [run] = rows;
  if (!run) throw new Error('An upsert without a condition returned nothing.');
  return run;
}

/**
 * The team `t` of an assignment or result, which still is on the track and has a member. It is looked up for each row, because a
 * plan that PostgreSQL keeps from a time of few rows reads all of them for each team.
 */
export const rankedTeam = (row: 'a' | 'r') => sql`
  cross join lateral (
    select t.* from published.teams t
     where t.id = ${sql.ref(`${row}.team_id`)} and t.event_id = ${sql.ref(`${row}.event_id`)} and not t.is_empty limit 1) t`;

/** Calculates the results; call it while holding the ranking's lock. Results that did not change are not written. */
export async function rankTeams(db: Db, event_id: string): Promise<void> {
  await sql`
    with run as (
      select event_id, calculated_at from ranking where event_id = ${event_id}
    ), mark as (
      select a.team_id, a.id as assignment_id, ${mark} as value
        from assignment a
        ${rankedTeam('a')}
        join score s on s.assignment_id = a.id
        join criterion c on c.id = s.criterion_id
       where a.event_id = ${event_id} and a.prize_id is null and a.submitted_at is not null
       group by a.team_id, a.id
    ), scored as (
      select team_id, ${roundedMean(sql`value`)} as overall_score,
             array_agg(assignment_id order by assignment_id) as assignment_ids
        from mark group by team_id
    ), ranked as (
      select *, rank() over (order by overall_score desc) as rank from scored
    ), dropped as (
      delete from result
       where event_id = ${event_id} and team_id not in (select team_id from ranked)
    )
    insert into result as r (event_id, team_id, overall_score, rank, assignment_ids, created_at, updated_at)
    select run.event_id, k.team_id, k.overall_score, k.rank, k.assignment_ids, run.calculated_at, run.calculated_at
      from ranked k cross join run
    on conflict (event_id, team_id) do update
       set overall_score = excluded.overall_score, rank = excluded.rank, assignment_ids = excluded.assignment_ids,
           updated_at = excluded.updated_at
     where (r.overall_score, r.rank, r.assignment_ids)
           is distinct from (excluded.overall_score, excluded.rank, excluded.assignment_ids)`.execute(db.getKysely());
}
