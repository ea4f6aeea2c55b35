import { Migration } from '@mikro-orm/migrations';

/** Passkeys. They go with their person. */
export class Identity0036 extends Migration {
  override up(): void {
    this.addSql(`
      create table identity.passkey (
        id             uuid primary key default uuidv7(),
        user_id        uuid not null references identity.person on delete cascade,
        credential_id  bytea not null unique,
        public_key     bytea not null,
        counter        double precision not null,    -- of its signatures; passkeys in several devices have none
        transports     text[] not null,
        name           text not null,
        created_at     timestamptz not null default now(),
        last_used_at   timestamptz
      );
      create index passkey_user on identity.passkey (user_id);

      -- Challenges that browsers sign. Each is taken once.
      create table identity.passkey_challenge (
        challenge_hash  bytea primary key,
        user_id         uuid references identity.person on delete cascade,   -- null to sign in, for that is asked first
        expires_at      timestamptz not null default now() + interval '5 minutes'
      );
      create index passkey_challenge_user on identity.passkey_challenge (user_id);
      create index passkey_challenge_age on identity.passkey_challenge (expires_at);
    `);
  }
}
