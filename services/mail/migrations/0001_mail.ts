import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

/**
 * The schema `graphile_worker` holds the jobs. Its own migrations have run before this one; who may work there is said where
 * all rights are.
 */
export class Mail0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table mail.sealing_key (
        public_key  bytea primary key check (length(public_key) = 32),
        since       timestamptz not null default now()
      );
      ${kitTables('mail')}
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
