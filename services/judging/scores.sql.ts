/** SQL for scores. Every write first locks the assignment, so that no score is written after it was submitted. */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { assignment, criterion, score } from './entities.ts';
import type { GivenScore, LockedAssignment, StoredScore } from './scores.rules.ts';

type Assignment = RowOf<typeof assignment>;
type Criterion = RowOf<typeof criterion>;

export interface Score
  extends
    Pick<RowOf<typeof score>, 'id' | 'assignment_id' | 'criterion_id' | 'comment' | 'feedback'>,
    Pick<Assignment, 'submitted_at'> {
  value: number;
  criterion_name: Criterion['name'];
  criterion_weight: number;
}
export interface WrittenScore extends Score {
  /** The former values; null for a new score. */
  former: Pick<Score, 'value' | 'comment' | 'feedback'> | null;
}

export const scoresOf = (assignment_id: string): Listing<Score> => ({
  rows: sql`
    select s.id, s.assignment_id, s.criterion_id, s.value::float8 as value, s.comment, s.feedback, a.submitted_at,
           c.name as criterion_name, c.weight::float8 as criterion_weight, c.order_index
      from score s join assignment a on a.id = s.assignment_id join criterion c on c.id = s.criterion_id
     where s.assignment_id = ${assignment_id}`,
  by: [
    { column: 'order_index', kind: 'number' },
    { column: 'criterion_id', kind: 'id' },
  ],
});

/** The scale of an assignment `a` as reads answer it. A prize is scored from 0 to 10, whatever the hackathon says. */
export const scoring = sql`case when a.prize_id is null then s.config_json -> 'scoring' end`;
/** Whether the assignment `a` is judged by the criterion `c`: that of its prize, else those of its track. */
export const judgedBy = sql`(c.event_id = a.event_id and a.prize_id is null or c.prize_id = a.prize_id)`;

/** Locks an assignment in order to write scores for these criteria. */
export const lockAssignment = (db: Db, id: string, criteria: readonly string[] = []) =>
  hold(db, sql`${id}`, sql`select c.id from criterion c where ${judgedBy} and c.id = any (${criteria}::uuid[])`);

/** Locks the assignment of a score in order to change it. */
export const lockAssignmentOf = (db: Db, score_id: string) =>
  hold(
    db,
    sql`(select assignment_id from score where id = ${score_id})`,
    sql`select criterion_id from score where id = ${score_id}`,
  );

/** The same, which then stays until the transaction ends. */
const heldScoring = sql`case when a.prize_id is null then judging.hold_scoring(a.super_event_id) end`;

async function hold(
  db: Db,
  id: RawBuilder<unknown>,
  criteria: RawBuilder<unknown>,
): Promise<LockedAssignment | undefined> {
  const { rows } = await sql<LockedAssignment>`
    select a.id, a.submitted_at is not null as is_submitted, ${heldScoring} as scoring,
           exists (select from published.team_members m
                    where m.team_id = a.team_id and m.user_id = a.judge_user_id) as is_member,
           array(${criteria}) as criteria
      from assignment a
      join published.teams t on t.id = a.team_id and t.event_id = a.event_id
     where a.id = ${id} for no key update of a`.execute(db.getKysely());
  return rows[0];
}

/**
 * Writes scores of a locked assignment. Members that an opinion leaves out keep their values. A criterion deleted
 * meanwhile gets no score; the remaining ones cannot be deleted before this transaction ends.
 */
export async function writeScores(
  db: Db,
  assignment_id: string,
  opinions: readonly GivenScore[],
): Promise<WrittenScore[]> {
  const { rows } = await sql<WrittenScore>`
    with written as (
      insert into score (assignment_id, criterion_id, value, comment, feedback)
      select a.id, c.id,
             coalesce((g.given ->> 'value')::numeric, s.value),
             case when jsonb_exists(g.given, 'comment') then g.given ->> 'comment' else s.comment end,
             case when jsonb_exists(g.given, 'feedback') then g.given ->> 'feedback' else s.feedback end
        from assignment a
        join jsonb_array_elements(${JSON.stringify(opinions)}::jsonb) as g (given) on true
        join criterion c on c.id = (g.given ->> 'criterion_id')::uuid and ${judgedBy}
        left join score s on s.assignment_id = a.id and s.criterion_id = c.id
       where a.id = ${assignment_id}
         for key share of c
      on conflict (assignment_id, criterion_id) do update
         set value = excluded.value, comment = excluded.comment, feedback = excluded.feedback,
             updated_at = clock_timestamp()
      returning new.*, case when old.id is not null
                            then json_build_object('value', old.value, 'comment', old.comment, 'feedback', old.feedback)
                       end as former
    )
    select w.id, w.assignment_id, w.criterion_id, w.value::float8 as value, w.comment, w.feedback, w.former,
           null as submitted_at, c.name as criterion_name, c.weight::float8 as criterion_weight
      from written w join criterion c on c.id = w.criterion_id
     order by c.order_index, c.id`.execute(db.getKysely());
  return rows;
}

/** The scores of an assignment, in the order of the criteria. */
export async function storedScores(db: Db, assignment_id: string): Promise<StoredScore[]> {
  const { rows } = await sql<StoredScore>`
    select s.criterion_id, c.name, s.value::float8 as value
      from score s join criterion c on c.id = s.criterion_id
     where s.assignment_id = ${assignment_id} order by c.order_index, c.id`.execute(db.getKysely());
  return rows;
}

interface HandedIn {
  /** Null if it could not be submitted. */
  readonly submitted_at: Assignment['submitted_at'];
  /** Names of the criteria without a score. */
  readonly missing: readonly Criterion['name'][];
}

/**
 * Submits a locked assignment if every criterion has a score. No criterion can be deleted before this transaction
 * ends.
 */
export async function handIn(db: Db, assignment_id: string): Promise<HandedIn> {
  const { rows } = await sql<HandedIn>`
    with criteria as (
      select c.name, c.order_index, c.id,
             exists (select from score s where s.assignment_id = a.id and s.criterion_id = c.id) as is_scored
        from criterion c join assignment a on ${judgedBy} where a.id = ${assignment_id}
         for key share of c
    ), done as (
      update assignment set submitted_at = clock_timestamp()
       where id = ${assignment_id} and submitted_at is null and (select bool_and(is_scored) from criteria)
      returning submitted_at
    )
    select (select submitted_at from done) as submitted_at,
           array(select name from criteria where not is_scored order by order_index, id) as missing`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { submitted_at: null, missing: [] };
}
