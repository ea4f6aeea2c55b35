/** SQL for the progress of judging, counted in one snapshot. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { Listed, Listing } from '../../../shared/kit/whole-list.ts';

interface Counted {
  total: number;
  pending: number;
  ready: number;
  submitted: number;
  progress: number;
}
interface CountedJudge extends Counted {
  judge_id: RowOf<typeof people>['id'];
  judge_name: RowOf<typeof people>['name'];
}
interface CountedTogether extends Counted {
  /** The number of judges. */
  count: number;
}
export type Progress = Listed<CountedJudge, CountedTogether>;

/** Everybody who is a judge of the track or has an assignment there, by name. */
export const progressOn = (event_id: string): Listing<CountedJudge, CountedTogether> => ({
  rows: sql`
    select p.id as judge_id, p.name as judge_name, p.name_key, count(a.id)::int as total,
           count(a.id) filter (where a.status in ('PENDING', 'IN_PROGRESS'))::int as pending,
           count(a.id) filter (where a.status = 'READY')::int as ready,
           count(a.id) filter (where a.status = 'SUBMITTED')::int as submitted,
           coalesce(sum(a.progress), 0) as done, coalesce(avg(a.progress), 0) as progress
      from (select user_id from published.track_roles where event_id = ${event_id} and role = 'JUDGE'
            union
            select judge_user_id from published.assignments where event_id = ${event_id}) j
      join published.people p on p.id = j.user_id
      left join assignment_progress a on a.event_id = ${event_id} and a.judge_user_id = p.id
     group by p.id, p.name, p.name_key`,
  by: [
    { column: 'name_key', kind: 'text' },
    { column: 'judge_id', kind: 'id' },
  ],
  totals: sql`count(*) as count, coalesce(sum(total), 0) as total, coalesce(sum(pending), 0) as pending,
              coalesce(sum(ready), 0) as ready, coalesce(sum(submitted), 0) as submitted,
              coalesce(sum(done) / nullif(sum(total), 0), 0) as progress`,
});
