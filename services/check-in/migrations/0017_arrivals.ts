import { Migration } from '@mikro-orm/migrations';

/** When somebody was recorded, which the table of all people of a hackathon tells. */
export class CheckIn0017 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view published.checkins as
        select r.id, r.user_id, r.point_id, p.organization_id, p.super_event_id, p.event_id, r.checked_in_at
          from check_in.record r join published.checkin_points p on p.id = r.point_id
         where r.annulled_at is null;
    `);
  }
}
