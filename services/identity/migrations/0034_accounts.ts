import { Migration } from '@mikro-orm/migrations';

/** Changes that people make to their own account: their language, their address, and which of their sessions go on. */
export class Identity0034 extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.person add column locale text;

      alter table identity.session
        add column device text,                      -- the program that signed in, as far as it says
        add column last_seen_at timestamptz not null default now();

      -- A change is confirmed from the new address, and can be undone from the former one, whether confirmed or not.
      create table identity.email_change (
        id            uuid primary key default uuidv7(),
        user_id       uuid not null references identity.person,
        former_email  text not null,
        email         text not null check (email = lower(trim(email))),
        token_hash    bytea not null unique,
        code_hash     text not null,
        stop_hash     bytea not null unique,
        created_at    timestamptz not null default now(),
        expires_at    timestamptz not null default now() + interval '1 hour',
        confirmed_at  timestamptz
      );
      create index email_change_user on identity.email_change (user_id);
      create index email_change_email on identity.email_change (email);
      create index email_change_age on identity.email_change (created_at);
    `);
  }
}
