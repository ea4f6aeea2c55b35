/** Asks about the judging of a track, and changes it. */
import { isRefusal, type Answer } from '../../../clients/typescript/src/index.ts';
import type { RankingName } from '../../../shared/contract/values.ts';
import { writeChanges } from '../../shared/changes.ts';
import { bom, save } from '../parts/save.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';

export type Criterion = Answer<'judging', 'listCriteria'>['criteria'][number];
export type Assignment = Answer<'judging', 'listAssignments'>['assignments'][number];
export type Progress = Answer<'judging', 'getProgress'>;
export type Results = Answer<'judging', 'listResults'>;
export type Fair = Answer<'judging', 'getFairRanking'>;
export type Plan = Answer<'judging', 'planAssignments'>;
export type Declined = Answer<'judging', 'listDeclined'>['declined'][number];
type Judge = Answer<'judging', 'listJudges'>['judges'][number];

export async function readCriteria(track: string, signal: AbortSignal): Promise<readonly Criterion[]> {
  const { criteria } = await api.judging.listCriteria({ eventId: track }, { signal });
  return criteria;
}

/** The values of a criterion's form. */
export interface Wanted {
  readonly name: string;
  readonly description: string | null;
  readonly weight: number;
}
export const addCriterion = (track: string, wanted: Wanted & { readonly order_index: number }) =>
  api.judging.createCriterion({ eventId: track, ...wanted });
export const changeCriterion = (id: string, before: Wanted, after: Wanted) =>
  writeChanges({ before, after, write: (part) => api.judging.updateCriterion({ id, ...part }) });

/** With `force` also where scores were handed in for it. */
export const deleteCriterion = (id: string, force: boolean) => api.judging.deleteCriterion({ id, force });

/** The assignments of judges to teams, and how far each judge is. */
export interface Work {
  readonly progress: Progress;
  readonly judges: readonly Judge[];
  readonly teams: readonly TeamWork[];
  readonly declined: readonly Declined[];
}
export interface TeamWork {
  readonly id: string;
  readonly name: string;
  readonly assignments: readonly Assignment[];
}

export async function readWork(track: string, signal: AbortSignal): Promise<Work> {
  const of = { eventId: track };
  const [progress, { judges }, { teams }, { assignments }, { declined }] = await Promise.all([
    api.judging.getProgress(of, { signal }),
    api.judging.listJudges(of, { signal }),
    api.teams.listForTrack(of, { signal }),
    api.judging.listAssignments(of, { signal }),
    api.judging.listDeclined(of, { signal }),
  ]);
  const byTeam = new Map<string, Assignment[]>();
  for (const each of assignments) byTeam.set(each.team_id, [...(byTeam.get(each.team_id) ?? []), each]);
  return {
    ...{ progress, judges, declined },
    teams: teams.map(({ id, name }) => ({ id, name, assignments: byTeam.get(id) ?? [] })),
  };
}

export const assign = (track: string, team_id: string, judge_user_ids: readonly string[]) =>
  api.judging.assignJudges({ eventId: track, team_id, judge_user_ids: [...judge_user_ids] });

export const unassign = (id: string) => api.judging.unassignJudge({ id });

export const reopen = (id: string, reason: string) => api.judging.reopenAssignment({ id, reason });

/** Invites somebody to judge a track. False where they were invited already. */
export async function inviteJudge({ id }: Hackathon, track: string, email: string, message: string): Promise<boolean> {
  const wanted = { superEventId: id, email, trackIds: [track], ...(message && { message }) };
  const { invites } = await api.events.createRoleInvites({ ...wanted, role: 'JUDGE' });
  return invites.length > 0;
}

/** The wishes for a plan. */
export interface Wish {
  readonly reviews_per_team: number;
  readonly judge_user_ids: string[];
  readonly max_per_judge?: number;
  readonly keep_existing: boolean;
}

/** Plans assignments; with `dry_run` without writing anything. */
export const plan = (track: string, wish: Wish, dry_run: boolean): Promise<Plan> =>
  api.judging.planAssignments({ eventId: track, ...wish, dry_run });

export interface Rankings {
  /** The ranking that everybody reads: as published, before that the plain one. */
  readonly shown: Results;
  /** Both rankings of the last calculation; none before anything is ranked. */
  readonly last: Fair | undefined;
}

export async function readRankings(track: string, signal: AbortSignal): Promise<Rankings> {
  const of = { eventId: track };
  const shown = await api.judging.listResults(of, { signal });
  const last = shown.count === 0 ? undefined : await api.judging.getFairRanking(of, { signal }).catch(unlessNone);
  return { shown, last };
}

/** Everything may have been reopened or taken away since it was ranked. */
function unlessNone(error: unknown): undefined {
  if (!isRefusal(error, 'NOT_READY')) throw error;
}

export const calculate = (track: string) => api.judging.calculateResults({ eventId: track });

export const publish = (track: string, ranking: RankingName) => api.judging.publishResults({ eventId: track, ranking });

/** Saves a CSV file of the track, which only somebody who is signed in gets. */
export async function download(track: string, what: 'results' | 'scores', ranking?: RankingName): Promise<void> {
  const of = { eventId: track, bom } as const;
  const answer = await (what === 'results'
    ? api.judging.exportResults({ ...of, ranking })
    : api.judging.exportScores(of));
  await save(answer, `${what}.csv`);
}
