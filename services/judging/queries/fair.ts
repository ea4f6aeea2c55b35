/** SQL for what the fair ranking rests on. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { assignment } from '../entities.ts';
import { mark } from './ranking.ts';
import { ranked, type Result } from './results.ts';

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
