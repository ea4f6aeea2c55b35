/** How far judging is, counted in one snapshot. */
import { sql } from 'kysely';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

interface Counted {
  judges: number;
  total: number;
  pending: number;
  ready: number;
  submitted: number;
  progress: number;
}
interface CountedJudge extends Counted {
  judge_id: string;
  judge_name: string;
}
export interface Progress {
  readonly all: Counted | undefined;
  readonly judges: readonly CountedJudge[];
}

/** Whoever judges the track or has a team to judge there, by name. The first row counts all of them together. */
export async function countProgress(db: Db, event_id: string): Promise<Progress> {
  const { rows } = await sql<CountedJudge>`
    select p.id as judge_id, p.name as judge_name, count(distinct p.id)::int as judges, count(a.id)::int as total,
           count(a.id) filter (where a.status in ('PENDING', 'IN_PROGRESS'))::int as pending,
           count(a.id) filter (where a.status = 'READY')::int as ready,
           count(a.id) filter (where a.status = 'SUBMITTED')::int as submitted,
           coalesce(avg(a.progress), 0) as progress
      from (select user_id from published.track_roles where event_id = ${event_id} and role = 'JUDGE'
            union
            select judge_user_id from published.assignments where event_id = ${event_id}) j
      join published.people p on p.id = j.user_id
      left join standing a on a.event_id = ${event_id} and a.judge_user_id = p.id
     group by grouping sets ((), (p.id, p.name, p.name_key))
     order by grouping(p.id) desc, p.name_key, p.id limit ${wholeList + 1}`.execute(db.getKysely());
  const [all, ...judges] = rows;
  return { all, judges };
}
