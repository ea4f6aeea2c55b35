/** The places of a person, kept on the device so that the ticket shows without a network. */
import type { Answer } from '../../clients/typescript/src/index.ts';
import { keptView } from '../shared/kept-view.ts';
import { api, user } from '../shared/session.ts';

export type Place = Answer<'registrations', 'listOwn'>['registrations'][number];
type Members = Answer<'teams', 'get'>['members'];
export type Result = Answer<'judging', 'getTeamResult'>;

interface Team {
  readonly members: Members;
  /** Null unless one is published. */
  readonly result: Result | null;
}
export interface Places {
  /** Of the person; missing on devices that have kept an older view. */
  readonly name?: string | undefined;
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
  return { name: user.value?.name, places, teams: Object.fromEntries(teams.flat()), at: Date.now() };
});
export const { known, failure, renew } = view;

async function teamOf({ team }: Place): Promise<[string, Team][]> {
  if (!team) return [];
  const { id, has_result } = team;
  const [{ members }, result] = await Promise.all([
    api.teams.get({ id }),
    has_result ? api.judging.getTeamResult({ teamId: id }) : null,
  ]);
  return [[id, { members, result }]];
}

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
