import { Migration } from '@mikro-orm/migrations';
import { dropKitTables, kitTables } from '../../../shared/database/kit-tables.ts';

export class Organizations0001 extends Migration {
  override up(): void {
    this.addSql(`
      create table organizations.organization (
        id                 uuid primary key default gen_random_uuid(),
        slug               text not null unique check (slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'),
        name               text not null,
        can_create_events  boolean not null default true,
        created_at         timestamptz not null default now()
      );

      create table organizations.member (
        id               uuid not null unique default gen_random_uuid(),
        organization_id  uuid not null references organizations.organization,
        user_id          uuid not null,
        role             text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
        created_at       timestamptz not null default now(),
        primary key (organization_id, user_id)
      );
      create index member_user on organizations.member (user_id);
      ${kitTables('organizations')}
    `);
  }

  override down(): void {
    this.addSql(`
      ${dropKitTables('organizations')}
      drop table organizations.member;
      drop table organizations.organization;
    `);
  }
}
