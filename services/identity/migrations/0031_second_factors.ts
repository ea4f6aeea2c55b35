import { Migration } from '@mikro-orm/migrations';

/** Second factors: apps that make codes, and recovery codes. All of it goes with its person. */
export class Identity0031 extends Migration {
  override up(): void {
    this.addSql(`
      -- Whether a session began with two factors, or was shown the second one since.
      alter table identity.session add column second_factor boolean not null default false;

      create table identity.totp (
        user_id       uuid primary key references identity.person on delete cascade,
        sealed        bytea not null,                -- the secret, with the key of the service
        last_step     integer,                       -- of the newest code that was taken
        confirmed_at  timestamptz,                   -- until then it asks nobody for a code
        created_at    timestamptz not null default now()
      );

      create table identity.recovery_code (
        code_hash  bytea primary key,
        user_id    uuid not null references identity.person on delete cascade
      );
      create index recovery_code_user on identity.recovery_code (user_id);

      -- Sign-ins that wait for the second factor.
      create table identity.second_factor_ticket (
        ticket_hash    bytea primary key,
        user_id        uuid not null references identity.person on delete cascade,
        password_hash  text,                         -- the one that was shown, if any: it must still be theirs
        address_hash   text,
        expires_at     timestamptz not null default now() + interval '10 minutes'
      );
      create index second_factor_ticket_user on identity.second_factor_ticket (user_id);
      create index second_factor_ticket_age on identity.second_factor_ticket (expires_at);
    `);
  }
}
