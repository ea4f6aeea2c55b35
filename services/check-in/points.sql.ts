/** SQL of points with their numbers, and of the check-ins of a person. */
import { sql, type RawBuilder } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import type { ResourceLocation } from '../../shared/kit/access.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import { point, type record, type Tables } from './entities.ts';

type Point = RowOf<typeof point>;

export interface CountedPoint extends Readonly<
  Pick<Point, 'id' | 'name' | 'type' | 'opens_at' | 'closes_at' | 'requirements' | 'config_json'>
> {
  readonly checked_in_count: number;
  readonly refused_count: number;
}
export interface CheckInRow extends Readonly<
  Pick<RowOf<typeof record>, 'id' | 'point_id' | 'method' | 'checked_in_at'>
> {
  readonly point_name: Point['name'];
  readonly point_type: Point['type'];
}

/**
 * The query for the number of records at a point.
 * @param point_id A column, or the id itself.
 */
export const recordedAt = (point_id: RawBuilder<unknown> | string) =>
  sql`select coalesce(sum(n), 0)::int from record_tally where point_id = ${point_id}`;

/** The points of a track; without a track, the points of the hackathon as a whole. */
export const pointsOf = ({ super_event_id, event_id }: ResourceLocation): Listing<CountedPoint> => ({
  rows: sql`
    select p.id, p.name, p.type, p.opens_at, p.closes_at, p.requirements, p.config_json,
           (${recordedAt(sql`p.id`)}) as checked_in_count,
           (select count(*)::int from refused_scan where point_id = p.id) as refused_count
      from point p
     where p.super_event_id = ${super_event_id} and p.event_id is not distinct from ${event_id}::uuid`,
  by: [
    { column: 'opens_at', kind: 'moment' },
    { column: 'name', kind: 'text' },
    { column: 'id', kind: 'id' },
  ],
});

/** The check-ins of a person on a track and in its hackathon, without a track on all of them; oldest first. */
export const checkInsOf = ({ owner_id, super_event_id, event_id }: ResourceLocation): Listing<CheckInRow> => ({
  rows: sql`
    select r.id, r.point_id, p.name as point_name, p.type as point_type, r.method, r.checked_in_at
      from record r join point p on p.id = r.point_id
     where r.user_id = ${owner_id} and r.annulled_at is null
       and p.super_event_id = ${super_event_id} and (${event_id}::uuid is null or p.event_id is null or p.event_id = ${event_id}::uuid)`,
  by: [
    { column: 'checked_in_at', kind: 'moment' },
    { column: 'id', kind: 'id' },
  ],
});

export type PointRow = RowOf<typeof point>;

export const isTrackOf = async (db: Db, super_event_id: string, event_id: string): Promise<boolean> => {
  const track = db.getKysely<Tables>().selectFrom('published.tracks').select('id').where('id', '=', event_id);
  return (await track.where('super_event_id', '=', super_event_id).executeTakeFirst()) !== undefined;
};

/** Maximum number of points with the same name. */
const numbersAtMost = 1_000;

export type NewPoint = Pick<
  PointRow,
  'organization_id' | 'super_event_id' | 'event_id' | 'name' | 'type' | 'requirements' | 'config_json'
> & {
  readonly opens_at: string;
  readonly closes_at: string;
};

/**
 * Inserts a point under the first free key of `base`, `base-2` …, else one with the end of its id; undefined if a
 * concurrent request took that key.
 */
export async function insertPoint(db: Db, base: string, wanted: NewPoint): Promise<PointRow | undefined> {
  const id = newId();
  const { organization_id, super_event_id, event_id, name, type, requirements, config_json, opens_at, closes_at } =
    wanted;
  const { rows } = await sql<PointRow>`
    insert into point (id, organization_id, super_event_id, event_id, key, name, type, opens_at, closes_at, requirements, config_json)
    select ${id}, ${organization_id}, ${super_event_id}, ${event_id}, c.key, ${name}, ${type}, ${opens_at}, ${closes_at},
           ${JSON.stringify(requirements)}::jsonb, ${JSON.stringify(config_json)}::jsonb
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
 * Locks a point for this transaction. With Kysely, because `findOne` takes more than a tenth of the processor time of
 * changing a point.
 */
export const lockPoint = (db: Db, id: string): Promise<PointRow | undefined> =>
  db.getKysely<Tables>().selectFrom('point').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const updatePoint = (db: Db, id: string, changed: Partial<PointRow>): Promise<number> =>
  db.nativeUpdate(point, id, changed);

/** Returns false if the point has scans or submissions. Lock it first, so that no scan arrives meanwhile. */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from point p
     where p.id = ${id}
       and not exists (select 1 from record r where r.point_id = p.id)
       and not exists (select 1 from refused_scan r where r.point_id = p.id)
       and not exists (select 1 from published.submissions s where s.checkin_point_id = p.id)`.execute(db.getKysely());
  return numAffectedRows === 1n;
}
