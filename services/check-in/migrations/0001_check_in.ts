import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/** A person is recorded once per point: the unique index is the rule, the scan only reports it. */
export class CheckIn0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table check_in.point (
        id               uuid primary key default gen_random_uuid(),
        organization_id  uuid not null,
        super_event_id   uuid not null,
        event_id         uuid,                        -- null: the point serves the whole super event
        key              text not null,               -- its name in the event file
        name             text not null,
        type             text not null check (type in ('attendance', 'doorkeeper', 'milestone')),
        opens_at         timestamptz not null,
        closes_at        timestamptz not null check (closes_at > opens_at),
        requirements     jsonb not null default '[]'
      );
      create unique index point_key on check_in.point (super_event_id, event_id, key) nulls not distinct;

      create table check_in.record (
        id               uuid primary key default gen_random_uuid(),
        point_id         uuid not null references check_in.point,
        user_id          uuid not null,
        registration_id  uuid not null,               -- the registration, or the parent, whose token was scanned
        method           text not null check (method in ('qr_scan', 'self_check', 'manual')),
        nonce            text not null,               -- the kiosk's, else the request's write key
        scanned_by       text not null,               -- the API key, or the session family
        recorded_by      uuid not null,               -- the person it acts for
        checked_in_at    timestamptz not null,
        received_at      timestamptz not null default now(),
        annulled_at      timestamptz,
        annulled_by      uuid,
        annul_reason     text
      );
      create unique index record_once on check_in.record (user_id, point_id) where annulled_at is null;
      create unique index record_nonce on check_in.record (point_id, scanned_by, nonce);

      create table check_in.refused_scan (
        id               uuid primary key default gen_random_uuid(),
        point_id         uuid not null references check_in.point,
        reason           text not null,
        registration_id  uuid,                        -- null: the token was unknown
        scanned_by       text not null,
        scanned_at       timestamptz not null,
        received_at      timestamptz not null default now()
      );
      create index refused_scan_of_point on check_in.refused_scan (point_id, received_at);
      create index refused_scan_age on check_in.refused_scan (received_at);
      ${kitTables('check_in')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropKitTables('check_in')}
      drop table check_in.refused_scan;
      drop table check_in.record;
      drop table check_in.point;
    `);
  }
}
