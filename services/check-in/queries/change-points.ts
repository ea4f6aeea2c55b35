/** SQL of points that are made, changed and removed. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import { newId } from '../../../shared/database/ids.ts';
import { point, type Tables } from '../entities.ts';

export type PointRow = RowOf<typeof point>;

export const isTrackOf = async (db: Db, super_event_id: string, event_id: string): Promise<boolean> => {
  const track = db.getKysely<Tables>().selectFrom('published.tracks').select('id').where('id', '=', event_id);
  return (await track.where('super_event_id', '=', super_event_id).executeTakeFirst()) !== undefined;
};

/** More of one name than anybody has doors. */
const numbersAtMost = 1_000;

export type NewPoint = Pick<
  PointRow,
  'organization_id' | 'super_event_id' | 'event_id' | 'name' | 'type' | 'requirements'
> & {
  readonly opens_at: string;
  readonly closes_at: string;
};

/**
 * Under the first of `base`, `base-2` … that is free there, and where all of them are taken under the one with the end of its id;
 * undefined where somebody else took that in the same moment.
 */
export async function insertPoint(db: Db, base: string, wanted: NewPoint): Promise<PointRow | undefined> {
  const id = newId();
  const { organization_id, super_event_id, event_id, name, type, requirements, opens_at, closes_at } = wanted;
  const { rows } = await sql<PointRow>`
    insert into point (id, organization_id, super_event_id, event_id, key, name, type, opens_at, closes_at, requirements)
    select ${id}, ${organization_id}, ${super_event_id}, ${event_id}, c.key, ${name}, ${type}, ${opens_at}, ${closes_at},
           ${JSON.stringify(requirements)}::jsonb
      from (select n, ${base} || case when n = 1 then '' else '-' || n end as key
              from generate_series(1, ${numbersAtMost}::int) n
             union all select ${numbersAtMost + 1}::int, ${base} || '-' || right(${id}::text, 8)) c
     where not exists (select 1 from point o
                        where o.super_event_id = ${super_event_id} and o.event_id is not distinct from ${event_id}::uuid
                          and o.key = c.key)
     order by c.n limit 1
    on conflict (super_event_id, event_id, key) do nothing
    returning *`.execute(db.getKysely());
  return rows[0];
}

/**
 * Nobody else changes it until this transaction ends. With Kysely, because `findOne` takes more than a tenth of the processor
 * time of changing a point.
 */
export const holdPoint = (db: Db, id: string): Promise<PointRow | undefined> =>
  db.getKysely<Tables>().selectFrom('point').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const updatePoint = (db: Db, id: string, changed: Partial<PointRow>): Promise<number> =>
  db.nativeUpdate(point, id, changed);

/** False where something was scanned or handed in there. It has to be held: the lock keeps scans away until it is decided. */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from point p
     where p.id = ${id}
       and not exists (select 1 from record r where r.point_id = p.id)
       and not exists (select 1 from refused_scan r where r.point_id = p.id)
       and not exists (select 1 from published.submissions s where s.checkin_point_id = p.id)`.execute(db.getKysely());
  return numAffectedRows === 1n;
}
