import { Migration } from '@mikro-orm/migrations';

/** Whose an organization is: its own. Nobody outside reads it. */
export class Organizations0014 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.located_organization as
        select id, id as organization_id, null::uuid as super_event_id, null::uuid as event_id, null::uuid as owner_id,
               null::uuid as team_id, false as is_draft, true as is_private
          from organizations.organization;
    `);
  }

  override down(): void {
    this.addSql(`
      drop view published.located_organization;
    `);
  }
}
