/** What goes with a hackathon or tracks that are deleted, and how that is noted. */
import type { Ctx } from '../../shared/broker/context.ts';
import { freeSlugs } from './queries/slugs.ts';
import { endMemberships, type RemovedTrack } from './queries/tracks.ts';
import { instant } from '../../shared/broker/instant.ts';

type Removal = Pick<Ctx, 'db' | 'changed'>;

/** Their slugs are free for others, and nobody is in a team there any more. */
export async function clearAfter(ctx: Removal, tracks: readonly RemovedTrack[], superEvents: readonly string[] = []) {
  const ids = tracks.map(({ id }) => id);
  await freeSlugs(ctx.db, [...superEvents, ...ids]);
  await endMemberships(ctx.db, ids);
  for (const { id: event_id, super_event_id, deleted_at } of tracks) {
    noteRemoved(ctx, { super_event_id, event_id }, deleted_at);
  }
}

export function noteRemoved(ctx: Removal, ids: Record<string, string>, deleted_at: Date | string): void {
  ctx.changed(ids, { deleted_at: null }, { deleted_at: instant(deleted_at) });
}
