/** The hackathons of an organizer, and the data of the chosen one for every view. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { administers, type Locale } from '../../shared/contract/values.ts';
import { api } from '../shared/session.ts';
import { ownZone } from '../shared/intl.ts';
import type { Live } from './live.ts';

export interface Choice {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly organization: { readonly id: string; readonly name: string };
  /** The person is an owner or administrator of the organization. */
  readonly isAdministered: boolean;
  /** The ids of the tracks that the person organizes. */
  readonly organized: readonly string[];
}
/** An organization whose owner or administrator the person is. */
export interface Administered {
  readonly id: string;
  readonly name: string;
}
/** The hackathons that somebody organizes, and where they may make more. */
export interface Known {
  readonly choices: readonly Choice[];
  readonly organizations: readonly Administered[];
}
interface Track {
  readonly id: string;
  readonly name: string;
}
/** A hackathon as it was asked for. */
export interface Hackathon extends Choice {
  readonly zone: string;
  readonly start_at: string | null;
  readonly end_at: string | null;
  readonly cap: number | null;
  /** The one of its plain texts first; none where it has one language. */
  readonly locales: readonly Locale[];
  readonly tracks: readonly Track[];
}
/** The hackathon that is open, as all views get it. */
export interface Open extends Hackathon {
  readonly live: Live;
}

type Me = Answer<'identity', 'me'>;

/** Asks which hackathons the person organizes: all of an organization they administer, else those of their tracks. */
export async function readChoices(signal: AbortSignal): Promise<Known> {
  const me = await api.identity.me({}, { signal });
  const lists = await Promise.all(
    me.organizations.map(async ({ id, name, role }) => {
      const isOrganized = organizedBy(me, role);
      if (!isOrganized) return [];
      const { super_events } = await api.events.listSuperEvents({ orgSlug: id }, { signal });
      return super_events
        .filter((each) => isOrganized(each.id))
        .map((each) => ({
          ...{ id: each.id, slug: each.slug, name: each.name, organization: { id, name } },
          isAdministered: administers(role),
          organized: ofRole(me, each.id),
        }));
    }),
  );
  const organizations = me.organizations.filter(({ role }) => administers(role)).map(({ id, name }) => ({ id, name }));
  return { choices: lists.flat(), organizations };
}

const ofRole = ({ roles }: Me, hackathon: string) =>
  roles.flatMap(({ role, super_event_id, event_id }) =>
    role === 'ORGANIZER' && super_event_id === hackathon ? [event_id] : [],
  );

/** Whether a track is one that the person sees on the desk. */
export const isSeen = ({ id, isAdministered, organized }: Choice, track: { id: string; super_event_id: string }) =>
  track.super_event_id === id && (isAdministered || organized.includes(track.id));

function organizedBy({ roles }: Me, role: Me['organizations'][number]['role']) {
  if (administers(role)) return () => true;
  const own = new Set(roles.filter((each) => each.role === 'ORGANIZER').map((each) => each.super_event_id));
  return own.size > 0 && ((id: string) => own.has(id));
}

/** Finds the choice that an address names. */
export const chosenOf = (choices: readonly Choice[], name: string): Choice | undefined =>
  choices.find(({ id, slug }) => id === name || slug === name) ?? (name === '' ? choices[0] : undefined);

/** Returns what names a choice in the address: its slug, unless another organization uses it as well. */
export const nameOf = (choices: readonly Choice[], { id, slug }: Choice): string =>
  choices.filter((each) => each.slug === slug).length > 1 ? id : slug;

/** A choice as a hackathon, before it was asked for. */
export const beforeRead = (choice: Choice): Hackathon => ({
  ...choice,
  zone: ownZone,
  start_at: null,
  end_at: null,
  cap: null,
  locales: [],
  tracks: [],
});

export async function readHackathon(choice: Choice, signal: AbortSignal): Promise<Hackathon> {
  const [{ super_event }, { events }] = await Promise.all([
    api.events.getSuperEvent({ slug: choice.id }, { signal }),
    api.events.listTracks({ orgSlug: choice.organization.id }, { signal }),
  ]);
  const tracks = events.filter((each) => isSeen(choice, each)).map(({ id, name }) => ({ id, name }));
  const { name, slug, tz, start_at, end_at, max_participants: cap, locales } = super_event;
  return { ...choice, name, slug, zone: tz ?? ownZone, start_at, end_at, cap, locales, tracks };
}

export const OpenHackathon = createContext<Open | undefined>(undefined);

/** The hackathon that is chosen. */
export function useHackathon(): Open {
  const open = useContext(OpenHackathon);
  if (!open) throw new Error('A view stands in a hackathon.');
  return open;
}
