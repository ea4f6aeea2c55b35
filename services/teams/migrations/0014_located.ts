import { Migration } from '@mikro-orm/migrations';

/** Where teams and what they handed in belong: to each of their members. */
export class Teams0014 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_team as
        select x.id, x.organization_id, x.super_event_id, x.event_id, null::uuid as owner_id, x.id as team_id,
               t.is_draft, t.is_private
          from teams.team x
         cross join lateral (select * from published.located_event where id = x.event_id limit 1) t
         where x.deleted_at is null;

      create view published.located_submission as
        select x.id, t.organization_id, t.super_event_id, x.event_id, null::uuid as owner_id, x.team_id,
               t.is_draft, t.is_private
          from teams.submission x
         cross join lateral (select * from published.located_event where id = x.event_id limit 1) t;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_submission;
      drop view published.located_team;
    `);
  }
}
