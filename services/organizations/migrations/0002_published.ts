import { Migration } from '@mikro-orm/migrations';

export class Organizations0002 extends Migration {
  override up(): void {
    this.addSql(`
      create view published.organizations as
        select id, slug, name, can_create_events from organizations.organization;

      create view published.members as
        select organization_id, user_id, role from organizations.member;
    `);
  }

  override down(): void {
    this.addSql(`drop view published.members; drop view published.organizations;`);
  }
}
