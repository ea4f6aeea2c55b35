import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/** A person is one confirmed or unconfirmed address; a key acts for one person in one organization. */
export class Identity0001 extends Migration {
  override up(): void {
    this.addSql(`
      create extension if not exists unaccent with schema public;
      create extension if not exists pg_trgm with schema public;

      -- Immutable because the dictionary is named and never changed; an index may rest on it.
      create function published.fold(value text) returns text
      language sql immutable parallel safe strict
      return lower(public.unaccent('public.unaccent', value));

      create table identity.person (
        id                  uuid primary key default gen_random_uuid(),
        email               text not null check (email = lower(trim(email))),
        name                text,
        avatar_url          text,
        linkedin_url        text,
        github_url          text,
        password_hash       text,
        email_confirmed_at  timestamptz,
        created_at          timestamptz not null default now(),
        name_key            text generated always as (published.fold(name)) stored,
        -- Name and email on lines of their own: what is searched for matches in one of them, never across.
        search              text generated always as (published.fold(coalesce(name, '') || E'\\n' || email)) stored
      );
      create unique index person_email on identity.person (email);
      create index person_by_name on identity.person (name_key, id);
      create index person_by_name_backwards on identity.person (name_key desc nulls last, id);
      create index person_search on identity.person using gin (search public.gin_trgm_ops);

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
        last_used_at     timestamptz
      );
      create unique index api_key_label on identity.api_key (organization_id, label) where revoked_at is null;
      create index api_key_user on identity.api_key (user_id);
      ${kitTables('identity')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropKitTables('identity')}
      drop table identity.api_key;
      drop table identity.person;
      drop function published.fold;
    `);
  }
}
