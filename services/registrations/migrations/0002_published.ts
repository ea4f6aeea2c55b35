import { Migration } from '@mikro-orm/migrations';

export class Registrations0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.super_event_registrations as
        select r.id, r.organization_id, r.super_event_id, r.user_id, r.status, r.answers_json, r.looking_for_team,
               r.interested_track_ids, r.created_at, r.updated_at
          from registrations.super_event_registration r
          join published.super_events s on s.id = r.super_event_id;

      create view published.registrations as
        select r.id, r.organization_id, r.super_event_id, r.event_id, r.super_event_registration_id, r.user_id, r.status,
               r.created_at
          from registrations.registration r
          join published.tracks t on t.id = r.event_id;

      -- Accepted parents of each hackathon that ever had one.
      create view published.seats as
        select super_event_id, accepted from registrations.seat;

      -- What a scanned token stands for. A parent's token has no track.
      create view published.checkin_tokens as
        select checkin_token, id as registration_id, user_id, super_event_id, event_id, status
          from registrations.registration
        union all
        select checkin_token, id, user_id, super_event_id, null, status
          from registrations.super_event_registration;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.checkin_tokens;
      drop view published.seats;
      drop view published.registrations;
      drop view published.super_event_registrations;
    `);
  }
}
