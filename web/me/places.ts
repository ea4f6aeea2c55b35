/** The places of a person, kept on the device so that the ticket shows without a network. */
import type { Answer } from '../../clients/typescript/src/index.ts';
import { keptView } from '../shared/kept-view.ts';
import { statusOf } from '../shared/refused.ts';
import { api } from '../shared/session.ts';

export type Place = Answer<'registrations', 'listOwn'>['registrations'][number];
type Members = Answer<'teams', 'get'>['members'];
export type Result = Answer<'judging', 'getTeamResult'>;

interface Team {
  readonly members: Members;
  /** Null until results are published. */
  readonly result: Result | null;
}
export interface Places {
  readonly places: readonly Place[];
  /** By their ids. */
  readonly teams: Readonly<Record<string, Team>>;
  readonly at: number;
}

/** Milliseconds between two looks at the service, while somebody looks at the page. */
const often = 20_000;

const view = keptView<Places>('me', async () => {
  const { registrations: places } = await api.registrations.listOwn();
  const teams = await Promise.all(places.map(teamOf));
  return { places, teams: Object.fromEntries(teams.flat()), at: Date.now() };
});
export const { known, failure, renew } = view;

async function teamOf({ team, event }: Place): Promise<[string, Team][]> {
  if (!team || !event) return [];
  // Nothing is judged before it began.
  const hasBegun = event.start_at !== null && Date.parse(event.start_at) <= Date.now();
  const [{ members }, result] = await Promise.all([
    api.teams.get({ id: team.id }),
    hasBegun ? resultOf(team.id) : null,
  ]);
  return [[team.id, { members, result }]];
}

const resultOf = (teamId: string): Promise<Result | null> =>
  api.judging.getTeamResult({ teamId }).catch((error: unknown) => {
    // Not published yet, or the team is not ranked.
    if ([403, 404].includes(statusOf(error))) return null;
    throw error;
  });

/** Shows what is known, and goes on asking. Returns what ends it. */
export function follow(): () => void {
  const look = () => void (document.visibilityState === 'visible' && renew());
  const timer = setInterval(look, often);
  document.addEventListener('visibilitychange', look);
  const end = view.follow();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    end();
  };
}
