import { Migration } from '@mikro-orm/migrations';

/** Until people say what they are called, they are called by what stands before the @ of their address, and sorted by it. */
export class Identity0010 extends Migration {
  override up(): void {
    this.addSql(
      sortedBy(`coalesce(name, split_part(email, '@', 1))`) + published(`coalesce(name, split_part(email, '@', 1))`),
    );
  }

  override down(): void {
    this.addSql(published('name') + sortedBy('name'));
  }
}

const sortedBy = (name: string) => `
  alter table identity.person alter column name_key set expression as (published.fold(${name}));`;

const published = (name: string) => `
  create or replace view published.people as
    select id, email, ${name} as name, avatar_url, linkedin_url, github_url, name_key, search,
           email_confirmed_at is not null and person.name is not null as is_onboarded
      from identity.person;`;
