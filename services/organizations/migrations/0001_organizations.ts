import { Migration } from '@mikro-orm/migrations';
import { kitTables, kitViews } from '../../../shared/database/kit-tables.ts';

export class Organizations0001 extends Migration {
  override up(): void {
    this.addSql(organization + slug + member + kitTables('organizations') + kitViews('organizations'));
  }
}

const organization = `
  create table organizations.organization (
    id                 uuid primary key default uuidv7(),
    slug               text not null unique check (slug !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'),
    name               text not null,
    can_create_events  boolean not null default true,
    created_at         timestamptz not null default now()
  );

  create view published.organizations as
    select id, slug, name, can_create_events from organizations.organization;

  -- An organization belongs to itself. Nobody outside reads it.
  create view published.located_organization as
    select id, id as organization_id, null::uuid as super_event_id, null::uuid as event_id, null::uuid as owner_id,
           null::uuid as team_id, false as is_draft, true as is_private
      from organizations.organization;
`;

const slug = `
  -- Present and former slugs together, so that a former one is nobody else's for 30 days.
  create table organizations.slug (
    slug             text primary key,
    organization_id  uuid not null references organizations.organization on delete cascade,
    is_from_file     boolean not null,             -- else it was given over HTTP
    retired_at       timestamptz
  );
  create unique index slug_in_use on organizations.slug (organization_id) where retired_at is null;

  -- The primary key decides which organization has a slug, however many ask for it at once.
  create function organizations.claim_slug() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      update organizations.slug set retired_at = now() where slug = old.slug;
    end if;
    insert into organizations.slug as k (slug, organization_id, is_from_file)
    values (new.slug, new.id, tg_op = 'INSERT')
    on conflict (slug) do update
       set organization_id = excluded.organization_id, retired_at = null,
           is_from_file = excluded.is_from_file or k.is_from_file and k.organization_id = excluded.organization_id
     where k.organization_id = excluded.organization_id or k.retired_at <= now() - interval '30 days';
    if not found then
      raise unique_violation using
        message = 'The slug belongs to another organization, or did until lately.',
        constraint = 'organization_slug_key';
    end if;
    return null;
  end $$;

  create trigger claim_slug_new after insert on organizations.organization
    for each row execute function organizations.claim_slug();
  create trigger claim_slug_renamed after update of slug on organizations.organization
    for each row when (old.slug <> new.slug) execute function organizations.claim_slug();
`;

const member = `
  create table organizations.member (
    id               uuid not null unique default uuidv7(),
    organization_id  uuid not null references organizations.organization,
    user_id          uuid not null,
    role             text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
    created_at       timestamptz not null default now(),
    primary key (organization_id, user_id)
  );
  create index member_user on organizations.member (user_id);

  create view published.members as
    select organization_id, user_id, role from organizations.member;
`;
