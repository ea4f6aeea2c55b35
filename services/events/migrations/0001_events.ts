import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

export class Events0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table events.super_event (
        id                uuid primary key default gen_random_uuid(),
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

      create table events.track (
        id               uuid primary key default gen_random_uuid(),
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

      create table events.track_role (
        event_id    uuid not null references events.track,
        user_id     uuid not null,
        role        text not null check (role in ('ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT')),
        created_at  timestamptz not null default now(),
        primary key (event_id, user_id, role)
      );
      create index track_role_user on events.track_role (user_id);

      create table events.registration_field (
        id                uuid primary key default gen_random_uuid(),
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
      ${kitTables('events')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropKitTables('events')}
      drop table events.role_invite;
      drop table events.registration_field;
      drop table events.track_role;
      drop table events.slug;
      drop table events.track;
      drop table events.super_event;
    `);
  }
}
