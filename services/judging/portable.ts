/** Criteria of an event file. */
import { sql } from 'kysely';
import { criterionFields } from '../../shared/contract/fields.ts';
import { maybe, optional } from '../../shared/contract/vocabulary.ts';
import { updateRows, type InsertedRow } from '../../shared/database/bulk.ts';
import type { Db } from '../../shared/database/database.ts';
import { anyOf } from '../../shared/database/ids.ts';
import { CannotApply, portable } from '../../shared/database/portable.ts';
import { criterion, weightTotal, type Tables } from './entities.ts';
import { isTooMuch } from './criteria.rules.ts';

export { isTooMuch, rounded, totalAfter } from './criteria.rules.ts';

const { name, description, weight, order_index } = criterionFields;

const called = ({ around, name }: InsertedRow) => `${String(around)}/${String(name)}`;

/** A criterion is identified by its name on its track; of several the oldest is used. */
export const criteria = portable({
  kind: 'criterion',
  service: 'judging',
  table: criterion,
  place: ['organization_id', 'super_event_id', 'event_id'],
  within: 'event_id',
  key: ['event_id', 'name'],
  columns: { name, ...maybe({ description }), weight, ...optional({ order_index }) },
  shown: { weight: sql`t.weight::float8` },
  namesakes: true,
  order: sql`t.order_index, t.id`,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', criterion_id: 'id' },
  facts: { create: 'criterion.created', change: 'criterion.changed', remove: 'criterion.deleted' },
  name: called,

  /** Tracks with something to write, in the order of their ids. */
  async prepare({ db, prune }, { created, changed, unnamed }) {
    const written = [...created, ...changed.map((change) => change.wanted)].map(({ place }) =>
      String(place['event_id']),
    );
    const removed = prune ? unnamed.map(({ event_id }) => String(event_id)) : [];
    const ids = [...new Set([...written, ...removed])].sort();
    if (ids.length === 0) return undefined;
    await sql`
      insert into weight_total as w (event_id) select unnest(${ids}::uuid[])
      on conflict (event_id) do update set total = w.total`.execute(db.getKysely());
    return ids;
  },
  async settle({ db }, { created, unnamed, rows }, held) {
    const totals = await weighed(db, held);
    const tooHeavy = held.find((id) => isTooMuch(0, totals.get(id) ?? 0));
    if (tooHeavy !== undefined) {
      const others = unnamed.filter(({ event_id }) => event_id === tooHeavy).map((row) => row.name);
      const around = [...rows, ...created.map(({ entry }) => entry)].find((row) => row['event_id'] === tooHeavy);
      throw new CannotApply(
        `The criteria of ${String(around?.['around'])} would weigh ${totals.get(tooHeavy)} together with those that the file does not name: ${others.join(', ')}.`,
        'They may weigh 1: give less weight to those in the file, or name the others in it, with less weight.',
      );
    }
    const sums = held.map((event_id) => ({ event_id, total: totals.get(event_id) ?? 0 }));
    await updateRows(db, weightTotal, sums, { by: ['event_id'] });
  },
  // A criterion with scores stays.
  removable: {
    tells: ['name', 'weight'],
    kept: sql`exists (select from score s where s.criterion_id = t.id)`,
    told: (kept) => `Criteria that somebody was scored by stay: ${kept.map(called).join(', ')}.`,
  },
});

/** Returns the total weight of each track, including criteria from elsewhere. */
async function weighed(db: Db, tracks: readonly string[]): Promise<Map<string, number>> {
  const all = db.getKysely<Tables>().selectFrom('criterion').where('event_id', '=', anyOf(tracks)).groupBy('event_id');
  const rows = await all.select(['event_id', sql<number>`sum(weight)::float8`.as('total')]).execute();
  return new Map(rows.map(({ event_id, total }) => [String(event_id), total]));
}
