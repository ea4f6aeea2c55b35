import { Migration } from '@mikro-orm/migrations';

/** Where points belong, for the guard, and the order in which people came to each. */
export class CheckIn0018 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_checkin_point as
        select p.id, p.organization_id, p.super_event_id, p.event_id, null::uuid as owner_id, null::uuid as team_id,
               s.is_draft, s.is_private
          from check_in.point p
         cross join lateral (select * from published.located_super_event where id = p.super_event_id limit 1) s
          left join lateral (select true as is_live from published.located_event where id = p.event_id limit 1) t on true
         where p.event_id is null or t.is_live;

      create index record_of_point on check_in.record (point_id, checked_in_at, id) where annulled_at is null;
    `);
  }

  override down(): void {
    this.addSql(`
      drop index check_in.record_of_point;
      drop view published.located_checkin_point;
    `);
  }
}
