/** Tracks, which the interface calls events. */
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { change } from './change.ts';
import { reader } from './queries/reader.ts';
import { findStream, findTrack, holdTrack, removeTracks, tracksFor } from './queries/tracks.ts';
import { clearAfter } from './remove.ts';
import { instant } from '../../shared/base/instant.ts';
import { track, trackItem } from './shapes/tracks.ts';

export const listTracks: Action<'events.listTracks'> = async (ctx) => {
  const { rows } = await readList(ctx, tracksFor(reader(ctx.viewer, ctx.resource)));
  return { events: rows.map(trackItem) };
};

export const getTrack: Action<'events.getTrack'> = async (ctx) => {
  const found = (await findTrack(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { registration_count, team_count } = found;
  return { event: track(found), registration_count, team_count };
};

export const updateTrack: Action<'events.updateTrack'> = async (ctx) => {
  const { id } = ctx.resource;
  const stored = (await holdTrack(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { name, status } = await change(ctx, 'event', stored, ctx.params);
  return { event: { id, name, status } };
};

export const deleteTrack: Action<'events.deleteTrack'> = async (ctx) => {
  const removed = await removeTracks(ctx.db, { id: ctx.resource.id });
  if (removed.length === 0) return ctx.fail('NOT_FOUND');
  await clearAfter(ctx, removed);
  return { deleted: true };
};

/** Answers the stream of a track. The stream of a draft is for its staff only. */
export const getStream: Action<'events.getStream'> = async (ctx) => {
  const { id, is_draft, is_staff } = ctx.resource;
  const found = (await findStream(ctx.db, id, ctx.viewer.user_id)) ?? ctx.fail('NOT_FOUND');
  if (!is_staff && (is_draft || !found.may_watch)) return ctx.fail('PERMISSION_DENIED');
  const stream_url = found.stream_url ?? ctx.fail('NOT_FOUND');
  return { stream_url, stream_start_at: instant(found.stream_start_at) };
};
