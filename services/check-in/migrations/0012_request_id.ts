import { Migration } from '@mikro-orm/migrations';

/** The audit of a scan names its request, as that of every other change does. */
export class CheckIn0012 extends Migration {
  override up(): void {
    this.addSql(`
      alter table check_in.record add column request_id text;
      ${auditWith('r.request_id')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${auditWith('null')}
      alter table check_in.record drop column request_id;
    `);
  }
}

const auditWith = (request_id: string) => `
  create or replace view published.check_in_audit as
    select * from check_in.audit
    union all
    select r.id, r.received_at, p.organization_id, r.recorded_by,
           case when length(r.scanned_by) < 36 then r.scanned_by end,
           case when length(r.scanned_by) = 36 then r.scanned_by::uuid end,
           'check-in.scan',
           jsonb_build_object('checkin_id', r.id, 'point_id', r.point_id, 'registration_id', r.registration_id,
                              'user_id', r.user_id),
           '{}', jsonb_build_object('method', r.method, 'checked_in_at', r.checked_in_at), ${request_id}
      from check_in.record r join check_in.point p on p.id = r.point_id;`;
