import { Migration } from '@mikro-orm/migrations';

/** The language of people, in which mail writes to them. */
export class Identity0037 extends Migration {
  override up(): void {
    this.addSql(`
      alter table identity.person add constraint person_locale_check check (locale in ('en', 'de', 'es', 'fr'));
      create or replace view published.people as
        select id, email, coalesce(name, split_part(email, '@', 1)) as name, avatar_url, linkedin_url, github_url, name_key,
               search, email_confirmed_at is not null and person.name is not null as is_onboarded, locale
          from identity.person;
    `);
  }
}
