import { Migration } from '@mikro-orm/migrations';

/**
 * Where check-ins belong, and to whom. What was annulled is left out, where the planner does not see it: of records that
 * count there is an index, and an empty table would have it read that one for the id.
 */
export class CheckIn0014 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_checkin as
        select x.id, p.organization_id, p.super_event_id, p.event_id, x.user_id as owner_id, null::uuid as team_id,
               s.is_draft, s.is_private
          from check_in.record x
         cross join lateral (select * from check_in.point where id = x.point_id and x.annulled_at is null limit 1) p
         cross join lateral (select * from published.located_super_event where id = p.super_event_id limit 1) s
          left join lateral (select true as is_live from published.located_event where id = p.event_id limit 1) t on true
         where p.event_id is null or t.is_live;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_checkin;
    `);
  }
}
