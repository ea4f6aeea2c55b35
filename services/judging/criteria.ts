/**
 * The criteria of a track. A change of a weight first locks the track's total; a rule then checks the exact sum, so
 * that weights never add up to more than 1, even with concurrent changes.
 */
import { may } from '../../shared/contract/endpoint.ts';
import { newId } from '../../shared/database/ids.ts';
import { authorize } from '../../shared/kit/access.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  countHandedIn,
  criteriaOf,
  lockCriterion,
  lockTotal,
  insertCriteria,
  originalsFor,
  removeCriterion,
  updateCriterionRow,
  writeTotal,
  type Criterion,
  type CriterionValues,
} from './criteria.sql.ts';
import { isTooMuch, orderBehind, rounded, totalAfter } from './criteria.rules.ts';

const judged = ({ name, description, weight, order_index }: CriterionValues) => ({
  name,
  description,
  weight,
  order_index,
});
const idsOf = ({ event_id, id }: Criterion) => ({ event_id, criterion_id: id });

export const listCriteria: Action<'judging.listCriteria'> = async (ctx) => {
  const { rows, count } = await readList(ctx, criteriaOf(ctx.resource.id));
  return { criteria: rows.map(criterion), count };
};

export const createCriterion: Action<'judging.createCriterion'> = async (ctx) => {
  const { name, description = null, order_index } = ctx.params;
  const { id: event_id } = ctx.resource;
  const made = { id: newId(), event_id, name, description, weight: rounded(ctx.params.weight), order_index };
  const total = await lockTotal(ctx.db, event_id);
  await changeTotal(ctx, total, { wanted: [made.weight] });
  await add(ctx, [made]);
  return { criterion: criterion(made) };
};

export const updateCriterion: Action<'judging.updateCriterion'> = async (ctx) => {
  const { id, event_id } = ctx.resource;
  const total = await lockTotal(ctx.db, event_id ?? '');
  const stored = (await lockCriterion(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { name = stored.name, description = stored.description, order_index = stored.order_index } = ctx.params;
  const { weight: sent = stored.weight } = ctx.params;
  const next = { ...stored, name, description, weight: rounded(sent), order_index };
  await changeTotal(ctx, total, { former: [stored.weight], wanted: [next.weight] });
  await updateCriterionRow(ctx.db, id, judged(next));
  noteChanged(ctx, 'criterion.changed', idsOf(next), { former: judged(stored), present: judged(next) });
  return { criterion: criterion(next) };
};

export const deleteCriterion: Action<'judging.deleteCriterion'> = async (ctx) => {
  const event_id = ctx.resource.event_id ?? '';
  const total = await lockTotal(ctx.db, event_id);
  if (!ctx.params.force) {
    const score_count = await countHandedIn(ctx.db, ctx.resource.id);
    if (score_count > 0) return ctx.fail('CRITERION_IN_USE', { score_count });
  }
  const removed = (await removeCriterion(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  await writeTotal(ctx.db, event_id, totalAfter(total, { former: [removed.weight] }));
  ctx.changed('criterion.deleted', idsOf(removed), judged(removed), {});
  return { deleted: true };
};

/**
 * Copies criteria of another track. The source must be in the target's organization, even for somebody who is in
 * several.
 */
export const cloneCriteria: Action<'judging.cloneCriteria'> = async (ctx) => {
  const { db, params, resource } = ctx;
  const viewer = { ...ctx.viewer, organization_id: resource.organization_id };
  const source = await authorize(db, viewer, may('view', 'event', 'sourceEventId'), params);
  if ('refused' in source) return ctx.fail(source.refused === 'PERMISSION_DENIED' ? source.refused : 'NOT_FOUND');

  const total = await lockTotal(db, resource.id);
  const originals = await originalsFor(db, source.resource.id, resource.id);
  if (originals.length === 0) return listed([]);
  await changeTotal(ctx, total, { wanted: originals.map(({ weight }) => weight) });
  const copies = copiesOf(originals, resource.id);
  await add(ctx, copies);
  return listed(copies);
};

const listed = (criteria: readonly Criterion[]) => ({ criteria: criteria.map(criterion), count: criteria.length });

type Writing = Pick<Ctx, 'db' | 'resource' | 'changed'>;

async function add({ db, resource, changed }: Writing, criteria: readonly Criterion[]): Promise<void> {
  const { organization_id, super_event_id } = resource;
  await insertCriteria(
    db,
    criteria.map((each) => ({ ...each, organization_id, super_event_id })),
  );
  for (const each of criteria) changed('criterion.created', idsOf(each), {}, judged(each));
}

/** Checks and writes the new total. Call it only while holding the lock on the total. */
async function changeTotal(
  ctx: Pick<Ctx<unknown, 'WEIGHT_TOTAL_EXCEEDED'>, 'db' | 'resource' | 'fail'>,
  current_total: number,
  weights: Parameters<typeof totalAfter>[1],
): Promise<void> {
  const attempted_total = totalAfter(current_total, weights);
  if (isTooMuch(current_total, attempted_total)) ctx.fail('WEIGHT_TOTAL_EXCEEDED', { current_total, attempted_total });
  await writeTotal(ctx.db, ctx.resource.event_id ?? '', attempted_total);
}

function copiesOf(originals: Awaited<ReturnType<typeof originalsFor>>, event_id: string): Criterion[] {
  const former = originals.map(({ order_index }) => order_index);
  const indexes = orderBehind(originals[0]?.greatest ?? null, former);
  return originals.map(({ name, description, weight }, n) => ({
    id: newId(),
    event_id,
    name,
    description,
    weight,
    order_index: indexes[n] as number,
  }));
}

export const criterion = ({ id, event_id, name, description, weight, order_index }: Criterion) => ({
  id,
  event_id,
  name,
  description,
  weight,
  order_index,
});
