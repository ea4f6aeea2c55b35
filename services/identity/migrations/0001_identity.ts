import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

export class Identity0001 extends Migration {
  override up(): void {
    this.addSql(folding + person + apiKey + session + loginLink + attempt + device);
    this.addSql(kitTables('identity') + kitViews('identity'));
  }
}

const folding = `
  create extension if not exists unaccent with schema public;
  create extension if not exists pg_trgm with schema public;

  -- Immutable because the dictionary is named and never changed; an index may rest on it.
  create function published.fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent', value));
`;

const person = `
  -- A person is one confirmed or unconfirmed address. Until people say a name, they are called by what stands before the @
  -- of their address, and sorted by it.
  create table identity.person (
    id                  uuid primary key default uuidv7(),
    email               text not null check (email = lower(trim(email))),
    name                text,
    avatar_url          text,
    linkedin_url        text,
    github_url          text,
    password_hash       text,
    email_confirmed_at  timestamptz,
    created_at          timestamptz not null default now(),
    name_key            text generated always as (published.fold(coalesce(name, split_part(email, '@', 1)))) stored,
    -- Name and email on lines of their own: what is searched for matches in one of them, never across.
    search              text generated always as (published.fold(coalesce(name, '') || E'\\n' || email)) stored
  );
  create unique index person_email on identity.person (email);
  create index person_by_name on identity.person (name_key, id);
  create index person_by_name_backwards on identity.person (name_key desc nulls last, id);
  create index person_search on identity.person using gin (search public.gin_trgm_ops);

  create view published.people as
    select id, email, coalesce(name, split_part(email, '@', 1)) as name, avatar_url, linkedin_url, github_url, name_key,
           search, email_confirmed_at is not null and person.name is not null as is_onboarded
      from identity.person;
`;

const apiKey = `
  -- A key acts for one person in one organization.
  create table identity.api_key (
    public_id        text primary key,
    secret_hash      bytea not null,
    organization_id  uuid not null,
    user_id          uuid not null references identity.person,
    label            text not null,
    created_at       timestamptz not null default now(),
    created_by       uuid,
    expires_at       timestamptz,
    revoked_at       timestamptz,
    last_used_at     timestamptz,
    made_with        text                          -- the key that made it, where a key did
  );
  create unique index api_key_label on identity.api_key (organization_id, label) where revoked_at is null;
  create index api_key_user on identity.api_key (user_id);
  create index api_key_made_with on identity.api_key (made_with) where made_with is not null;

  -- Keys that a key made end with it, however it is revoked, so that a key that was found does not live on in them.
  create function identity.revoke_descendants() returns trigger
  language plpgsql
  as $$
  begin
    update identity.api_key set revoked_at = new.revoked_at
     where made_with = new.public_id and revoked_at is null;
    return null;
  end
  $$;
  create trigger api_key_descendants after update of revoked_at on identity.api_key
    for each row when (old.revoked_at is null and new.revoked_at is not null)
    execute function identity.revoke_descendants();
`;

/** No token is kept as it is. */
const session = `
  -- A family: everything that was refreshed from one sign-in.
  create table identity.session (
    id            uuid primary key default gen_random_uuid(),
    user_id       uuid not null references identity.person,
    address_hash  text,                          -- where it was opened; null for what a link opened
    created_at    timestamptz not null default now(),
    expires_at    timestamptz not null,          -- of its newest refresh token
    ended_at      timestamptz
  );
  create index session_of_person on identity.session (user_id);
  create index session_age on identity.session (expires_at);

  create table identity.session_token (
    refresh_hash        bytea primary key,
    access_hash         bytea not null unique,
    session_id          uuid not null references identity.session on delete cascade,
    access_expires_at   timestamptz not null,
    refresh_expires_at  timestamptz not null,
    rotated_at          timestamptz,
    successor           bytea                    -- encrypted with a key that only the refresh token gives
  );
  create index session_token_session on identity.session_token (session_id);
  create index session_token_age on identity.session_token (refresh_expires_at);
`;

const loginLink = `
  -- The links that letters carry.
  create table identity.login_link (
    token_hash     bytea primary key,
    purpose        text not null check (purpose in ('verify', 'reset')),
    email          text not null,
    name           text,
    password_hash  text,
    expires_at     timestamptz not null default now() + interval '1 hour',
    check ((purpose = 'verify') = (password_hash is not null))
  );
  create index login_link_email on identity.login_link (email);
  create index login_link_age on identity.login_link (expires_at);
`;

const attempt = `
  -- How often somebody tried. A request that the gateway sends again, because its answer was late, is one try.
  create table identity.attempt (
    bucket     text primary key,
    count      int not null,
    resets_at  timestamptz not null,
    requests   text[] not null default '{}'
  );
  create index attempt_age on identity.attempt (resets_at);
`;

/** Each has a key of its own, of which only a hash is kept, as of the code that brings it. */
const device = `
  -- Kiosks and boards.
  create table identity.device (
    id                uuid primary key default uuidv7(),
    organization_id   uuid not null,
    super_event_id    uuid not null,
    kind              text not null check (kind in ('kiosk', 'board')),
    name              text not null,
    point_ids         uuid[],                      -- null: every point of the hackathon
    created_at        timestamptz not null default now(),
    created_by        uuid,
    expires_at        timestamptz,
    code_hash         bytea unique,                -- null once it was used
    code_expires_at   timestamptz,
    key_id            text unique,
    secret_hash       bytea,
    paired_at         timestamptz,
    last_seen_at      timestamptz,
    queued            integer,
    oldest_queued_at  timestamptz,
    version           text,
    removed_at        timestamptz,
    key               text,                        -- its name in the event file; null where it was added otherwise
    check ((key_id is null) = (secret_hash is null))
  );
  create index device_of_organization on identity.device (organization_id, created_at, id) where removed_at is null;
  create index device_removed on identity.device (removed_at);
  create unique index device_key on identity.device (super_event_id, key)
    where removed_at is null and key is not null;

  create view published.located_device as
    select d.id, d.organization_id, d.super_event_id, null::uuid as event_id, null::uuid as owner_id,
           null::uuid as team_id, s.is_draft, s.is_private
      from identity.device d
     cross join lateral (select * from published.located_super_event where id = d.super_event_id limit 1) s
     where d.removed_at is null;
`;
