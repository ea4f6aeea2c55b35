import { Migration } from '@mikro-orm/migrations';

/** Where registrations and files belong, and to whom. */
export class Registrations0014 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_registration as
        select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, null::uuid as team_id,
               t.is_draft, t.is_private
          from registrations.registration x
         cross join lateral (select * from published.located_event where id = x.event_id limit 1) t;

      create view published.located_super_event_registration as
        select x.id, x.organization_id, x.super_event_id, null::uuid as event_id, x.user_id as owner_id,
               null::uuid as team_id, s.is_draft, s.is_private
          from registrations.super_event_registration x
         cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s;

      create view published.located_file as
        select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, null::uuid as team_id,
               s.is_draft, s.is_private
          from registrations.file x
         cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s
          left join lateral (select true as is_live from published.located_event where id = x.event_id limit 1) t on true
         where x.claimed_by is not null and (x.event_id is null or t.is_live);
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_file;
      drop view published.located_super_event_registration;
      drop view published.located_registration;
    `);
  }
}
