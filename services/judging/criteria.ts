/**
 * What teams are judged by. Whoever changes a weight holds the track's total first; one rule then decides over the exact sum,
 * so that the weights of a track are never above 1 together, however many change them at the same time.
 */
import { authorize } from '../../shared/broker/access.ts';
import { noteChanged } from '../../shared/broker/changes.ts';
import type { Ctx } from '../../shared/broker/context.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { may } from '../../shared/contract/endpoint.ts';
import { newId } from '../../shared/database/ids.ts';
import {
  countHandedIn,
  criteriaOf,
  holdCriterion,
  holdTotal,
  insertCriteria,
  originalsFor,
  removeCriterion,
  updateCriterionRow,
  writeTotal,
  type Criterion,
  type Judged,
} from './queries/criteria.ts';
import { placedBehind } from './rules/order.ts';
import { isTooMuch, rounded, totalAfter } from './rules/weights.ts';
import { criterion } from './shapes/criteria.ts';

const judged = ({ name, description, weight, order_index }: Judged) => ({ name, description, weight, order_index });
const idsOf = ({ event_id, id }: Criterion) => ({ event_id, criterion_id: id });

export const listCriteria: Action<'judging.listCriteria'> = async ({ db, place }) =>
  listed(await criteriaOf(db, place.id));

export const createCriterion: Action<'judging.createCriterion'> = async (ctx) => {
  const { name, description = null, order_index } = ctx.params;
  const { id: event_id } = ctx.place;
  const made = { id: newId(), event_id, name, description, weight: rounded(ctx.params.weight), order_index };
  const total = await holdTotal(ctx.db, event_id);
  await changeTotal(ctx, total, { wanted: [made.weight] });
  await add(ctx, [made]);
  return { criterion: criterion(made) };
};

export const updateCriterion: Action<'judging.updateCriterion'> = async (ctx) => {
  const { id, event_id } = ctx.place;
  const total = await holdTotal(ctx.db, event_id ?? '');
  const stored = (await holdCriterion(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { name = stored.name, description = stored.description, order_index = stored.order_index } = ctx.params;
  const { weight: sent = stored.weight } = ctx.params;
  const next = { ...stored, name, description, weight: rounded(sent), order_index };
  await changeTotal(ctx, total, { former: [stored.weight], wanted: [next.weight] });
  await updateCriterionRow(ctx.db, id, judged(next));
  noteChanged(ctx, idsOf(next), judged(stored), judged(next));
  return { criterion: criterion(next) };
};

export const deleteCriterion: Action<'judging.deleteCriterion'> = async (ctx) => {
  const event_id = ctx.place.event_id ?? '';
  const total = await holdTotal(ctx.db, event_id);
  if (!ctx.params.force) {
    const score_count = await countHandedIn(ctx.db, ctx.place.id);
    if (score_count > 0) return ctx.fail('CRITERION_IN_USE', { score_count });
  }
  const removed = (await removeCriterion(ctx.db, ctx.place.id)) ?? ctx.fail('NOT_FOUND');
  await writeTotal(ctx.db, event_id, totalAfter(total, { former: [removed.weight] }));
  ctx.changed(idsOf(removed), judged(removed), {});
  return { deleted: true };
};

/** The source is looked for in the organization of the target alone, also for somebody who is in several. */
export const cloneCriteria: Action<'judging.cloneCriteria'> = async (ctx) => {
  const { db, params, place } = ctx;
  const viewer = { ...ctx.viewer, organization_id: place.organization_id };
  const source = await authorize(db, viewer, may('view', 'event', 'sourceEventId'), params);
  if ('refused' in source) return ctx.fail(source.refused === 'PERMISSION_DENIED' ? source.refused : 'NOT_FOUND');

  const total = await holdTotal(db, place.id);
  const originals = await originalsFor(db, source.place.id, place.id);
  if (originals.length === 0) return listed([]);
  await changeTotal(ctx, total, { wanted: originals.map(({ weight }) => weight) });
  const copies = copiesOf(originals, place.id);
  await add(ctx, copies);
  return listed(copies);
};

const listed = (criteria: readonly Criterion[]) => ({ criteria: criteria.map(criterion), count: criteria.length });

type Writing = Pick<Ctx, 'db' | 'place' | 'changed'>;

async function add({ db, place, changed }: Writing, criteria: readonly Criterion[]): Promise<void> {
  const { organization_id, super_event_id } = place;
  await insertCriteria(
    db,
    criteria.map((each) => ({ ...each, organization_id, super_event_id })),
  );
  for (const each of criteria) changed(idsOf(each), {}, judged(each));
}

/** Only by who holds the total. */
async function changeTotal(
  ctx: Pick<Ctx<unknown, 'WEIGHT_TOTAL_EXCEEDED'>, 'db' | 'place' | 'fail'>,
  current_total: number,
  weights: Parameters<typeof totalAfter>[1],
): Promise<void> {
  const attempted_total = totalAfter(current_total, weights);
  if (isTooMuch(current_total, attempted_total)) ctx.fail('WEIGHT_TOTAL_EXCEEDED', { current_total, attempted_total });
  await writeTotal(ctx.db, ctx.place.event_id ?? '', attempted_total);
}

function copiesOf(originals: Awaited<ReturnType<typeof originalsFor>>, event_id: string): Criterion[] {
  const indexes = originals.map(({ order_index }) => order_index);
  const places = placedBehind(originals[0]?.greatest ?? null, indexes);
  return originals.map(({ name, description, weight }, n) => ({
    id: newId(),
    event_id,
    name,
    description,
    weight,
    order_index: places[n] as number,
  }));
}
