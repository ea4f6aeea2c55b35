import { Migration } from '@mikro-orm/migrations';
import { dropFactColumns, factColumns } from '../../../shared/database/fact-tables.ts';

/**
 * A record says itself that somebody was checked in, and a refusal that they were not: no second row is written for a scan.
 * Those made before this have no organization, and are no facts.
 */
export class CheckIn0016 extends Migration {
  override up(): void {
    this.addSql(`
      ${factColumns('check_in')}
      alter table check_in.record
        add column organization_id uuid,
        add column xid xid8 not null default pg_current_xact_id();
      create index record_fact on check_in.record (organization_id, xid, id) where organization_id is not null;
      alter table check_in.refused_scan
        add column organization_id uuid,
        add column xid xid8 not null default pg_current_xact_id();
      create index refused_scan_fact on check_in.refused_scan (organization_id, xid, id)
        where organization_id is not null;

      create view published.check_in_recorded_facts as
        select r.id, r.xid, 'checkin.recorded' as type, r.received_at as occurred_at, r.organization_id,
               p.super_event_id, p.event_id, r.recorded_by as user_id, ${keyOf('r')} as key_id,
               jsonb_build_object('checkin_id', r.id, 'point_id', r.point_id, 'registration_id', r.registration_id,
                                  'user_id', r.user_id, 'method', r.method, 'checked_in_at', r.checked_in_at) as data
          from check_in.record r join check_in.point p on p.id = r.point_id
         where r.organization_id is not null;

      create view published.check_in_refused_facts as
        select r.id, r.xid, 'checkin.refused' as type, r.received_at as occurred_at, r.organization_id,
               p.super_event_id, p.event_id, null::uuid as user_id, ${keyOf('r')} as key_id,
               jsonb_build_object('point_id', r.point_id, 'registration_id', r.registration_id, 'reason', r.reason,
                                  'scanned_at', r.scanned_at) as data
          from check_in.refused_scan r join check_in.point p on p.id = r.point_id
         where r.organization_id is not null;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.check_in_refused_facts;
      drop view published.check_in_recorded_facts;
      alter table check_in.refused_scan drop column organization_id, drop column xid;
      alter table check_in.record drop column organization_id, drop column xid;
      ${dropFactColumns('check_in')}
    `);
  }
}

/** The id of a key is shorter than that of a session. */
const keyOf = (row: string) => `case when length(${row}.scanned_by) < 36 then ${row}.scanned_by end`;
