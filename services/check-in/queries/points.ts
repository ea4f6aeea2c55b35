/** Points with their numbers, and the check-ins of a person. */
import { sql } from 'kysely';
import type { ResourceLocation } from '../../../shared/kit/access.ts';
import type { Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { point, record } from '../entities.ts';

type Point = RowOf<typeof point>;

export interface PointRow extends Readonly<Pick<Point, 'id' | 'name' | 'type' | 'opens_at' | 'closes_at'>> {
  readonly checked_in_count: number;
  readonly refused_count: number;
}
export interface CheckInRow extends Readonly<
  Pick<RowOf<typeof record>, 'id' | 'point_id' | 'method' | 'checked_in_at'>
> {
  readonly point_name: Point['name'];
  readonly point_type: Point['type'];
}

/** The points of a track; without a track, the points of the hackathon as a whole. */
export const pointsOf = ({ super_event_id, event_id }: ResourceLocation): Listing<PointRow> => ({
  rows: sql`
    select p.id, p.name, p.type, p.opens_at, p.closes_at,
           (select coalesce(sum(n), 0)::int from record_tally where point_id = p.id) as checked_in_count,
           (select count(*)::int from refused_scan where point_id = p.id) as refused_count
      from point p
     where p.super_event_id = ${super_event_id} and p.event_id is not distinct from ${event_id}::uuid`,
  by: [
    { column: 'opens_at', kind: 'moment' },
    { column: 'name', kind: 'text' },
    { column: 'id', kind: 'id' },
  ],
});

/** The check-ins of a person on a track and in its hackathon, oldest first. */
export const checkInsOf = ({ owner_id, super_event_id, event_id }: ResourceLocation): Listing<CheckInRow> => ({
  rows: sql`
    select r.id, r.point_id, p.name as point_name, p.type as point_type, r.method, r.checked_in_at
      from record r join point p on p.id = r.point_id
     where r.user_id = ${owner_id} and r.annulled_at is null
       and p.super_event_id = ${super_event_id} and (p.event_id is null or p.event_id = ${event_id})`,
  by: [
    { column: 'checked_in_at', kind: 'moment' },
    { column: 'id', kind: 'id' },
  ],
});
