import { Migration } from '@mikro-orm/migrations';

/** Whether an organization asks its people for a second factor. */
export class Organizations0036 extends Migration {
  override up(): void {
    this.addSql(`
      alter table organizations.organization
        add column second_factor text not null default 'optional' check (second_factor in ('optional', 'required'));

      create or replace view published.organizations as
        select id, slug, name, can_create_events, second_factor from organizations.organization;
    `);
  }
}
