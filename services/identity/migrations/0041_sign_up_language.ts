import { Migration } from '@mikro-orm/migrations';

/** The language of the page on which somebody signed up, which the account begins with. */
export class Identity0041 extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.login_link
        add column locale text constraint login_link_locale_check check (locale in ('en', 'de', 'es', 'fr'));
    `);
  }
}
