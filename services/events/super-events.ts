/** Super events (hackathons). */
import type { Action } from '../../shared/broker/implement.ts';
import { change } from './change.ts';
import { reader } from './queries/reader.ts';
import { findSuperEvent, holdSuperEvent, removeSuperEvent, superEventsFor } from './queries/super-events.ts';
import { removeTracks } from './queries/tracks.ts';
import { clearAfter, noteRemoved } from './remove.ts';
import { superEvent, superEventItem } from './shapes/super-events.ts';

export const listSuperEvents: Action<'events.listSuperEvents'> = async ({ db, viewer, place }) => {
  const super_events = await superEventsFor(db, reader(viewer, place));
  return { super_events: super_events.map(superEventItem), count: super_events.length };
};

export const getSuperEvent: Action<'events.getSuperEvent'> = async (ctx) => {
  const found = (await findSuperEvent(ctx.db, ctx.place.id)) ?? ctx.fail('NOT_FOUND');
  return { super_event: superEvent(found) };
};

export const updateSuperEvent: Action<'events.updateSuperEvent'> = async (ctx) => {
  const { id } = ctx.place;
  const stored = (await holdSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { name, status } = await change(ctx, 'super_event', stored, ctx.params);
  return { id, name, status };
};

export const deleteSuperEvent: Action<'events.deleteSuperEvent'> = async (ctx) => {
  const { id } = ctx.place;
  const deleted_at = (await removeSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  noteRemoved(ctx, { super_event_id: id }, deleted_at);
  await clearAfter(ctx, await removeTracks(ctx.db, { super_event_id: id }), [id]);
  return { deleted: true };
};
