import { Migration } from '@mikro-orm/migrations';

/** Organizers read with a person what they answered on each track. */
export class Registrations0032 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view published.registrations as
        select r.id, r.organization_id, r.super_event_id, r.event_id, r.super_event_registration_id, r.user_id, r.status,
               r.created_at, r.answers_json
          from registrations.registration r
          join published.tracks t on t.id = r.event_id;
    `);
  }

  /** The view cannot be made narrower while others rest upon it, and one more column harms nobody. */
  override down(): void {}
}
