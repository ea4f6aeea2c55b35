/** The places of a person, kept on the device so that the ticket shows without a network. */
import type { Answer } from '../../clients/typescript/src/index.ts';
import { keptView } from '../shared/kept-view.ts';
import { api, user } from '../shared/session.ts';
import { spoken } from '../shared/spoken.ts';

export type Place = Answer<'registrations', 'listOwn'>['registrations'][number];
export type Status = Place['status'];
type Told = Answer<'judging', 'getTeamResult'>;
/** One that the device kept from an earlier release has neither the number of teams nor the scale. */
export type Result = Omit<Told, 'ranked_count' | 'scoring'> & Partial<Pick<Told, 'ranked_count' | 'scoring'>>;

export interface Team extends Readonly<Answer<'teams', 'listOwn'>['teams'][number]> {
  /** Null unless one is published. */
  readonly result: Result | null;
}
export interface Places {
  /** Of the person. */
  readonly name: string | undefined;
  readonly places: readonly Place[];
  /** By their ids. */
  readonly teams: Readonly<Record<string, Team>>;
  readonly at: number;
}

/** A hackathon, with the places of the person in it: one for each track, or one without a track. */
export interface Card {
  readonly hackathon: Place['super_event'];
  readonly parent: Place['super_event_registration'];
  readonly places: readonly Place[];
}

/** Gathers places by their hackathons, in the order in which these come first. */
export function cardsOf(places: readonly Place[]): Card[] {
  const ids = [...new Set(places.map(({ super_event }) => super_event.id))];
  return ids.flatMap((id) => {
    const own = places.filter(({ super_event }) => super_event.id === id);
    return own[0] ? [{ hackathon: own[0].super_event, parent: own[0].super_event_registration, places: own }] : [];
  });
}

/** Whether somebody with this status has, or may get, something to give up. */
export const hasPlace = (status: Status): boolean => ['accepted', 'pending', 'waitlisted'].includes(status);

/** Whether a door lets somebody in with it. */
export const isTicket = ({ parent, places }: Card): boolean =>
  parent.status === 'accepted' || places.some(({ status }) => status === 'accepted');

/** Milliseconds between two looks at the service, while somebody looks at the page. */
const often = 20_000;

const view = keptView<Places>('places', async () => {
  const [{ registrations: places }, { teams }] = await Promise.all([api.registrations.listOwn(), api.teams.listOwn()]);
  const published = places.flatMap(({ team }) => (team?.has_result ? [team.id] : []));
  const results = new Map(
    await Promise.all(published.map(async (teamId) => [teamId, await api.judging.getTeamResult({ teamId })] as const)),
  );
  const known = teams.map((team) => [team.id, { ...team, result: results.get(team.id) ?? null }] as const);
  return { name: user.value?.name, places: spoken(places), teams: spoken(Object.fromEntries(known)), at: Date.now() };
});
export const { known, failure, renew } = view;

/** Notes what a team has handed in, as the service answered it. */
export async function learn(id: string, submission: NonNullable<Team['submission']>): Promise<void> {
  const [now, team] = [known.value, known.value?.teams[id]];
  if (now && team) await view.set({ ...now, teams: { ...now.teams, [id]: { ...team, submission } } });
}

/** Shows stored data, and keeps reading. Returns a function that stops it. */
export function follow(): () => void {
  const look = () => void (document.visibilityState === 'visible' && renew());
  const timer = setInterval(look, often);
  const end = view.follow();
  return () => {
    clearInterval(timer);
    end();
  };
}
