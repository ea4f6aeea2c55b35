import { Migration } from '@mikro-orm/migrations';

export class Identity0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.people as
        select id, email, name, avatar_url, linkedin_url, github_url, name_key, search,
               email_confirmed_at is not null and name is not null as is_onboarded
          from identity.person;
    `);
  }

  override down(): void {
    this.addSql(`drop view published.people;`);
  }
}
