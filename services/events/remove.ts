/** Removes what belongs to deleted hackathons and tracks, and records the deletion in the audit. */
import type { Ctx } from '../../shared/kit/context.ts';
import { freeSlugs } from './queries/slugs.ts';
import { endMemberships, type RemovedTrack } from './queries/tracks.ts';
import { instant } from '../../shared/base/instant.ts';

type Removal = Pick<Ctx, 'db' | 'changed'>;

/** Frees the slugs and ends the team memberships of what was deleted. */
export async function clearAfter(ctx: Removal, tracks: readonly RemovedTrack[], superEvents: readonly string[] = []) {
  const ids = tracks.map(({ id }) => id);
  await freeSlugs(ctx.db, [...superEvents, ...ids]);
  await endMemberships(ctx.db, tracks);
  for (const { id: event_id, super_event_id, deleted_at } of tracks) {
    noteRemoved(ctx, 'event', { super_event_id, event_id }, deleted_at);
  }
}

type Ids = Readonly<Record<string, string>>;

export function noteRemoved(ctx: Removal, kind: 'event' | 'super_event', ids: Ids, deleted_at: Date | string): void {
  ctx.changed(`${kind}.deleted`, ids, { deleted_at: null }, { deleted_at: instant(deleted_at) });
}
