/** SQL for current and former slugs. A former slug can be taken again when it no longer resolves. */
import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { anyOf } from '../../shared/database/ids.ts';
import { slug, type Tables } from './entities.ts';

type Row = RowOf<typeof slug>;

/** A hackathon or track that has a slug. */
export interface SlugOwner extends Readonly<Pick<Row, 'organization_id' | 'kind'>> {
  readonly id: Row['target_id'];
}

/** The highest number that is tried behind a slug. */
const numbersAtMost = 2_000;

/** Marks the current slug as a former one. */
export async function retireSlug(db: Db, { id }: SlugOwner): Promise<void> {
  await db.nativeUpdate(slug, { target_id: id, retired_at: null }, { retired_at: raw('now()') });
}

/**
 * Takes the first of `base`, `base-2`, `base-3` … that is free or was its own, and where all of them are taken the one with the
 * end of its id; returns undefined when somebody else took it at the same moment. Reading only suggests it: the primary key
 * decides.
 */
export async function claimSlug(
  db: Db,
  { organization_id, kind, id }: SlugOwner,
  { base, first }: { base: string; first: number },
): Promise<string | undefined> {
  const { rows } = await sql<Pick<Row, 'slug'>>`
    insert into slug as k (organization_id, kind, slug, target_id)
    select ${organization_id}, ${kind}, c.slug, ${id}
      from (select n, ${base} || case when n = 1 then '' else '-' || n end as slug
              from generate_series(${first}::int, ${numbersAtMost}::int) n
             union all select ${numbersAtMost + 1}::int, ${base} || '-' || right(${id}::text, 8)) c
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

/** Frees the slugs of deleted hackathons and tracks, former ones included. */
export async function freeSlugs(db: Db, ids: readonly string[]): Promise<void> {
  await db.getKysely<Tables>().deleteFrom('slug').where('target_id', '=', anyOf(ids)).execute();
}
