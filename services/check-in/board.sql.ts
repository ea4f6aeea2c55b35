/** SQL for the numbers of a board. */
import { sql } from 'kysely';
import { arrivalBars, arrivalMinutes } from '../../shared/contract/points.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { point } from './entities.ts';
import { recordedAt } from './points.sql.ts';

type Point = RowOf<typeof point>;

/** Times are text, as JSON has them. */
interface PointRow extends Pick<Point, 'id' | 'name' | 'type'> {
  opens_at: string;
  closes_at: string;
  checked_in: number;
  expected: number | null;
  lately: number;
}
export interface BoardRow extends Pick<RowOf<typeof superEvents>, 'name' | 'tz' | 'name_i18n'> {
  accepted: number;
  checked_in: number;
  per_point: PointRow[];
  arrivals: { at: string; count: number }[];
  refused: { reason: string; count: number }[];
  latest: { name: RowOf<typeof people>['name']; point_name: Point['name']; at: string }[];
}

/**
 * Reads a board with one statement. Scans write nothing extra for it: an index has the records of a point by their
 * time. Each `lateral` reads point by point, because the planner would otherwise read the records of all hackathons.
 * @returns Undefined if the hackathon was just deleted.
 */
export async function boardOf(db: Db, super_event_id: string): Promise<BoardRow | undefined> {
  const { rows } = await sql<BoardRow>`
    with time as materialized (
      select date_bin(${width}, now(), 'epoch') - ${arrivalBars - 1}::int * ${width} as first
    ), live as materialized (
      select id, super_event_id, event_id, name, type, portions, opens_at, closes_at from point
       where super_event_id = ${super_event_id}
         and (event_id is null or event_id in (select id from published.tracks where super_event_id = ${super_event_id}))
    )
    select e.name, e.tz, e.name_i18n,
           coalesce((select accepted from published.seats where super_event_id = ${super_event_id}), 0) as accepted,
           (select count(*)::int from (${everybody}) everybody) as checked_in,
           (select coalesce(json_agg(d order by d.opens_at, d.name, d.id), '[]') from (${doors}) d) as per_point,
           (select json_agg(a order by a.at) from (${arrivals}) a) as arrivals,
           (select coalesce(json_agg(f order by f.count desc, f.reason), '[]') from (${refused}) f) as refused,
           (select coalesce(json_agg(l order by l.at desc, l.id desc), '[]') from (${latest}) l) as latest
      from published.super_events e where e.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

const width = sql`${sql.lit(`${arrivalMinutes} minutes`)}::interval`;
/** The valid records of the point `live`. */
const here = sql`record where point_id = live.id and annulled_at is null`;

const everybody = sql`
  select distinct r.user_id from live cross join lateral (select user_id from ${here} offset 0) r`;

const doors = sql`
  select id, name, type, opens_at, closes_at,
         (${recordedAt(sql`live.id`)}) as checked_in,
         case when type in ('meal', 'item')
              then portions * coalesce(case when event_id is null
                                            then (select accepted from published.seats s where s.super_event_id = live.super_event_id)
                                            else (select sum(n)::int from published.registration_tally t
                                                   where t.event_id = live.event_id and t.status = 'accepted') end, 0)
         end as expected,
         (select count(*)::int from ${here} and checked_in_at > now() - ${width}) as lately
    from live`;

const arrivals = sql`
  select bar.at, coalesce(came.count, 0) as count
    from time cross join lateral generate_series(time.first, now(), ${width}) as bar (at)
    left join (select date_bin(${width}, r.checked_in_at, 'epoch') as at, count(*)::int as count
                 from time cross join live
                cross join lateral (select checked_in_at from ${here} and checked_in_at >= time.first offset 0) r
                group by 1) came on came.at = bar.at`;

const refused = sql`
  select r.reason, count(*)::int as count
    from time cross join live
   cross join lateral (
     select reason from refused_scan where point_id = live.id and received_at >= time.first offset 0) r
   group by 1`;

const latest = sql`
  select r.id, r.checked_in_at as at, r.point_name, p.name
    from (select last.id, last.user_id, last.checked_in_at, live.name as point_name
            from live cross join lateral (select * from ${here} order by checked_in_at desc, id desc limit 10) last
           order by last.checked_in_at desc, last.id desc limit 10) r
    join published.people p on p.id = r.user_id`;
