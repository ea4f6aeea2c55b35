/** Counts, lists and reads builders. */
import type { Action } from '../../shared/kit/implement.ts';
import { pageOf } from './cursor.ts';
import { positionOf } from './listing.ts';
import { countAll, findBuilder, listBuilders as readBuilders } from './queries/builders.ts';
import { builder, builderDetail, counts } from './shapes/builders.ts';

export const count: Action<'teams.count'> = async ({ db, resource }) => counts(await countAll(db, resource.id));

export const listBuilders: Action<'teams.listBuilders'> = async (ctx) => {
  const { cursor, limit, ...filter } = ctx.params;
  const found = await readBuilders(ctx.db, {
    ...filter,
    limit,
    super_event_id: ctx.resource.id,
    position: positionOf(ctx, cursor),
  });
  const { rows, pagination } = pageOf(found, limit);
  return { builders: rows.map(builder), pagination };
};

export const getBuilder: Action<'teams.getBuilder'> = async (ctx) => {
  const { userId } = ctx.params;
  const found = await findBuilder(ctx.db, ctx.resource.id, userId);
  return { builder: builderDetail(found ?? ctx.fail('BUILDER_NOT_FOUND')) };
};
