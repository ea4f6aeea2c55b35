import { Migration } from '@mikro-orm/migrations';

/**
 * Where hackathons, tracks and questions belong. Every service publishes what it owns as a `located_` view of these columns.
 * Each `limit 1` finds one row at most anyway; it keeps the planner to looking rows up one by one, where it would begin
 * with a whole table that it takes for small because nobody has counted it yet.
 */
export class Events0014 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_super_event as
        select id, organization_id, id as super_event_id, null::uuid as event_id, null::uuid as owner_id,
               null::uuid as team_id, status = 'draft' as is_draft, visibility = 'private' as is_private
          from events.super_event where deleted_at is null;

      create view published.located_event as
        select t.id, t.organization_id, t.super_event_id, t.id as event_id, null::uuid as owner_id,
               null::uuid as team_id, t.status = 'draft' or s.is_draft as is_draft, s.is_private
          from events.track t
         cross join lateral (select * from published.located_super_event where id = t.super_event_id limit 1) s
         where t.deleted_at is null;

      create view published.located_registration_field as
        select x.id, s.organization_id, x.super_event_id, null::uuid as event_id, null::uuid as owner_id,
               null::uuid as team_id, s.is_draft, s.is_private
          from events.registration_field x
         cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_registration_field;
      drop view published.located_event;
      drop view published.located_super_event;
    `);
  }
}
