/** Points with what happened there, and the check-ins of a person. */
import { sql } from 'kysely';
import type { Place } from '../../../shared/broker/access.ts';
import { wholeList, type PointType, type scanMethods } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface PointRow {
  readonly id: string;
  readonly name: string;
  readonly type: PointType;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly checked_in_count: number;
  readonly refused_count: number;
}
export interface CheckInRow {
  readonly id: string;
  readonly point_id: string;
  readonly point_name: string;
  readonly point_type: PointType;
  readonly method: (typeof scanMethods)[number];
  readonly checked_in_at: string;
}

/** The points of one track, or the hackathon's own where no track is named. */
export async function pointsOf(db: Db, { super_event_id, event_id }: Place): Promise<PointRow[]> {
  const { rows } = await sql<PointRow>`
    with listed as (
      select id, name, type, opens_at, closes_at from point
       where super_event_id = ${super_event_id} and event_id is not distinct from ${event_id}::uuid
       order by opens_at, name, id limit ${wholeList}
    )
    select p.*, (select coalesce(sum(n), 0)::int from record_tally where point_id = p.id) as checked_in_count,
           (select coalesce(sum(n), 0)::int from refused_scan_tally where point_id = p.id) as refused_count
      from listed p
     order by p.opens_at, p.name, p.id`.execute(db.getKysely());
  return rows;
}

/** Where a person was recorded on a track and in its hackathon, oldest first. */
export async function checkInsOf(db: Db, { owner_id, super_event_id, event_id }: Place): Promise<CheckInRow[]> {
  const { rows } = await sql<CheckInRow>`
    select r.id, r.point_id, p.name as point_name, p.type as point_type, r.method, r.checked_in_at
      from record r join point p on p.id = r.point_id
     where r.user_id = ${owner_id} and r.annulled_at is null
       and p.super_event_id = ${super_event_id} and (p.event_id is null or p.event_id = ${event_id})
     order by r.checked_in_at, r.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}
