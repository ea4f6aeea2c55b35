import { Migration } from '@mikro-orm/migrations';

/** How members invite others: a code for each team, of which a new one ends the old. */
export class Teams0007 extends Migration {
  override up(): void {
    this.addSql(`
      create table teams.invitation (
        team_id     uuid primary key,
        code_hash   bytea not null,
        invited_by  uuid not null,
        expires_at  timestamptz not null default now() + interval '48 hours'
      );
      create unique index invitation_code on teams.invitation (code_hash);
      create index invitation_age on teams.invitation (expires_at);
    `);
  }
}
