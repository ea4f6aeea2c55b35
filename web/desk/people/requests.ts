/** Asks about people and decides about them. */
import type { RegistrationStatus } from '../../../shared/contract/values.ts';
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';
import { pageSize } from '../parts/listing.tsx';

export interface Filter {
  readonly search: string;
  readonly status: RegistrationStatus | '';
  /** The id of a track; empty for all. */
  readonly track: string;
}
/** Somebody as the list shows them. */
export interface Person {
  readonly key: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly status: RegistrationStatus;
  readonly tracks: readonly { readonly id: string; readonly name: string }[];
  readonly team: string | undefined;
  /** The place to decide about: the one in the hackathon, or the one on a track where the person is out of it. */
  readonly place: { readonly parent: string } | { readonly registration: string };
}
export interface PeoplePage {
  readonly people: readonly Person[];
  readonly next: string | null;
}
export type Decision = 'accepted' | 'waitlisted' | 'rejected';

type Builder = Answer<'teams', 'listBuilders'>['builders'][number];

/** Asks for a page of people. Those who are out of the hackathon are no builders, and are listed by their tracks. */
export function listPeople(hackathon: Hackathon, filter: Filter, cursor: string | undefined, signal: AbortSignal) {
  const { status } = filter;
  if (status === 'rejected' || status === 'cancelled') return listOut(hackathon, filter, cursor, signal);
  return listBuilders(hackathon, filter, status || undefined, cursor, signal);
}

async function listBuilders(
  { id }: Hackathon,
  { search, track }: Filter,
  status: Builder['status'] | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<PeoplePage> {
  const wanted = { search: search || undefined, status, trackId: track || undefined };
  const { builders, pagination } = await api.teams.listBuilders({ id, ...wanted, cursor, limit: pageSize }, { signal });
  return { people: builders.map(ofBuilder), next: pagination.nextCursor };
}

const ofBuilder = ({ registrationId, userId, name, email, status, tracks, activeTeam }: Builder): Person => ({
  key: registrationId,
  ...{ userId, email, status, tracks },
  name: name ?? email,
  team: activeTeam?.name,
  place: { parent: registrationId },
});

async function listOut(
  { id, tracks }: Hackathon,
  { search, status, track }: Filter,
  cursor = '1',
  signal: AbortSignal,
): Promise<PeoplePage> {
  const wanted = { search: search || undefined, status: status || undefined, page: Number(cursor), limit: pageSize };
  const answer = await (track
    ? api.registrations.listForTrack({ eventId: track, ...wanted }, { signal })
    : api.registrations.listForSuperEvent({ superEventId: id, ...wanted }, { signal }));
  const { page, totalPages } = answer.pagination;
  return {
    people: answer.registrations.map((each) => ({
      key: each.id,
      userId: each.user_id,
      name: each.name,
      email: each.email,
      status: each.status,
      tracks: tracks.filter((known) => known.id === each.event_id),
      team: undefined,
      place: { registration: each.id },
    })),
    next: page < totalPages ? String(page + 1) : null,
  };
}

/** How many people a hackathon has; undefined where more wait than are counted. */
export interface PeopleCounts {
  readonly all: number;
  readonly pending: number | undefined;
  readonly accepted: number;
  readonly waitlisted: number | undefined;
}
/** How many rows a filter has, as far as that is counted. */
export function rowsOf({ search, status, track }: Filter, counts: PeopleCounts | undefined): number | undefined {
  if (search || track || status === 'rejected' || status === 'cancelled') return undefined;
  return counts?.[status || 'all'] || undefined;
}
/** The longest page of builders. */
export const countedAtMost = 100;

export async function countPeople({ id }: Hackathon, signal: AbortSignal): Promise<PeopleCounts> {
  const listed = async (status: Builder['status']) => {
    const { builders, pagination } = await api.teams.listBuilders({ id, status, limit: countedAtMost }, { signal });
    return pagination.hasMore ? undefined : builders.length;
  };
  const [{ builders }, { accepted }, pending, waitlisted] = await Promise.all([
    api.teams.count({ id }, { signal }),
    api.checkIn.board({ slug: id }, { signal }),
    listed('pending'),
    listed('waitlisted'),
  ]);
  const rest = (known: number | undefined) => (known === undefined ? undefined : builders.all - accepted - known);
  return { all: builders.all, accepted, pending: pending ?? rest(waitlisted), waitlisted: waitlisted ?? rest(pending) };
}

/** Takes a decision back. Says what became of its email. */
export type Undo = () => Promise<string>;

/** Begins the address of a person who is known by a place on a track. */
export const onTrack = 'track-';
/** A person's id in the address: that of their place in the hackathon, or of the one on a track. */
export const partOf = ({ key, place }: Person): string => ('registration' in place ? `${onTrack}${key}` : key);
