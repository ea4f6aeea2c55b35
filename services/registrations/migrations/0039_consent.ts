import { Migration } from '@mikro-orm/migrations';

/** The consent that came with an application: when, and to which texts. */
export class Registrations0039 extends Migration {
  override up(): void {
    this.addSql(`
      alter table registrations.super_event_registration
        add column consented_at timestamptz,
        add column consented_to jsonb,              -- addresses of the texts
        add constraint super_event_registration_consent_check check ((consented_at is null) = (consented_to is null));

      create or replace view published.super_event_registrations as
        select r.id, r.organization_id, r.super_event_id, r.user_id, r.status, r.answers_json, r.looking_for_team,
               r.interested_track_ids, r.created_at, r.updated_at, r.confirm_by, r.confirmed_at, r.lapsed_at,
               r.consented_at, r.consented_to
          from registrations.super_event_registration r
          join published.super_events s on s.id = r.super_event_id;
    `);
  }
}
