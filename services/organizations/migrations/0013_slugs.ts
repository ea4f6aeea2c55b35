import { Migration } from '@mikro-orm/migrations';

export class Organizations0013 extends Migration {
  override up(): void {
    this.addSql(`
      -- Present and former slugs together, so that a former one is nobody else's for 30 days.
      create table organizations.slug (
        slug             text primary key,
        organization_id  uuid not null references organizations.organization on delete cascade,
        is_from_file     boolean not null,             -- else it was given over HTTP
        retired_at       timestamptz
      );
      create unique index slug_in_use on organizations.slug (organization_id) where retired_at is null;

      insert into organizations.slug (slug, organization_id, is_from_file)
      select o.slug, o.id, not exists (select from organizations.audit a
                                        where a.organization_id = o.id and a.action = 'organizations.update'
                                          and a.after ->> 'slug' = o.slug)
        from organizations.organization o;

      insert into organizations.slug (slug, organization_id, is_from_file, retired_at)
      select distinct on (a.before ->> 'slug') a.before ->> 'slug', a.organization_id, false, a.at
        from organizations.audit a join organizations.organization o on o.id = a.organization_id
       where a.action = 'organizations.update' and a.before ? 'slug' and a.at > now() - interval '30 days'
       order by a.before ->> 'slug', a.at desc
      on conflict do nothing;

      -- Whoever writes, and however many at once: the primary key decides who has a slug.
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
    `);
  }

  override down(): void {
    this.addSql(`
      drop trigger claim_slug_renamed on organizations.organization;
      drop trigger claim_slug_new on organizations.organization;
      drop function organizations.claim_slug();
      drop table organizations.slug;
    `);
  }
}
