/** SQL for what the fair ranking rests on, and for what is kept of it when it is published. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { assignment } from '../entities.ts';
import { mark } from './ranking.ts';
import { breakdown, ranked, type Result } from './results.ts';

export interface MarkedReview
  extends
    Pick<Result, 'team_id' | 'team_name' | 'overall_score' | 'rank'>,
    Pick<RowOf<typeof assignment>, 'judge_user_id'> {
  judge_name: RowOf<typeof people>['name'];
  mark: number;
}

/**
 * The marks of the assignments that counted in the last calculation, with the result that they led to. What was reopened since
 * is left out until it is handed in anew.
 */
export async function reviewsOn(db: Db, event_id: string): Promise<MarkedReview[]> {
  const { rows } = await sql<MarkedReview>`
    select r.team_id, t.name as team_name, r.overall_score::float8, r.rank, a.judge_user_id, p.name as judge_name,
           (${mark})::float8 as mark
      from ${ranked}
      cross join lateral unnest(r.assignment_ids) as u (id)
      join assignment a on a.id = u.id
      join published.people p on p.id = a.judge_user_id
      join score s on s.assignment_id = a.id
      join criterion c on c.id = s.criterion_id
     where r.event_id = ${event_id} and a.submitted_at is not null
     group by r.id, t.id, t.name, a.id, p.id, p.name`.execute(db.getKysely());
  return rows;
}

export interface PublishedTeam {
  readonly team_id: string;
  readonly overall_score: number;
  readonly rank: number;
  readonly explanation: readonly string[];
}

/** Keeps what teams are told from now on, with the means and the feedback as they are. Call it while holding the ranking. */
export async function keepPublished(db: Db, event_id: string, teams: readonly PublishedTeam[]): Promise<void> {
  await sql`
    insert into published_result (event_id, team_id, overall_score, rank, score_breakdown, explanation, created_at)
    select r.event_id, r.team_id, f.overall_score, f.rank, coalesce((select jsonb_agg(b) from (${breakdown}) b), '[]'),
           f.explanation, r.created_at
      from result r
      join jsonb_to_recordset(${JSON.stringify(teams)}::jsonb)
           as f (team_id uuid, overall_score numeric, rank integer, explanation text[]) on f.team_id = r.team_id
     where r.event_id = ${event_id}`.execute(db.getKysely());
}
