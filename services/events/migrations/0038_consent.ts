import { Migration } from '@mikro-orm/migrations';

/** The texts that people agree to when they apply. */
export class Events0038 extends Migration {
  override up(): void {
    this.addSql(`
      alter table events.super_event
        add column privacy_url text check (privacy_url like 'https://%'),
        add column terms_url   text check (terms_url like 'https://%');

      create or replace view published.super_events as
        select id, organization_id, slug, name, status, visibility, payment_status, start_at, end_at, tz, max_participants,
               config_json, opens_at, closes_at,
               not ((s.opens_at is null or s.opens_at <= now()) and (s.closes_at is null or now() < s.closes_at))
               or coalesce((select bool_and(t.registration = 'closed')
                              from events.track t where t.super_event_id = s.id and t.deleted_at is null), false) as is_closed,
               confirm_within_hours, waitlist_moves, gallery, privacy_url, terms_url
          from events.super_event s where deleted_at is null;
    `);
  }
}
