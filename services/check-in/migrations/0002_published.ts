import { Migration } from '@mikro-orm/migrations';

/** What the guard needs to know whose a point or a check-in is, and the audit. */
export class CheckIn0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.checkin_points as
        select p.id, p.organization_id, p.super_event_id, p.event_id, p.name, p.type, p.requirements
          from check_in.point p
          join published.super_events s on s.id = p.super_event_id
         where p.event_id is null or exists (select 1 from published.tracks t where t.id = p.event_id);

      create view published.checkins as
        select r.id, r.user_id, r.point_id, p.organization_id, p.super_event_id, p.event_id
          from check_in.record r join published.checkin_points p on p.id = r.point_id
         where r.annulled_at is null;

      -- A record says itself who made it and when: no second row is written for every scan.
      create or replace view published.check_in_audit as
        select * from check_in.audit
        union all
        select r.id, r.received_at, p.organization_id, r.recorded_by,
               case when length(r.scanned_by) < 36 then r.scanned_by end,
               case when length(r.scanned_by) = 36 then r.scanned_by::uuid end,
               'check-in.scan',
               jsonb_build_object('checkin_id', r.id, 'point_id', r.point_id, 'registration_id', r.registration_id,
                                  'user_id', r.user_id),
               '{}', jsonb_build_object('method', r.method, 'checked_in_at', r.checked_in_at), null
          from check_in.record r join check_in.point p on p.id = r.point_id;
    `);
  }

  override down(): void {
    this.addSql(`
      create or replace view published.check_in_audit as select * from check_in.audit;
      drop view published.checkins;
      drop view published.checkin_points;
    `);
  }
}
