import { Migration } from '@mikro-orm/migrations';

/** What the event file calls a device; one that was added otherwise has none. */
export class Identity0025 extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.device add column key text;
      create unique index device_key on identity.device (super_event_id, key)
        where removed_at is null and key is not null;
    `);
  }

  override down(): void {
    this.addSql('alter table identity.device drop column key;');
  }
}
