import { Migration } from '@mikro-orm/migrations';

/** What takes so long that whoever asked for it is told where to ask how far it is. */
export class Setup0026 extends Migration {
  override up(): void {
    this.addSql(`
      create table setup.job (
        id_hash          bytea primary key,           -- the id opens what came of it
        organization_id  uuid not null,
        user_id          uuid not null,
        input_hash       bytea not null,
        created_at       timestamptz not null default now(),
        ended_at         timestamptz,
        outcome          bytea,
        check ((ended_at is null) = (outcome is null))
      );
      create index job_age on setup.job (created_at);
    `);
  }

  override down(): void {
    this.addSql('drop table setup.job;');
  }
}
