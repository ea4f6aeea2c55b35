import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

/** An apply that is sent twice is done once, as every other write, and its answer is kept, sealed. */
export class Setup0001 extends Migration {
  override up(): void {
    this.addSql(`
      -- Requests that take so long that they are answered with where to ask how far they are.
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
      ${kitTables('setup')}
      ${kitViews('setup')}
    `);
  }
}
