import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/**
 * The schema `graphile_worker` holds the jobs. Its own migrations have run before this one; it protects its tables by
 * row-level security, so the role that works on them needs policies beside its grants.
 */
export class Mail0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table mail.sealing_key (
        public_key  bytea primary key check (length(public_key) = 32),
        since       timestamptz not null default now()
      );
      ${kitTables('mail')}

      grant usage on schema graphile_worker to muster_mail;
      grant select, insert, update, delete on all tables in schema graphile_worker to muster_mail;
      grant execute on all functions in schema graphile_worker to muster_mail;
      create policy muster_mail on graphile_worker._private_jobs to muster_mail using (true) with check (true);
      create policy muster_mail on graphile_worker._private_job_queues to muster_mail using (true) with check (true);
      create policy muster_mail on graphile_worker._private_tasks to muster_mail using (true) with check (true);
      create policy muster_mail on graphile_worker._private_known_crontabs to muster_mail using (true) with check (true);
    `);
  }

  override down(): void {
    this.addSql(`
      drop schema graphile_worker cascade;
      ${dropKitTables('mail')}
      drop table mail.sealing_key;
    `);
  }
}
