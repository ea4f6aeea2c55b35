/** Reads and changes the parts of a hackathon. */
import { isRefusal, type Answer, type Params } from '../../../clients/typescript/src/index.ts';
import type { Texts } from '../../../shared/contract/languages.ts';
import { writeChanges } from '../../shared/changes.ts';
import { api } from '../../shared/session.ts';
import { isSeen, type Hackathon } from '../hackathons.ts';

export type SuperEvent = Answer<'events', 'getSuperEvent'>['super_event'];
export type Track = Answer<'events', 'getTrack'>['event'];
export type Prize = Answer<'events', 'listPrizes'>['prizes'][number];
type Status = Answer<'events', 'getSetupStatus'>;

export async function readSuperEvent({ id }: Pick<Hackathon, 'id'>, signal?: AbortSignal): Promise<SuperEvent> {
  return (await api.events.getSuperEvent({ slug: id }, signal && { signal })).super_event;
}

type WantedHackathon = Omit<Params<'events', 'updateSuperEvent'>, 'id'>;
/**
 * Texts in other languages, letters and the configuration are written as a whole, into those that there are now.
 * @param force Changes a scale also where scores were given that do not fit it.
 */
export const saveSuperEvent = <T extends WantedHackathon>(id: string, before: T, after: T, force = false) =>
  writeChanges<WantedHackathon>({
    ...{ before, after },
    read: () => readSuperEvent({ id }),
    write: (part) => api.events.updateSuperEvent({ id, ...part, ...(force && { force }) }),
  });

/** A track with how far it is. */
export interface TrackSetup extends Track {
  readonly status_of_setup: Status;
}

/** The tracks as they are now: what the desk knows of them may be a moment old. */
export async function readTracks(hackathon: Hackathon, signal: AbortSignal): Promise<readonly TrackSetup[]> {
  const { events } = await api.events.listTracks({ orgSlug: hackathon.organization.id }, { signal });
  const own = events.filter((each) => isSeen(hackathon, each));
  return Promise.all(
    own.map(async (track) => {
      const [{ event }, status_of_setup] = await Promise.all([
        api.events.getTrack({ slug: track.id }, { signal }),
        api.events.getSetupStatus({ eventId: track.id }, { signal }),
      ]);
      return { ...event, status_of_setup };
    }),
  );
}

type WantedTrack = Omit<Params<'events', 'createTrack'>, 'id'>;
export const addTrack = (hackathon: string, wanted: WantedTrack) =>
  api.events.createTrack({ ...wanted, id: hackathon });
export const changeTrack = (id: string, before: WantedTrack, after: WantedTrack) =>
  writeChanges<WantedTrack>({
    ...{ before, after },
    read: async () => (await api.events.getTrack({ slug: id })).event,
    write: (part) => api.events.updateTrack({ ...part, id }),
  });

export const deleteTrack = (id: string) => api.events.deleteTrack({ id });

/** How far a hackathon is set up, by what there is of each. */
export interface Setup {
  readonly superEvent: SuperEvent;
  readonly tracks: readonly TrackSetup[];
  readonly fields: number;
  readonly points: number;
  /** Of each track. */
  readonly criteria: readonly number[];
  readonly judges: readonly number[];
  /** People who were invited as judges and have not accepted yet; nobody but owners and administrators knows them. */
  readonly invited: number;
}

export async function readSetup(hackathon: Hackathon, signal: AbortSignal): Promise<Setup> {
  const { id } = hackathon;
  const tracks = await readTracks(hackathon, signal);
  const ofEach = <T>(ask: (eventId: string) => Promise<T>) => Promise.all(tracks.map((track) => ask(track.id)));
  const [superEvent, { fields }, whole, points, criteria, judges, invited] = await Promise.all([
    readSuperEvent({ id }, signal),
    api.events.listFields({ superEventId: id }, { signal }),
    api.checkIn.listPointsOfSuperEvent({ slug: id }, { signal }),
    ofEach(async (eventId) => (await api.checkIn.listPointsOfTrack({ eventId }, { signal })).checkin_points.length),
    ofEach(async (eventId) => (await api.judging.listCriteria({ eventId }, { signal })).criteria.length),
    ofEach(async (eventId) => {
      const { roles } = await api.events.listRoles({ eventId }, { signal });
      return roles.filter(({ role }) => role === 'JUDGE').length;
    }),
    hackathon.isAdministered ? readInvitedJudges(id, signal) : 0,
  ]);
  const count = points.reduce((sum, each) => sum + each, whole.checkin_points.length);
  return { superEvent, tracks, fields: fields.length, points: count, criteria, judges, invited };
}

async function readInvitedJudges(superEventId: string, signal: AbortSignal): Promise<number> {
  const { invites } = await api.events.listRoleInvites({ superEventId }, { signal });
  const judges = invites.filter(({ role, status }) => role === 'JUDGE' && status === 'pending');
  return new Set(judges.map(({ email }) => email)).size;
}

/** Makes the hackathon final, and its tracks that are drafts. */
export async function publish({ id, tracks }: Hackathon): Promise<void> {
  await api.events.updateSuperEvent({ id, status: 'final' });
  for (const track of tracks) await api.events.updateTrack({ id: track.id, status: 'final' });
}

/** Opens the registration of a track. Answers what stands against it, which `force` ignores. */
export async function openRegistration(eventId: string, force: boolean): Promise<readonly string[]> {
  try {
    await api.events.openRegistration({ eventId, force });
    return [];
  } catch (error) {
    if (isRefusal(error, 'NOT_READY') && error.extras.warnings) return error.extras.warnings;
    throw error;
  }
}

export const closeRegistration = (eventId: string) => api.events.closeRegistration({ eventId });

export async function readPrizes({ id }: Pick<Hackathon, 'id'>, signal?: AbortSignal): Promise<readonly Prize[]> {
  return (await api.events.listPrizes({ superEventId: id }, signal && { signal })).prizes;
}

interface WantedPrize {
  readonly name: string;
  readonly sponsor: string | null;
  readonly description: string | null;
  readonly by: Prize['by'];
  readonly track_ids: string[] | null;
  readonly judge_user_ids: string[];
  readonly name_i18n?: Texts;
  readonly description_i18n?: Texts;
}
export const addPrize = (hackathon: string, wanted: WantedPrize & { readonly order_index: number }) =>
  api.events.addPrize({ superEventId: hackathon, ...wanted });
export const changePrize = (hackathon: string, id: string, before: WantedPrize, after: WantedPrize) =>
  writeChanges<WantedPrize>({
    ...{ before, after },
    read: async () => (await readPrizes({ id: hackathon })).find((prize) => prize.id === id) ?? {},
    write: (part) => api.events.updatePrize({ id, ...part }),
  });

/** Everybody who is JUDGE on one of the tracks, once, with the ids of these tracks. */
export async function readJudges({ tracks }: Hackathon, signal: AbortSignal) {
  const lists = await Promise.all(tracks.map(({ id }) => api.judging.listJudges({ eventId: id }, { signal })));
  const judges = new Map(lists.flatMap((list) => list.judges.map(({ user_id, name }) => [user_id, name] as const)));
  return [...judges].map(([id, name]) => ({ id, name }));
}

export type PlacedTeam = Answer<'judging', 'getPrizeResults'>['results']['plain'][number] & {
  /** Its score without what judges differ by. */
  readonly fair: number | undefined;
};

export async function readPrizeResults(id: string, signal: AbortSignal): Promise<readonly PlacedTeam[]> {
  const { results } = await api.judging.getPrizeResults({ id }, { signal });
  const fair = new Map(results.fair.map(({ team_id, score }) => [team_id, score]));
  return results.plain.map((team) => ({ ...team, fair: fair.get(team.team_id) }));
}

export const planPrize = (id: string, per_team: number) => api.judging.planPrize({ id, per_team });
export const chooseWinners = (id: string, team_ids: string[]) => api.judging.chooseWinners({ id, team_ids });
export const publishPrize = (id: string) => api.judging.publishPrize({ id });

export const deletePrize = (id: string) => api.events.deletePrize({ id });
