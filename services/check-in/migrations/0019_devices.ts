import { Migration } from '@mikro-orm/migrations';

/** A device records for nobody in particular: its key says which it was. */
export class CheckIn0019 extends Migration {
  override up(): void {
    this.addSql(`alter table check_in.record alter column recorded_by drop not null;`);
  }

  override down(): void {
    this.addSql(`
      update check_in.record set recorded_by = user_id where recorded_by is null;
      alter table check_in.record alter column recorded_by set not null;
    `);
  }
}
