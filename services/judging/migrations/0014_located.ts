import { Migration } from '@mikro-orm/migrations';

/** Where criteria, assignments and scores belong; the last two to their judge, as long as the team is on that track. */
export class Judging0014 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_criterion as
        select x.id, x.organization_id, x.super_event_id, x.event_id, null::uuid as owner_id, null::uuid as team_id,
               t.is_draft, t.is_private
          from judging.criterion x
         cross join lateral (select * from published.located_event where id = x.event_id limit 1) t;

      create view published.located_assignment as
        select x.id, x.organization_id, x.super_event_id, x.event_id, x.judge_user_id as owner_id,
               null::uuid as team_id, t.is_draft, t.is_private
          from judging.assignment x
         cross join lateral (select * from published.located_team where id = x.team_id limit 1) t
         where t.event_id = x.event_id;

      create view published.located_score as
        select s.id, x.organization_id, x.super_event_id, x.event_id, x.owner_id, null::uuid as team_id,
               x.is_draft, x.is_private
          from judging.score s
         cross join lateral (select * from published.located_assignment where id = s.assignment_id limit 1) x;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_score;
      drop view published.located_assignment;
      drop view published.located_criterion;
    `);
  }
}
