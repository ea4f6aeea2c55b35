import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

/**
 * There may be hundreds of deliveries a second, so they have no foreign keys; the service deletes the rows of deleted
 * webhooks. Two partial indexes find pending deliveries. The jobs that send them are in the service's queue, whose own
 * migrations ran before this one.
 */
export class Webhooks0001 extends Migration {
  override up(): void {
    this.addSql(webhook + reader + delivery + sealingKey + kitTables('webhooks') + kitViews('webhooks'));
  }
}

const webhook = `
  create table webhooks.webhook (
    id                 uuid primary key default uuidv7(),
    organization_id    uuid not null,
    super_event_id     uuid,
    url                text not null,
    types              text[] not null check (cardinality(types) > 0),
    description        text,
    status             text not null default 'active' check (status in ('active', 'disabled', 'ended')),
    active_since       timestamptz not null default now(),
    secret             bytea not null,             -- sealed for the service
    former_secret      bytea,
    former_until       timestamptz,
    failing_since      timestamptz,                -- since when nothing but failures came of it
    is_slow            boolean not null default false,
    created_at         timestamptz not null default now(),
    key                text,                       -- its name in the event file; null for those made over HTTP
    -- Tells whether a secret in an event file is another: nobody opens one to compare.
    secret_hash        bytea check (length(secret_hash) = 32),
    check ((former_secret is null) = (former_until is null))
  );
  create index webhook_of_organization on webhooks.webhook (organization_id, created_at, id);
  create unique index webhook_key on webhooks.webhook (organization_id, key);

  create view published.located_webhook as
    select id, organization_id, super_event_id, null::uuid as event_id, null::uuid as owner_id, null::uuid as team_id,
           false as is_draft, true as is_private
      from webhooks.webhook;
`;

const reader = `
  create table webhooks.reader (
    organization_id    uuid primary key,
    position           text not null,
    read_at            timestamptz not null default now()
  );
`;

const delivery = `
  create table webhooks.fact (
    id                 uuid primary key,
    type               text not null,
    body               text not null,              -- as it is signed and sent, at every try
    created_at         timestamptz not null default now()
  );
  create index fact_age on webhooks.fact using brin (created_at);

  create table webhooks.delivery (
    id                 uuid primary key default uuidv7(),
    webhook_id         uuid not null,
    fact_id            uuid not null,
    status             text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    tries              smallint not null default 0,
    due_at             timestamptz not null default now(),
    response_status    smallint,
    duration_ms        integer,
    error              text check (error in ('ADDRESS_FORBIDDEN', 'NAME_UNKNOWN', 'CONNECTION_FAILED', 'TLS_FAILED',
                                             'TIMEOUT', 'BAD_ANSWER', 'REFUSED', 'SECRET_UNREADABLE')),
    tried_at           timestamptz,
    created_at         timestamptz not null default now()
  );
  create index delivery_of_webhook on webhooks.delivery (webhook_id, id desc) include (status);
  create index delivery_fresh on webhooks.delivery (webhook_id, id) where status = 'pending' and tries = 0;
  create index delivery_again on webhooks.delivery (webhook_id, due_at) where status = 'pending' and tries > 0;
  create index delivery_failed on webhooks.delivery (webhook_id, id desc) where status = 'failed';
  create index delivery_age on webhooks.delivery using brin (created_at);

  create view published.located_webhook_delivery as
    select d.id, w.organization_id, w.super_event_id, null::uuid as event_id, null::uuid as owner_id,
           null::uuid as team_id, false as is_draft, true as is_private
      from webhooks.delivery d
     cross join lateral (select * from webhooks.webhook where id = d.webhook_id limit 1) w;
`;

const sealingKey = `
  create table webhooks.sealing_key (
    public_key         bytea primary key check (length(public_key) = 32),
    since              timestamptz not null default now()
  );

  create view published.webhooks_key as
    select public_key from webhooks.sealing_key order by since desc limit 1;
`;
