/** The callers that pass the guard of judging's endpoints, and the data they judge. */
import type { Jury } from '../support/judging/jury.ts';
import type { Client, Person } from '../support/client.ts';
import type { Row, Scene } from './access-matrix.ts';

/** Of the scene's judge, about the scene's team. */
export interface Judged {
  readonly criterion: string;
  readonly assignment: string;
  readonly score: string;
}

const organize = ['OWNER', 'ADMIN', 'ORGANIZER'] as const;
const view = [...organize, 'MEMBER', 'MENTOR', 'JUDGE', 'PARTICIPANT', 'registered'] as const;

const ofTrack = ({ track }: Scene) => ({ eventId: track.id });
const ofCriterion = ({ jury }: Scene) => ({ id: jury.criterion });
const ofAssignment = ({ jury }: Scene) => ({ id: jury.assignment });
const ofPrize = ({ prize }: Scene) => ({ id: prize });
const ofScore = ({ jury }: Scene) => ({ id: jury.score });

export const judging: Record<string, Row> = {
  'judging.listCriteria': { may: view, params: ofTrack },
  'judging.createCriterion': {
    may: organize,
    params: ofTrack,
    body: () => ({ name: 'Impact', weight: 0.1, order_index: 1 }),
  },
  'judging.updateCriterion': { may: organize, params: ofCriterion, body: () => ({ weight: 0.2 }) },
  'judging.deleteCriterion': { may: organize, params: ofCriterion },
  'judging.cloneCriteria': {
    may: organize,
    params: ({ track }) => ({ eventId: track.slug, sourceEventId: track.id }),
  },
  'judging.listJudges': { may: view, params: ofTrack },
  // A judge sees their own, which are none.
  'judging.listAssignments': { may: [...organize, 'JUDGE'], params: ofTrack },
  // The assignment is another judge's.
  'judging.getAssignment': { may: organize, params: ofAssignment },
  'judging.listScores': { may: organize, params: ofAssignment },
  'judging.assignJudge': {
    may: organize,
    params: ofTrack,
    body: ({ judge, team }) => ({ judge_user_id: judge.id, team_id: team.id }),
  },
  'judging.assignJudges': {
    may: organize,
    params: ofTrack,
    body: ({ judge, team }) => ({ judge_user_ids: [judge.id], team_id: team.id }),
  },
  'judging.unassignJudge': { may: organize, params: ofAssignment },
  'judging.reopenAssignment': { may: organize, params: ofAssignment, body: () => ({ reason: 'A score was mistyped' }) },
  'judging.planAssignments': { may: organize, params: ofTrack, body: () => ({ reviews_per_team: 1 }) },
  // Everybody here comes with a key.
  'judging.declineAssignment': { may: [], params: ofAssignment, body: () => ({ reason: 'We work together' }) },
  'judging.listDeclined': { may: organize, params: ofTrack },
  'judging.getProgress': { may: organize, params: ofTrack },
  // Everybody here comes with a key.
  'judging.submitScore': {
    may: [],
    params: ofAssignment,
    body: ({ jury }) => ({ criterion_id: jury.criterion, value: 1 }),
  },
  'judging.updateScore': { may: [], params: ofScore, body: () => ({ value: 1 }) },
  'judging.submitAssignment': { may: [], params: ofAssignment },
  'judging.calculateResults': { may: organize, params: ofTrack },
  'judging.listResults': { may: [...organize, 'MEMBER'], params: ofTrack },
  'judging.getFairRanking': { may: organize, params: ofTrack },
  // They are published.
  'judging.getTeamResult': { may: [...organize, 'registered'], params: ({ team }) => ({ teamId: team.id }) },
  'judging.publishResults': { may: organize, params: ofTrack },
  'judging.exportResults': { may: organize, params: ofTrack },
  'judging.exportScores': { may: organize, params: ofTrack },
  // Nobody entered for it, so that planning is refused by its own rule.
  'judging.planPrize': { may: organize, params: ofPrize, body: () => ({ per_team: 1 }) },
  'judging.getPrizeResults': { may: organize, params: ofPrize },
  'judging.chooseWinners': { may: organize, params: ofPrize, body: () => ({ team_ids: [] }) },
  'judging.publishPrize': { may: organize, params: ofPrize },
};

type Written = Pick<Jury, 'track' | 'criterion' | 'assignment' | 'score'>;

/** The judge has scored the team, and its result is published. */
export async function judged(jury: Written, organizer: Client, judge: Person, team: { id: string }): Promise<Judged> {
  const criterion = await jury.criterion('0.5');
  const assignment = await jury.assignment(judge, team, true);
  const score = await jury.score(assignment, criterion, { value: 7 });
  await organizer.post(`/events/${jury.track.id}/calculate-results`, {});
  await organizer.post(`/events/${jury.track.id}/results/publish`, {});
  return { criterion: criterion.id, assignment, score };
}
