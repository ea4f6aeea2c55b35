import { Migration } from '@mikro-orm/migrations';

/** The options of kiosks, and the PIN of their settings as a salted hash. */
export class Identity0028 extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.device
        add column may_search    boolean not null default false,
        add column sees_answers  boolean not null default false,
        add column prints        boolean not null default false,
        add column lock          jsonb;
    `);
  }
}
