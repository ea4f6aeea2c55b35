/** Builders: counted, listed, read. */
import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { pageOf } from './cursor.ts';
import { positionOf } from './listing.ts';
import { countAll, findBuilder, listBuilders as readBuilders } from './queries/builders.ts';
import { builder, builderDetail, counts } from './shapes/builders.ts';

export const count: Action<'teams.count'> = async ({ db, place }) => counts(await countAll(db, place.id));

export const listBuilders: Action<'teams.listBuilders'> = async (ctx) => {
  const { cursor, limit, ...filter } = ctx.params;
  const found = await readBuilders(ctx.db, {
    ...filter,
    limit,
    super_event_id: ctx.place.id,
    position: positionOf(ctx, cursor),
  });
  const { rows, pagination } = pageOf(found, limit);
  return { builders: rows.map(builder), pagination };
};

export const getBuilder: Action<'teams.getBuilder'> = async (ctx) => {
  const { userId } = ctx.params;
  const found = isUuid(userId) ? await findBuilder(ctx.db, ctx.place.id, userId) : undefined;
  return { builder: builderDetail(found ?? ctx.fail('BUILDER_NOT_FOUND')) };
};
