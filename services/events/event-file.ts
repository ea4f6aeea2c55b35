/** Super events of an event file, with their tracks, registration fields and roles. */
import type { TrackRole } from '../../shared/contract/vocabulary.ts';
import type { Difference, OrganizationWork } from '../../shared/database/reconcile.ts';
import { reconcileFields, reconcileRoles, type PlacedField } from './event-file/details.ts';
import { reconcileSuperEvents, reconcileTracks, type SuperEventEntry, type TrackEntry } from './event-file/places.ts';

export {
  findSuperEvents,
  readEvents,
  someSuperEvents,
  type LiveEvents,
  type LiveField,
  type LiveTrack,
  type NamedSuperEvent,
  type Time,
} from './event-file/read.ts';

interface TrackWithRoles extends TrackEntry {
  readonly roles: readonly { readonly email: string; readonly role: TrackRole }[];
}
export interface HackathonEntry extends SuperEventEntry {
  readonly tracks: readonly TrackWithRoles[];
  readonly registration_fields: readonly PlacedField['entry'][];
}
export interface EventIds {
  /** By slug. */
  readonly superEvents: ReadonlyMap<string, string>;
  /** By slug, which is unique in the organization. */
  readonly tracks: ReadonlyMap<string, string>;
  /** By id of the super event and key, joined by a slash. */
  readonly fields: ReadonlyMap<string, string>;
}

export async function reconcileEvents(
  work: OrganizationWork,
  entries: readonly HackathonEntry[],
  people: ReadonlyMap<string, string>,
): Promise<{ differences: Difference[]; ids: EventIds }> {
  const superEvents = await reconcileSuperEvents(work, entries);
  const tracks = await reconcileTracks(work, entries, superEvents.ids);
  const idOf = (ids: ReadonlyMap<string, string>, name: string) => ids.get(name) ?? '';
  const placedTracks = entries.flatMap((entry) =>
    entry.tracks.map((track) => ({
      around: `${entry.slug}/${track.slug}`,
      super_event_id: idOf(superEvents.ids, entry.slug),
      event_id: idOf(tracks.ids, track.slug),
      roles: track.roles,
    })),
  );
  const fields = await reconcileFields(
    work,
    superEvents.ids,
    entries.flatMap(({ slug, registration_fields }) =>
      registration_fields.map((entry) => ({ around: slug, super_event_id: idOf(superEvents.ids, slug), entry })),
    ),
  );
  const roles = await reconcileRoles(
    work,
    new Map(placedTracks.map(({ event_id, around }) => [event_id, around])),
    placedTracks.flatMap(({ roles: held, ...place }) =>
      held.map(({ email, role }) => ({ ...place, email, role, user_id: idOf(people, email) })),
    ),
  );
  return {
    differences: [...superEvents.differences, ...tracks.differences, ...fields.differences, ...roles],
    ids: { superEvents: superEvents.ids, tracks: tracks.ids, fields: fields.ids },
  };
}
