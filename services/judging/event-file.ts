/** Criteria of an event file. */
import { sql } from 'kysely';
import { updateRows } from '../../shared/database/bulk.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  audit,
  CannotApply,
  compare,
  reconcile,
  type Difference,
  type OrganizationWork,
  type Row,
  type Wanted,
} from '../../shared/database/reconcile.ts';
import { newId } from '../../shared/database/ids.ts';
import { isTooMuch, rounded, totalAfter } from './rules/weights.ts';

export { isTooMuch, rounded, totalAfter };

interface CriterionEntry {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly weight: number;
  /** A new one without it stands where the file names it. */
  readonly order_index?: number | undefined;
}
export interface JudgedTrack {
  readonly id: string;
  readonly super_event_id: string;
  /** As in `spring-hack/ai`. */
  readonly around: string;
  readonly criteria: readonly CriterionEntry[];
}
interface CriterionRow extends Row {
  id: string;
  event_id: string;
  name: string;
  weight: number;
}
export const criterionKey = ({ event_id, name }: Pick<CriterionRow, 'event_id' | 'name'>) => `${event_id} ${name}`;

/**
 * A criterion is known by its name on its track; of several the oldest is meant. Tracks with something to write are read once
 * more when their totals are held, because nobody else changes a weight there from then on. `ids` by `criterionKey`.
 */
export async function reconcileCriteria(
  work: OrganizationWork,
  tracks: readonly JudgedTrack[],
): Promise<{ differences: Difference[]; ids: Map<string, string> }> {
  const seen = await rowsOf(work.db, tracks);
  const touched = touchedOf(work, tracks, seen);
  await holdTotals(work.db, touched);
  const others = seen.filter(({ event_id }) => touched.every(({ id }) => id !== event_id));
  const rows = [...others, ...(await rowsOf(work.db, touched))];
  const present = oldestOf(rows);
  const wanted = wantedOf(work, tracks, present);
  const unnamed = unnamedOf(wanted, rows);
  const removals = work.prune ? await removeUnscored(work, touched, unnamed) : [];
  const differences = await reconcile(work, { name: 'judging.criterion' }, wanted, present);
  await writeTotals(work.db, touched, unnamed);
  const ids = new Map(wanted.map(({ key, place }) => [key, String(place['id'])]));
  return { differences: [...differences, ...removals], ids };
}

export interface LiveCriterion {
  readonly event_id: string;
  readonly name: string;
  readonly description: string | null;
  readonly weight: number;
  readonly order_index: number;
  /** Whether an older one on the track has the same name. */
  readonly is_namesake: boolean;
}

/** The criteria of a super event's tracks as they are. */
export async function readCriteria(db: Db, super_event_id: string): Promise<LiveCriterion[]> {
  const { rows } = await sql<LiveCriterion>`
    select c.event_id, c.name, c.description, c.weight::float8 as weight, c.order_index,
           row_number() over (partition by c.event_id, c.name order by c.created_at, c.id) > 1 as is_namesake
      from judging.criterion c join published.tracks t on t.id = c.event_id
     where t.super_event_id = ${super_event_id} order by c.order_index, c.id`.execute(db.getKysely());
  return rows;
}

/** The oldest first. */
async function rowsOf(db: Db, tracks: readonly JudgedTrack[]): Promise<CriterionRow[]> {
  const ids = tracks.map(({ id }) => id);
  const { rows } = await sql<CriterionRow>`
    select id, event_id, name, description, weight::float8 as weight, order_index
      from judging.criterion where event_id = any (${ids}::uuid[]) order by created_at, id`.execute(db.getKysely());
  return rows;
}

const oldestOf = (rows: readonly CriterionRow[]) => new Map(rows.toReversed().map((row) => [criterionKey(row), row]));

function wantedOf(
  { organization_id }: OrganizationWork,
  tracks: readonly JudgedTrack[],
  present: ReadonlyMap<string, CriterionRow>,
): Wanted[] {
  return tracks.flatMap(({ id: event_id, super_event_id, around, criteria }) =>
    criteria.map(({ name, ...fields }, position) => {
      const key = criterionKey({ event_id, name });
      const id = present.get(key)?.id ?? newId();
      const place = { id, organization_id, super_event_id, event_id, name, order_index: position };
      return { key, kind: 'criterion', name: `${around}/${name}`, ids: { event_id, criterion_id: id }, place, fields };
    }),
  );
}

function unnamedOf(wanted: readonly Wanted[], rows: readonly CriterionRow[]): CriterionRow[] {
  const named = new Set(wanted.map(({ place }) => place['id']));
  return rows.filter(({ id }) => !named.has(id));
}

/** The tracks with something to write. */
function touchedOf(work: OrganizationWork, tracks: readonly JudgedTrack[], rows: readonly CriterionRow[]) {
  const present = oldestOf(rows);
  const wanted = wantedOf(work, tracks, present);
  const { created, changed } = compare(wanted, present);
  const written = [...created, ...changed.map((change) => change.wanted)].map(({ place }) => place['event_id']);
  const removed = work.prune ? unnamedOf(wanted, rows).map(({ event_id }) => event_id) : [];
  const ids = new Set<unknown>([...written, ...removed]);
  return tracks.filter(({ id }) => ids.has(id));
}

/** In the order of their ids. */
async function holdTotals(db: Db, tracks: readonly JudgedTrack[]): Promise<void> {
  const ids = tracks.map(({ id }) => id).sort();
  if (ids.length === 0) return;
  await sql`
    insert into judging.weight_total as w (event_id) select unnest(${ids}::uuid[])
    on conflict (event_id) do update set total = w.total`.execute(db.getKysely());
}

/** Whoever else has criteria on these tracks counts as well. */
async function writeTotals(db: Db, tracks: readonly JudgedTrack[], unnamed: readonly CriterionRow[]): Promise<void> {
  const ids = tracks.map(({ id }) => id);
  const { rows } = await sql<{ event_id: string; total: number }>`
    select event_id, sum(weight)::float8 as total from judging.criterion
     where event_id = any (${ids}::uuid[]) group by event_id`.execute(db.getKysely());
  const totals = new Map(rows.map(({ event_id, total }) => [event_id, total]));
  const tooHeavy = tracks.find(({ id }) => isTooMuch(0, totals.get(id) ?? 0));
  if (tooHeavy) {
    const others = unnamed.filter(({ event_id }) => event_id === tooHeavy.id).map(({ name }) => name);
    throw new CannotApply(
      `The criteria of ${tooHeavy.around} would weigh ${totals.get(tooHeavy.id)} together with those that the file does not name: ${others.join(', ')}.`,
      'They may weigh 1: give less weight to those in the file, or name the others in it, with less weight.',
    );
  }
  await updateRows(
    db,
    'judging.weight_total',
    ids.map((event_id) => ({ event_id, total: totals.get(event_id) ?? 0 })),
    { by: ['event_id'] },
  );
}

/** What judges gave is kept, and with it what they gave it for. The lock keeps scores away until it is decided. */
async function removeUnscored(
  work: OrganizationWork,
  tracks: readonly JudgedTrack[],
  criteria: readonly CriterionRow[],
): Promise<Difference[]> {
  if (criteria.length === 0) return [];
  const ids = criteria.map(({ id }) => id);
  const db = work.db.getKysely();
  await sql`select id from judging.criterion where id = any (${ids}::uuid[]) order by id for update`.execute(db);
  const { rows } = await sql<{ id: string }>`
    delete from judging.criterion c
     where c.id = any (${ids}::uuid[]) and not exists (select 1 from judging.score s where s.criterion_id = c.id)
    returning id`.execute(db);
  const gone = new Set(rows.map(({ id }) => id));
  const places = new Map(tracks.map(({ id, around }) => [id, around]));
  const nameOf = ({ event_id, name }: CriterionRow) => `${places.get(event_id)}/${name}`;
  const kept = criteria.filter(({ id }) => !gone.has(id)).map(nameOf);
  if (kept.length > 0) work.note(`Criteria that somebody was scored by stay: ${kept.join(', ')}.`);
  const removals = criteria
    .filter(({ id }) => gone.has(id))
    .map((row): Difference => {
      const ids = { event_id: row.event_id, criterion_id: row.id };
      const fields = { name: [row.name, null], weight: [row.weight, null] } as const;
      return { action: 'remove', kind: 'criterion', name: nameOf(row), ids, fields };
    });
  await audit(work, 'judging.criterion', removals);
  return removals;
}
