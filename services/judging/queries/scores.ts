/** Scores: read, written and handed in. Whoever writes holds the assignment first, so that nothing is given after it was handed in. */
import { sql, type RawBuilder } from 'kysely';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { Held, Opinion } from '../rules/scores.ts';

export interface Score {
  id: string;
  assignment_id: string;
  criterion_id: string;
  value: number;
  comment: string | null;
  feedback: string | null;
  submitted_at: string | null;
  criterion_name: string;
  criterion_weight: number;
}
export interface WrittenScore extends Score {
  /** As it was; null where it is new. */
  former: Pick<Score, 'value' | 'comment' | 'feedback'> | null;
}

export async function scoresOf(db: Db, assignment_id: string): Promise<Score[]> {
  const { rows } = await sql<Score>`
    select s.id, s.assignment_id, s.criterion_id, s.value::float8 as value, s.comment, s.feedback, a.submitted_at,
           c.name as criterion_name, c.weight::float8 as criterion_weight
      from score s join assignment a on a.id = s.assignment_id join criterion c on c.id = s.criterion_id
     where s.assignment_id = ${assignment_id}
     order by c.order_index, c.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/** To write scores for these criteria. */
export const holdAssignment = (db: Db, id: string, criteria: readonly string[] = []) =>
  hold(
    db,
    sql`${id}`,
    sql`select c.id from criterion c where c.event_id = a.event_id and c.id = any (${criteria}::uuid[])`,
  );

/** To change one of its scores. */
export const holdAssignmentOf = (db: Db, score_id: string) =>
  hold(
    db,
    sql`(select assignment_id from score where id = ${score_id})`,
    sql`select criterion_id from score where id = ${score_id}`,
  );

async function hold(db: Db, id: RawBuilder<unknown>, criteria: RawBuilder<unknown>): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select a.id, a.submitted_at is not null as is_submitted, s.config_json -> 'scoring' as scoring,
           exists (select from published.team_members m
                    where m.team_id = a.team_id and m.user_id = a.judge_user_id) as is_member,
           array(${criteria}) as criteria
      from assignment a
      join published.teams t on t.id = a.team_id and t.event_id = a.event_id
      join published.super_events s on s.id = a.super_event_id
     where a.id = ${id} for no key update of a`.execute(db.getKysely());
  return rows[0];
}

/**
 * Of a held assignment. What an opinion leaves out stays as it was. A criterion that is deleted meanwhile gets no score:
 * the others cannot be deleted before this is over.
 */
export async function writeScores(
  db: Db,
  assignment_id: string,
  opinions: readonly Opinion[],
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
        join criterion c on c.id = (g.given ->> 'criterion_id')::uuid and c.event_id = a.event_id
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

interface HandedIn {
  /** Null where it could not be. */
  readonly submitted_at: string | null;
  /** The criteria that have no score yet. */
  readonly missing: readonly string[];
}

/** A held assignment, once every criterion has its score. None of them is deleted before this is over. */
export async function handIn(db: Db, assignment_id: string): Promise<HandedIn> {
  const { rows } = await sql<HandedIn>`
    with criteria as (
      select c.name, c.order_index, c.id,
             exists (select from score s where s.assignment_id = a.id and s.criterion_id = c.id) as is_scored
        from criterion c join assignment a on a.event_id = c.event_id where a.id = ${assignment_id}
         for key share of c
    ), done as (
      update assignment set submitted_at = clock_timestamp()
       where id = ${assignment_id} and submitted_at is null and (select bool_and(is_scored) from criteria)
      returning submitted_at
    )
    select (select submitted_at from done) as submitted_at,
           array(select name from criteria where not is_scored order by order_index, id limit ${wholeList}) as missing`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { submitted_at: null, missing: [] };
}
