/** SQL of slugs: present and former ones, of which a former one is given away only when it no longer resolves. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

/** What has a slug. */
export interface Named {
  readonly organization_id: string;
  readonly kind: 'super_event' | 'event';
  readonly id: string;
}

/** More of one name than a list could show. */
const numbersAtMost = 2_000;

export async function retireSlug(db: Db, { id }: Named): Promise<void> {
  await sql`
    update slug set retired_at = now() where target_id = ${id} and retired_at is null`.execute(db.getKysely());
}

/**
 * Takes the first of `base`, `base-2`, `base-3` … that is free or was its own; undefined where somebody else took that
 * one in the same moment. Reading only chooses the number: the primary key decides.
 */
export async function claimSlug(
  db: Db,
  { organization_id, kind, id }: Named,
  { base, first }: { base: string; first: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`
    insert into slug as k (organization_id, kind, slug, target_id)
    select ${organization_id}, ${kind}, c.slug, ${id}
      from (select n, ${base} || case when n = 1 then '' else '-' || n end as slug
              from generate_series(${first}::int, ${numbersAtMost}::int) n) c
     where not exists (select 1 from slug o
                        where o.organization_id = ${organization_id} and o.kind = ${kind} and o.slug = c.slug
                          and o.target_id <> ${id}
                          and (o.retired_at is null or o.retired_at > now() - interval '30 days'))
     order by c.n limit 1
    on conflict (organization_id, kind, slug) do update set target_id = excluded.target_id, retired_at = null
       where k.target_id = excluded.target_id or k.retired_at <= now() - interval '30 days'
    returning slug`.execute(db.getKysely());
  return rows[0]?.slug;
}

/** What is deleted needs none, not even a former one. */
export async function freeSlugs(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from slug where target_id = any (${ids}::uuid[])`.execute(db.getKysely());
}
