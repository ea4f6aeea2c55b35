/** Super events (hackathons). */
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { change } from './change.ts';
import { reader } from './queries/reader.ts';
import { findSuperEvent, holdSuperEvent, removeSuperEvent, superEventsFor } from './queries/super-events.ts';
import { removeTracks } from './queries/tracks.ts';
import { clearAfter, noteRemoved } from './remove.ts';
import { superEvent, superEventItem } from './shapes/super-events.ts';

export const listSuperEvents: Action<'events.listSuperEvents'> = async (ctx) => {
  const { rows, count } = await readList(ctx, superEventsFor(reader(ctx.viewer, ctx.resource)));
  return { super_events: rows.map(superEventItem), count };
};

export const getSuperEvent: Action<'events.getSuperEvent'> = async (ctx) => {
  const found = (await findSuperEvent(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  return { super_event: superEvent(found) };
};

export const updateSuperEvent: Action<'events.updateSuperEvent'> = async (ctx) => {
  const { id } = ctx.resource;
  const stored = (await holdSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { name, status } = await change(ctx, 'super_event', stored, ctx.params);
  return { id, name, status };
};

export const deleteSuperEvent: Action<'events.deleteSuperEvent'> = async (ctx) => {
  const { id } = ctx.resource;
  const deleted_at = (await removeSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  noteRemoved(ctx, 'super_event', { super_event_id: id }, deleted_at);
  await clearAfter(ctx, await removeTracks(ctx.db, { super_event_id: id }), [id]);
  return { deleted: true };
};
