import { Migration } from '@mikro-orm/migrations';

/** Judges read at which table a team sits. */
export class Judging0023 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view judging.assignment_progress as
        select a.*, p.name as judge_name, t.name as team_name, t.problem as team_problem,
               case when a.submitted_at is not null then 'SUBMITTED'
                    when n.scored = 0 then 'PENDING'
                    when n.scored < n.criteria then 'IN_PROGRESS'
                    else 'READY' end as status,
               case when a.submitted_at is not null then 1
                    when n.criteria = 0 then 0
                    else n.scored::float8 / n.criteria end as progress,
               t."table", t.table_order
          from judging.assignment a
          join published.teams t on t.id = a.team_id and t.event_id = a.event_id
          join published.people p on p.id = a.judge_user_id
          cross join lateral (
            select (select count(*) from judging.criterion c where c.event_id = a.event_id) as criteria,
                   (select count(*) from judging.score s where s.assignment_id = a.id) as scored) n;
    `);
  }
}
