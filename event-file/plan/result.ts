/** The output of `apply --json`. Names and meanings are stable, for scripts. */
import { placesOf } from '../../services/registrations/portable.ts';
import type { Difference, Kind, OrganizationContext } from '../../shared/database/portable.ts';
import type { EventFile } from '../format/schema.ts';
import * as kinds from '../kinds.ts';
import type { IdOf } from './entries.ts';

type SuperEvent = EventFile['super_events'][number];
type Places = Awaited<ReturnType<typeof placesOf>>;

export interface ChangeCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Only where pruning was asked for. */
  readonly removed?: number;
}
export type ApplyResult = Awaited<ReturnType<typeof resultOf>>;

interface Told {
  readonly id: IdOf;
  readonly differences: readonly Difference[];
  /** Those of keys made by this apply, and the addresses that pair devices, by kind. */
  readonly texts: (kind: Kind, name: string) => string | null;
  /** Ids of registrations. */
  readonly placed: readonly string[];
}

export async function resultOf(
  { db, organization_id, prune }: OrganizationContext,
  file: EventFile,
  { id, differences, texts, placed }: Told,
) {
  const people = differences.filter(({ kind }) => kind === kinds.people.kind);
  const places = await placesOf(db, placed);
  return {
    changes: countsOf(differences, prune),
    organization: { id: organization_id, slug: file.organization.slug },
    users: Object.fromEntries(people.map(({ name }) => [name, id(kinds.people, name)])),
    super_events: record(file.super_events, 'slug', (entry) => superEventOf(entry, places, { id, texts })),
    api_keys: record(file.api_keys, 'label', ({ label }) => texts(kinds.apiKeys, label)),
    webhooks: record(file.webhooks, 'key', ({ key }) => id(kinds.webhooks, key)),
  };
}

function countsOf(differences: readonly Difference[], isPruned: boolean): ChangeCounts {
  const count = (action: Difference['action']) => differences.filter((each) => each.action === action).length;
  const counts = { created: count('create'), changed: count('change'), unchanged: count('unchanged') };
  return { ...counts, ...(isPruned && { removed: count('remove') }) };
}

const record = <Name extends string, Item extends Record<Name, string>, Value>(
  list: readonly Item[],
  by: Name,
  value: (item: Item) => Value,
): Record<string, Value> => Object.fromEntries(list.map((item) => [item[by], value(item)]));

function superEventOf(entry: SuperEvent, places: Places, { id, texts }: Pick<Told, 'id' | 'texts'>) {
  const { slug, teams } = entry;
  const pointsOf = (points: SuperEvent['checkin_points'], around: string) =>
    record(points, 'key', ({ key }) => id(kinds.points, `${around}/${key}`));
  return {
    id: id(kinds.superEvents, slug),
    tracks: record(entry.tracks, 'slug', ({ slug: track, checkin_points, criteria }) => {
      const around = `${slug}/${track}`;
      return {
        id: id(kinds.tracks, around),
        checkin_points: pointsOf(checkin_points, around),
        criteria: record(criteria, 'name', ({ name }) => id(kinds.criteria, `${around}/${name}`)),
      };
    }),
    checkin_points: pointsOf(entry.checkin_points, slug),
    registration_fields: record(entry.registration_fields, 'key', ({ key }) => {
      return id(kinds.registrationFields, `${slug}/${key}`);
    }),
    prizes: record(entry.prizes, 'key', ({ key }) => id(kinds.prizes, `${slug}/${key}`)),
    devices: record(entry.devices, 'key', ({ key }) => {
      const name = `${slug}/${key}`;
      return { id: id(kinds.devices, name), pairing_url: texts(kinds.devices, name) };
    }),
    participants: record(entry.participants, 'email', ({ email, registrations }) => ({
      user_id: id(kinds.people, email),
      super_event_registration_id: id(kinds.participants, `${slug}/${email}`),
      registrations: record(registrations, 'track', ({ track }) => {
        return places.get(id(kinds.registrations, `${slug}/${track}/${email}`)) ?? null;
      }),
    })),
    teams: Object.fromEntries(
      teams.map(({ track, name }) => [`${track}/${name}`, id(kinds.teams, `${slug}/${track}/${name}`)]),
    ),
  };
}
