/** Check-in points of an event file. */
import { sql } from 'kysely';
import type { PointType } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import { audit, reconcile, type Difference, type OrganizationWork, type Row } from '../../shared/database/reconcile.ts';
import { newId } from '../../shared/database/ids.ts';

export interface PointEntry {
  /** As in `spring-hack/ai`, or `spring-hack` for the hackathon's own. */
  readonly around: string;
  readonly super_event_id: string;
  readonly event_id: string | null;
  readonly key: string;
  readonly name: string;
  readonly type: PointType;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly requirements: readonly object[];
}
interface PointRow extends Row {
  id: string;
  super_event_id: string;
  event_id: string | null;
  key: string;
  name: string;
}
export const pointKey = ({ super_event_id, event_id, key }: Pick<PointRow, 'super_event_id' | 'event_id' | 'key'>) =>
  `${super_event_id} ${event_id ?? ''} ${key}`;

/** `ids` by `pointKey`. */
export async function reconcilePoints(
  work: OrganizationWork,
  superEvents: readonly string[],
  points: readonly PointEntry[],
): Promise<{ differences: Difference[]; ids: Map<string, string> }> {
  const { rows } = await sql<PointRow>`
    select * from check_in.point where super_event_id = any (${superEvents}::uuid[])`.execute(work.db.getKysely());
  const present = new Map(rows.map((row) => [pointKey(row), row]));
  const wanted = points.map(({ around, super_event_id, event_id, key, ...fields }) => {
    const place = { super_event_id, event_id, key };
    const id = present.get(pointKey(place))?.id ?? newId();
    return {
      key: pointKey(place),
      kind: 'check-in point',
      name: `${around}/${key}`,
      ids: { point_id: id },
      place: { id, organization_id: work.organization_id, ...place },
      fields,
    };
  });
  const differences = await reconcile(work, { name: 'check_in.point' }, wanted, present);
  const ids = new Map(wanted.map(({ key, place }) => [key, place.id]));
  const named = new Set(ids.values());
  const unnamed = work.prune ? rows.filter(({ id }) => !named.has(id)) : [];
  return { differences: [...differences, ...(await removeUnused(work, unnamed))], ids };
}

export interface LivePoint {
  readonly event_id: string | null;
  readonly key: string;
  readonly name: string;
  readonly type: PointType;
  readonly opens_at: string | Date;
  readonly closes_at: string | Date;
  readonly requirements: readonly {
    readonly id: string;
    readonly title: string;
    readonly description?: string | null;
    readonly is_required: boolean;
  }[];
}

/** The points of a super event and its tracks as they are. */
export async function readPoints(db: Db, super_event_id: string): Promise<LivePoint[]> {
  const { rows } = await sql<LivePoint>`
    select event_id, key, name, type, opens_at, closes_at, requirements
      from check_in.point where super_event_id = ${super_event_id} order by opens_at, key`.execute(db.getKysely());
  return rows;
}

/** Whatever was scanned or handed in at a point keeps it. The lock keeps scans away until it is decided. */
async function removeUnused(work: OrganizationWork, points: readonly PointRow[]): Promise<Difference[]> {
  if (points.length === 0) return [];
  const ids = points.map(({ id }) => id);
  const db = work.db.getKysely();
  await sql`select id from check_in.point where id = any (${ids}::uuid[]) order by id for update`.execute(db);
  const { rows } = await sql<{ id: string; name: string }>`
    delete from check_in.point p
     where p.id = any (${ids}::uuid[])
       and not exists (select 1 from check_in.record r where r.point_id = p.id)
       and not exists (select 1 from check_in.refused_scan r where r.point_id = p.id)
       and not exists (select 1 from published.submissions s where s.checkin_point_id = p.id)
    returning id, concat_ws('/', (select slug from published.super_events s where s.id = p.super_event_id),
                            (select slug from published.tracks t where t.id = p.event_id), key) as name`.execute(db);
  const gone = new Map(rows.map(({ id, name }) => [id, name]));
  const kept = points.filter(({ id }) => !gone.has(id));
  if (kept.length > 0) {
    const names = kept.map(({ name }) => name).join(', ');
    work.note(`Check-in points where something was scanned or handed in stay: ${names}.`);
  }
  const differences = points.flatMap(({ id, name: shown }): Difference[] => {
    const name = gone.get(id);
    if (name === undefined) return [];
    return [{ action: 'remove', kind: 'check-in point', name, ids: { point_id: id }, fields: { name: [shown, null] } }];
  });
  await audit(work, 'check_in.point', differences);
  return differences;
}
