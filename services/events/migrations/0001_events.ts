import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

/**
 * Views show live rows only: what is deleted does not exist for anybody else. Every service publishes where a resource of
 * its own belongs as a `located_` view with one set of columns. Each `limit 1` in them finds one row at most anyway; it keeps
 * the planner to looking rows up one by one, where it would begin with a whole table that it takes for small because nobody
 * has counted it yet.
 */
export class Events0001 extends Migration {
  override up(): void {
    this.addSql(superEvent + track + slug + trackRole + registrationField + roleInvite);
    this.addSql(kitTables('events') + kitViews('events'));
  }
}

const superEvent = `
  create table events.super_event (
    id                uuid primary key default uuidv7(),
    organization_id   uuid not null,
    slug              text not null,
    name              text not null,
    description       text,
    status            text not null default 'draft' check (status in ('draft', 'final')),
    visibility        text not null default 'public' check (visibility in ('public', 'unlisted', 'private')),
    payment_status    text not null default 'paid' check (payment_status in ('unpaid', 'pending', 'paid', 'refunded')),
    start_at          timestamptz,
    end_at            timestamptz check (end_at > start_at),
    tz                text,
    paid_track_count  integer not null default 0,
    paid_days         integer not null default 0,
    max_participants  integer check (max_participants > 0),
    format            text check (format in ('onsite', 'online', 'hybrid')),
    stream_url        text,
    config_json       jsonb not null default '{}',
    created_at        timestamptz not null default now(),
    updated_at        timestamptz not null default now(),
    deleted_at        timestamptz
  );
  create index super_event_of_organization on events.super_event (organization_id, created_at, id) where deleted_at is null;

  create view published.super_events as
    select id, organization_id, slug, name, status, visibility, payment_status, start_at, end_at, tz, max_participants,
           config_json
      from events.super_event where deleted_at is null;

  create view published.located_super_event as
    select id, organization_id, id as super_event_id, null::uuid as event_id, null::uuid as owner_id,
           null::uuid as team_id, status = 'draft' as is_draft, visibility = 'private' as is_private
      from events.super_event where deleted_at is null;
`;

const track = `
  create table events.track (
    id               uuid primary key default uuidv7(),
    organization_id  uuid not null,
    super_event_id   uuid not null references events.super_event,
    slug             text not null,
    name             text not null,
    status           text not null default 'draft' check (status in ('draft', 'final')),
    mode             text check (mode in ('online', 'onsite', 'hybrid')),
    start_at         timestamptz,
    end_at           timestamptz check (end_at > start_at),
    tz               text,
    stream_url       text,
    stream_start_at  timestamptz,
    registration     text not null default 'never_opened' check (registration in ('never_opened', 'open', 'closed')),
    config_json      jsonb not null default '{}',
    created_at       timestamptz not null default now(),
    updated_at       timestamptz not null default now(),
    deleted_at       timestamptz
  );
  create index track_of_super_event on events.track (super_event_id) where deleted_at is null;
  create index track_of_organization on events.track (organization_id, created_at, id) where deleted_at is null;

  create view published.tracks as
    select t.id, t.organization_id, t.super_event_id, t.slug, t.name, t.status, t.start_at, t.end_at, t.tz,
           t.registration, t.config_json
      from events.track t
      join events.super_event s on s.id = t.super_event_id and s.deleted_at is null
     where t.deleted_at is null;

  create view published.located_event as
    select t.id, t.organization_id, t.super_event_id, t.id as event_id, null::uuid as owner_id,
           null::uuid as team_id, t.status = 'draft' or s.is_draft as is_draft, s.is_private
      from events.track t
     cross join lateral (select * from published.located_super_event where id = t.super_event_id limit 1) s
     where t.deleted_at is null;

  -- Whether a track is there, held as that until the end of the asking transaction: its deletion, which ends the
  -- memberships that it sees, cannot overtake a transaction that puts somebody into a team there.
  create function published.hold_track(track uuid) returns boolean
  language sql volatile security definer set search_path = ''
  begin atomic
    select true from events.track t where t.id = hold_track.track and t.deleted_at is null for share of t;
  end;
  revoke execute on function published.hold_track from public;
`;

const slug = `
  -- Present and former slugs together, so that a former one cannot be given away while it still resolves.
  create table events.slug (
    organization_id  uuid not null,
    kind             text not null check (kind in ('super_event', 'event')),
    slug             text not null check (slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'),
    target_id        uuid not null,
    retired_at       timestamptz,
    primary key (organization_id, kind, slug)
  );
  create unique index slug_in_use on events.slug (target_id) where retired_at is null;
  create index slug_of_any_organization on events.slug (slug);

  create view published.slugs as
    select organization_id, kind, slug, target_id
      from events.slug where retired_at is null or retired_at > now() - interval '30 days';
`;

const trackRole = `
  create table events.track_role (
    event_id    uuid not null references events.track,
    user_id     uuid not null,
    role        text not null check (role in ('ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT')),
    -- Roles have no ids of their own: of those that one event file brings, the time says which came first.
    created_at  timestamptz not null default clock_timestamp(),
    primary key (event_id, user_id, role)
  );
  create index track_role_user on events.track_role (user_id);

  create view published.track_roles as
    select r.user_id, r.role, r.event_id, t.super_event_id, t.organization_id
      from events.track_role r join published.tracks t on t.id = r.event_id;
`;

const registrationField = `
  create table events.registration_field (
    id                uuid primary key default uuidv7(),
    super_event_id    uuid not null references events.super_event,
    key               text,                        -- its name in the event file
    field_type        text not null check (field_type in ('text', 'textarea', 'url', 'email', 'phone', 'select',
                                                          'multiselect', 'radio', 'checkbox', 'date', 'file')),
    label             text not null,
    description       text,
    placeholder       text,
    options           jsonb not null default '[]',
    is_required       boolean not null default false,
    order_index       double precision not null default 0,
    validation_rules  jsonb not null default '{}',
    created_at        timestamptz not null default now()
  );
  create index registration_field_of_super_event on events.registration_field (super_event_id, order_index, id);
  create unique index registration_field_key on events.registration_field (super_event_id, key);

  create view published.registration_fields as
    select id, super_event_id, key, field_type, label, options, is_required, order_index, validation_rules
      from events.registration_field;

  create view published.located_registration_field as
    select x.id, s.organization_id, x.super_event_id, null::uuid as event_id, null::uuid as owner_id,
           null::uuid as team_id, s.is_draft, s.is_private
      from events.registration_field x
     cross join lateral (select * from published.located_super_event where id = x.super_event_id limit 1) s;
`;

const roleInvite = `
  create table events.role_invite (
    id              uuid primary key default gen_random_uuid(),
    super_event_id  uuid not null references events.super_event,
    event_id        uuid not null references events.track,
    email           text not null,
    role            text not null check (role in ('MENTOR', 'JUDGE', 'TECH_PARTNER', 'PARTNER')),
    status          text not null default 'pending' check (status in ('pending', 'accepted', 'revoked', 'expired')),
    message         text,
    invited_by      uuid not null,
    token_hash      bytea not null unique,
    expires_at      timestamptz not null default now() + interval '14 days',
    created_at      timestamptz not null default now(),
    accepted_in     text                          -- the request, which may be tried again when its answer was lost
  );
  create unique index role_invite_once on events.role_invite (event_id, lower(email), role) where status = 'pending';
  create index role_invite_of_super_event on events.role_invite (super_event_id, created_at, id);

  -- Pending is what can still be accepted; nobody needs to have noticed the hour.
  create view published.role_invites as
    select i.id, t.organization_id, i.super_event_id, i.event_id, i.email, i.role, i.expires_at,
           case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status
      from events.role_invite i join published.tracks t on t.id = i.event_id;
`;
