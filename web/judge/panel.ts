/** The teams of a judge, stored on the device for times without a network. */
import type { Answer } from '../../clients/typescript/src/index.ts';
import { keptView } from '../shared/kept-view.ts';
import { statusOf } from '../shared/refused.ts';
import { api } from '../shared/session.ts';
import { spoken } from '../shared/spoken.ts';
import { personId } from '../shared/start.ts';

export type Assignment = Answer<'judging', 'getAssignment'>['assignment'];
/** Of the track, or that of a prize. */
export type Criterion = Pick<
  Answer<'judging', 'listCriteria'>['criteria'][number],
  'id' | 'name' | 'weight' | 'description'
>;
export type Score = Answer<'judging', 'listScores'>['scores'][number];

export interface Team {
  readonly assignment: Assignment;
  readonly criteria: readonly Criterion[];
  /** As the service has them. */
  readonly scores: readonly Score[];
}

/** Requests at once. A judge has some dozens of teams, and every judge opens the page at the same hour. */
const atOnce = 6;

const view = keptView<readonly Team[]>('panel', async () => {
  const begun = performance.now();
  const { roles } = await api.identity.me();
  const tracks = new Set(roles.filter(({ role }) => role === 'JUDGE').map(({ event_id }) => event_id));
  const teams = await inTurns([...tracks], teamsOn);
  // A team of a prize may be in the list of several tracks.
  const once = new Map(teams.flat().map((team) => [team.assignment.id, team]));
  return [...once.values()].flatMap((team) => newestOf(team, begun));
});
export const { known: panel, failure, renew, follow } = view;

async function teamsOn(track: string): Promise<Team[]> {
  const [{ assignments }, { criteria }] = await Promise.all([
    api.judging.listAssignments({ eventId: track }),
    api.judging.listCriteria({ eventId: track }),
  ]);
  // An organizer of the track is listed the other judges' assignments as well.
  const own = assignments.filter(({ judge_user_id }) => judge_user_id === personId.value);
  const teams = await inTurns(own, ({ id }) => readTeam(id));
  return teams.flatMap((team) => (team ? [{ ...team, criteria: criteriaOf(team.assignment, criteria) }] : []));
}

const criteriaOf = ({ prize, criteria }: Assignment, ofTrack: readonly Criterion[]): readonly Criterion[] =>
  prize ? criteria.map((criterion) => ({ ...criterion, description: null })) : ofTrack;

/** Nothing if the judge no longer has the team. */
async function readTeam(id: string): Promise<Omit<Team, 'criteria'> | undefined> {
  try {
    const [{ assignment }, { scores }] = await Promise.all([
      api.judging.getAssignment({ id }),
      api.judging.listScores({ id }),
    ]);
    return { assignment: spoken(assignment), scores };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/** Works on a few at a time; answers in their order. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** When a write was last answered, by assignment. */
const learnt = new Map<string, number>();

/** An answer to a write meanwhile is newer than the data that was read; none where the team was declined. */
function newestOf(read: Team, begun: number): readonly Team[] {
  const { id } = read.assignment;
  if ((learnt.get(id) ?? 0) <= begun) return [read];
  return (panel.value ?? []).filter(({ assignment }) => assignment.id === id);
}

/** Takes over what the service has answered about one assignment. */
export async function learn(id: string, assignment: Partial<Assignment>, scores: readonly Score[] = []): Promise<void> {
  learnt.set(id, performance.now());
  const teams = (panel.value ?? []).map((team) => {
    if (team.assignment.id !== id) return team;
    const others = team.scores.filter(({ criterion_id }) => !scores.some((one) => one.criterion_id === criterion_id));
    return { ...team, assignment: { ...team.assignment, ...assignment }, scores: [...others, ...scores] };
  });
  await view.set(teams);
}

/** Takes a team off the list that is the judge's no more. */
export async function drop(id: string): Promise<void> {
  learnt.set(id, performance.now());
  await view.set((panel.value ?? []).filter(({ assignment }) => assignment.id !== id));
}
