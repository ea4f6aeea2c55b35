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
  if (isOut(status)) return listOut(hackathon, { ...filter, status }, cursor, signal);
  return listBuilders(hackathon, filter, status || undefined, cursor, signal);
}

/** Whether somebody with this status has no place in the hackathon any more. */
export const isOut = (status: Filter['status']): status is 'rejected' | 'cancelled' =>
  status === 'rejected' || status === 'cancelled';

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

/** Those who are out of the hackathon, or of a track. */
function out(
  filter: Filter,
  status: RegistrationStatus,
  { id }: Hackathon,
  of: { page: number; limit: number },
  signal: AbortSignal,
) {
  const wanted = { search: filter.search || undefined, status, ...of };
  return filter.track
    ? api.registrations.listForTrack({ eventId: filter.track, ...wanted }, { signal })
    : api.registrations.listForSuperEvent({ superEventId: id, ...wanted }, { signal });
}

async function listOut(
  hackathon: Hackathon,
  filter: Filter & { readonly status: RegistrationStatus },
  cursor = '1',
  signal: AbortSignal,
): Promise<PeoplePage> {
  const { tracks } = hackathon;
  const answer = await out(filter, filter.status, hackathon, { page: Number(cursor), limit: pageSize }, signal);
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

/** How many rows the list has for each status, and without one. */
export type PeopleCounts = Readonly<Record<RegistrationStatus | 'all', number>>;

export async function countPeople(hackathon: Hackathon, filter: Filter, signal: AbortSignal): Promise<PeopleCounts> {
  const { search, track } = filter;
  const wanted = { id: hackathon.id, search: search || undefined, trackId: track || undefined };
  const countOut = async (status: RegistrationStatus) =>
    (await out(filter, status, hackathon, { page: 1, limit: 1 }, signal)).pagination.total;
  const [{ counts }, rejected, cancelled] = await Promise.all([
    api.teams.countBuilders(wanted, { signal }),
    countOut('rejected'),
    countOut('cancelled'),
  ]);
  return { ...counts, rejected, cancelled, all: counts.pending + counts.accepted + counts.waitlisted };
}

/** Takes a decision back. Says what became of its email. */
export type Undo = () => Promise<string>;

/** Begins the address of a person who is known by a place on a track. */
export const onTrack = 'track-';
/** A person's id in the address: that of their place in the hackathon, or of the one on a track. */
export const partOf = ({ key, place }: Person): string => ('registration' in place ? `${onTrack}${key}` : key);
