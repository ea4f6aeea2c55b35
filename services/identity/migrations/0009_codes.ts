import { Migration } from '@mikro-orm/migrations';

/** The codes of six digits that confirm addresses beside the links of the same letters. */
export class Identity0009 extends Migration {
  override up(): void {
    this.addSql(`
      -- One for an address at a time: a code says nothing of the password, so two sign-ups with different ones have none.
      create table identity.login_code (
        email       text primary key,
        token_hash  bytea not null unique references identity.login_link on delete cascade,
        code_hash   text,                      -- null where the link alone confirms the address
        expires_at  timestamptz not null default now() + interval '30 minutes'
      );
    `);
  }
}
