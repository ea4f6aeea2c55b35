import { Migration } from '@mikro-orm/migrations';
import { auditColumns, factsView, kitTables } from '../../../shared/database/kit-tables.ts';
import { keepTally } from '../../../shared/database/tally.ts';

/**
 * A record says itself that somebody was checked in, by whom and when, and a refusal that they were not: no second row is
 * written for a scan.
 */
export class CheckIn0001 extends Migration {
  override up(): void {
    this.addSql(point + record + refusedScan + kitTables('check_in') + audit + factsView('check_in'));
  }
}

const point = `
  create table check_in.point (
    id               uuid primary key default uuidv7(),
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

  create view published.checkin_points as
    select p.id, p.organization_id, p.super_event_id, p.event_id, p.name, p.type, p.requirements
      from check_in.point p
      join published.super_events s on s.id = p.super_event_id
     where p.event_id is null or exists (select 1 from published.tracks t where t.id = p.event_id);

  create view published.located_checkin_point as
    select p.id, p.organization_id, p.super_event_id, p.event_id, null::uuid as owner_id, null::uuid as team_id,
           s.is_draft, s.is_private
      from check_in.point p
     cross join lateral (select * from published.located_super_event where id = p.super_event_id limit 1) s
      left join lateral (select true as is_live from published.located_event where id = p.event_id limit 1) t on true
     where p.event_id is null or t.is_live;

  -- The type of a point, which stays, with the point, until the end of the asking transaction: the deletion of a point, which
  -- looks for what was handed in there, cannot overtake a transaction that hands in.
  create function published.hold_point(point uuid) returns text
  language sql volatile security definer set search_path = ''
  begin atomic
    select p.type from check_in.point p where p.id = hold_point.point for key share of p;
  end;
  revoke execute on function published.hold_point from public;
`;

/** The id of a key is shorter than that of a session. */
const keyId = 'case when length(r.scanned_by) < 36 then r.scanned_by end';
const sessionId = 'case when length(r.scanned_by) = 36 then r.scanned_by::uuid end';

const record = `
  create table check_in.record (
    id               uuid primary key default uuidv7(),
    point_id         uuid not null references check_in.point,
    user_id          uuid not null,
    registration_id  uuid not null,               -- the registration, or the parent, whose token was scanned
    method           text not null check (method in ('qr_scan', 'self_check', 'manual')),
    nonce            text not null,               -- the kiosk's, else the request's write key
    scanned_by       text not null,               -- the API key, or the session family
    recorded_by      uuid,                        -- the person it acts for; null for a device, which acts for nobody
    checked_in_at    timestamptz not null,
    received_at      timestamptz not null default now(),
    annulled_at      timestamptz,
    annulled_by      uuid,
    annul_reason     text,
    request_id       text,
    organization_id  uuid,
    xid              xid8 not null default pg_current_xact_id()
  );
  -- A person is recorded once per point: the unique index is the rule, the scan only reports it.
  create unique index record_once on check_in.record (user_id, point_id) where annulled_at is null;
  create unique index record_nonce on check_in.record (point_id, scanned_by, nonce);
  create index record_fact on check_in.record (organization_id, xid, id) where organization_id is not null;
  create index record_of_point on check_in.record (point_id, checked_in_at, id) where annulled_at is null;
  -- Records are written in the order in which they arrive, so blocks tell what came in lately.
  create index record_arrival on check_in.record using brin (received_at);
  ${keepTally({ schema: 'check_in', counted: 'record', by: ['point_id'], where: 'annulled_at is null' })}
  create view published.checkins as
    select r.id, r.user_id, r.point_id, p.organization_id, p.super_event_id, p.event_id
      from check_in.record r join published.checkin_points p on p.id = r.point_id
     where r.annulled_at is null;

  -- What was annulled is left out where the planner does not see it: of records that count there is an index, and an empty
  -- table would have it read that one for the id.
  create view published.located_checkin as
    select x.id, p.organization_id, p.super_event_id, p.event_id, x.user_id as owner_id, null::uuid as team_id,
           s.is_draft, s.is_private
      from check_in.record x
     cross join lateral (select * from check_in.point where id = x.point_id and x.annulled_at is null limit 1) p
     cross join lateral (select * from published.located_super_event where id = p.super_event_id limit 1) s
      left join lateral (select true as is_live from published.located_event where id = p.event_id limit 1) t on true
     where p.event_id is null or t.is_live;

  create view published.check_in_recorded_facts as
    select r.id, r.xid, 'checkin.recorded' as type, r.received_at as occurred_at, r.organization_id,
           p.super_event_id, p.event_id, r.recorded_by as user_id, ${keyId} as key_id,
           jsonb_build_object('checkin_id', r.id, 'point_id', r.point_id, 'registration_id', r.registration_id,
                              'user_id', r.user_id, 'method', r.method, 'checked_in_at', r.checked_in_at) as data
      from check_in.record r join check_in.point p on p.id = r.point_id
     where r.organization_id is not null;
`;

const refusedScan = `
  create table check_in.refused_scan (
    id               uuid primary key default uuidv7(),
    point_id         uuid not null references check_in.point,
    reason           text not null,
    registration_id  uuid,                        -- null: the token was unknown
    scanned_by       text not null,
    scanned_at       timestamptz not null,
    received_at      timestamptz not null default now(),
    organization_id  uuid,
    xid              xid8 not null default pg_current_xact_id()
  );
  create index refused_scan_of_point on check_in.refused_scan (point_id, received_at);
  create index refused_scan_age on check_in.refused_scan (received_at);
  create index refused_scan_fact on check_in.refused_scan (organization_id, xid, id)
    where organization_id is not null;
  create view published.check_in_refused_facts as
    select r.id, r.xid, 'checkin.refused' as type, r.received_at as occurred_at, r.organization_id,
           p.super_event_id, p.event_id, null::uuid as user_id, ${keyId} as key_id,
           jsonb_build_object('point_id', r.point_id, 'registration_id', r.registration_id, 'reason', r.reason,
                              'scanned_at', r.scanned_at) as data
      from check_in.refused_scan r join check_in.point p on p.id = r.point_id
     where r.organization_id is not null;
`;

const audit = `
  create view published.check_in_audit as
    select ${auditColumns} from check_in.audit
    union all
    select r.id, r.received_at, p.organization_id, r.recorded_by, ${keyId}, ${sessionId}, 'check-in.scan',
           jsonb_build_object('checkin_id', r.id, 'point_id', r.point_id, 'registration_id', r.registration_id,
                              'user_id', r.user_id),
           '{}', jsonb_build_object('method', r.method, 'checked_in_at', r.checked_in_at), r.request_id
      from check_in.record r join check_in.point p on p.id = r.point_id;
`;
