import { Migration } from '@mikro-orm/migrations';

/** Sessions and their tokens, the links that mails carry, and how often somebody tried. No token is kept as it is. */
export class Identity0004 extends Migration {
  override up(): void {
    this.addSql(`
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

      create table identity.attempt (
        bucket     text primary key,
        count      int not null,
        resets_at  timestamptz not null
      );
      create index attempt_age on identity.attempt (resets_at);
    `);
  }

  override down(): void {
    this.addSql(`
      drop table identity.attempt;
      drop table identity.login_link;
      drop table identity.session_token;
      drop table identity.session;
    `);
  }
}
