import { Migration } from '@mikro-orm/migrations';

/** Roles have no ids of their own: of those that one event file brings, the time says which came first. */
export class Events0013 extends Migration {
  override up(): void {
    this.addSql(`alter table events.track_role alter column created_at set default clock_timestamp();`);
  }

  override down(): void {
    this.addSql(`alter table events.track_role alter column created_at set default now();`);
  }
}
