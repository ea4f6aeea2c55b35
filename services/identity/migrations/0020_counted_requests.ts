import { Migration } from '@mikro-orm/migrations';

/** A request that the gateway sends again, because its answer was late, is one try. */
export class Identity0020 extends Migration {
  override up(): void {
    this.addSql(`alter table identity.attempt add column requests text[] not null default '{}';`);
  }

  override down(): void {
    this.addSql('alter table identity.attempt drop column requests;');
  }
}
