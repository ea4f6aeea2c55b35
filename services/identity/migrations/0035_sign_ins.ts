import { Migration } from '@mikro-orm/migrations';

/** Signing in by others. */
export class Identity0035 extends Migration {
  override up(): void {
    this.addSql(`
      -- Who somebody is at an issuer. Addresses change there; the subject never does.
      create table identity.sign_in (
        issuer        text not null,
        subject       text not null,
        user_id       uuid not null references identity.person,
        provider      text not null,
        email         text not null,                 -- as the issuer said when they were joined
        created_at    timestamptz not null default now(),
        last_used_at  timestamptz not null default now(),
        primary key (issuer, subject)
      );
      create index sign_in_user on identity.sign_in (user_id);

      -- Sign-ins that were begun and have not come back.
      create table identity.sign_in_begun (
        state_hash    bytea primary key,
        provider      text not null,
        browser_hash  bytea not null,
        sealed        bytea not null,                -- nonce and code verifier, with a key that only the state gives
        next          text not null,
        claimed_by    text,                          -- the request that works on the answer
        expires_at    timestamptz not null default now() + interval '10 minutes'
      );
      create index sign_in_begun_age on identity.sign_in_begun (expires_at);

      -- Sign-ins that wait for the password of the account with their address.
      create table identity.sign_in_joining (
        id_hash       bytea primary key,
        browser_hash  bytea not null,
        user_id       uuid not null references identity.person,
        issuer        text not null,
        subject       text not null,
        provider      text not null,
        email         text not null,
        expires_at    timestamptz not null default now() + interval '10 minutes'
      );
      create index sign_in_joining_user on identity.sign_in_joining (user_id);
      create index sign_in_joining_age on identity.sign_in_joining (expires_at);
    `);
  }
}
