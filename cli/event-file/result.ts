/** What `apply --json` prints: names and meanings are a promise to scripts. */
import type { Place } from '../../services/registrations/event-file.ts';
import type { Difference } from '../../shared/database/reconcile.ts';
import type { Resolved } from './apply.ts';
import type { EventFile } from './normalize.ts';

interface Outcome extends Resolved {
  readonly organization_id: string;
  readonly differences: readonly Difference[];
  readonly isPruned: boolean;
  pointId(point: { super_event_id: string; event_id: string | null; key: string }): string | undefined;
  criterionId(criterion: { event_id: string; name: string }): string | undefined;
  teamId(team: { event_id: string; name: string }): string | undefined;
  readonly places: {
    of(place: { super_event_id: string; user_id: string }): string | undefined;
    on(track: { event_id: string; user_id: string }): Place | undefined;
  };
  /** Of keys made by this apply. */
  readonly texts: ReadonlyMap<string, string>;
}
type SuperEvent = EventFile['super_events'][number];

export interface Counts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Only where pruning was asked for. */
  readonly removed?: number;
}
export type ApplyResult = ReturnType<typeof resultOf>;

export const resultOf = (file: EventFile, outcome: Outcome) => ({
  changes: countsOf(outcome.differences, outcome.isPruned),
  organization: { id: outcome.organization_id, slug: file.organization.slug },
  users: Object.fromEntries(outcome.people),
  super_events: record(file.super_events, 'slug', (entry) => superEventOf(entry, outcome)),
  api_keys: record(file.api_keys, 'label', ({ label }) => outcome.texts.get(label) ?? null),
});

function countsOf(differences: readonly Difference[], isPruned: boolean): Counts {
  const count = (action: Difference['action']) =>
    differences.filter((difference) => difference.action === action).length;
  return {
    created: count('create'),
    changed: count('change'),
    unchanged: count('unchanged'),
    ...(isPruned && { removed: count('remove') }),
  };
}

const record = <Name extends string, Item extends Record<Name, string>, Value>(
  list: readonly Item[],
  by: Name,
  value: (item: Item) => Value,
): Record<string, Value> => Object.fromEntries(list.map((item) => [item[by], value(item)]));

function superEventOf(entry: SuperEvent, outcome: Outcome) {
  const id = outcome.superEvents.get(entry.slug) ?? '';
  const pointOf = (event_id: string | null) => (point: { key: string }) =>
    outcome.pointId({ super_event_id: id, event_id, key: point.key }) ?? null;
  return {
    id,
    tracks: record(entry.tracks, 'slug', ({ slug, checkin_points, criteria }) => {
      const track = outcome.tracks.get(slug) ?? '';
      return {
        id: track,
        checkin_points: record(checkin_points, 'key', pointOf(track)),
        criteria: record(criteria, 'name', ({ name }) => outcome.criterionId({ event_id: track, name }) ?? null),
      };
    }),
    checkin_points: record(entry.checkin_points, 'key', pointOf(null)),
    registration_fields: record(
      entry.registration_fields,
      'key',
      ({ key }) => outcome.fields.get(`${id}/${key}`) ?? null,
    ),
    participants: record(entry.participants, 'email', (participant) => participantOf(participant, id, outcome)),
    teams: Object.fromEntries(
      entry.teams.map(({ track, name }) => {
        return [`${track}/${name}`, outcome.teamId({ event_id: outcome.tracks.get(track) ?? '', name }) ?? null];
      }),
    ),
  };
}

function participantOf(
  { email, registrations }: SuperEvent['participants'][number],
  super_event_id: string,
  { people, tracks, places }: Outcome,
) {
  const user_id = people.get(email) ?? '';
  return {
    user_id,
    super_event_registration_id: places.of({ super_event_id, user_id }) ?? null,
    registrations: record(registrations, 'track', ({ track }) => {
      return places.on({ event_id: tracks.get(track) ?? '', user_id }) ?? null;
    }),
  };
}
