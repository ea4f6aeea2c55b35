/** Converts the fair ranking to the JSON of the contract, and to what teams are told. */
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { FairRanking, FairTeam } from '../fair/ranking.ts';
import type { TrackRanking } from '../fair-ranking.ts';
import type { FairResult } from '../queries/results.ts';
import { rounded } from '../rules/rounded.ts';

const roundedOrNull = (value: number | null) => (value === null ? null : rounded(value));

type Answer = ActionAnswer<'judging.getFairRanking'>;

export function fairRanking({ reviews, ranking }: TrackRanking): Answer {
  const results = new Map(reviews.map((review) => [review.team_id, review]));
  const names = new Map(reviews.map(({ judge_user_id, judge_name }) => [judge_user_id, judge_name]));
  const nameOf = (judge: string) => names.get(judge) ?? '';
  return {
    scale: scaleOf(ranking.scale),
    connected: ranking.connected,
    groups: ranking.groups.map((group) => [...group]),
    teams: ranking.teams.map((team) => ({
      team_id: team.team,
      team_name: results.get(team.team)?.team_name ?? '',
      plain_score: results.get(team.team)?.overall_score ?? 0,
      plain_rank: results.get(team.team)?.rank ?? 0,
      ...fairNumbers(team),
      reviews: team.reviews.map((review) => reviewOf(review, nameOf)),
    })),
    judges: ranking.judges.map(({ judge, effect, standardError, reviewCount }) => ({
      judge_user_id: judge,
      name: nameOf(judge),
      effect: rounded(effect),
      standard_error: roundedOrNull(standardError),
      review_count: reviewCount,
    })),
    close_calls: ranking.closeCalls.map(({ team, other, probability }) => {
      return { team_id: team, other_team_id: other, probability: rounded(probability) };
    }),
  };
}

/** Each group has a mean of its own, and nothing tells how several compare. */
const scaleOf = ({ means, teamSd, judgeSd, noiseSd }: FairRanking['scale']): Answer['scale'] => ({
  mean: means.length === 1 ? rounded(means[0]!) : null,
  team_sd: roundedOrNull(teamSd),
  judge_sd: roundedOrNull(judgeSd),
  noise_sd: roundedOrNull(noiseSd),
});

type FairReview = FairTeam['reviews'][number];
const reviewOf = ({ judge, given, judgeEffect, adjusted }: FairReview, nameOf: (judge: string) => string) => ({
  judge_user_id: judge,
  judge_name: nameOf(judge),
  given: rounded(given),
  judge_effect: rounded(judgeEffect),
  adjusted: rounded(adjusted),
});

export const fairNumbers = ({ score, rank, rankLow, rankHigh, standardError }: FairTeam) => ({
  fair_score: rounded(score),
  fair_rank: rank,
  rank_low: rankLow,
  rank_high: rankHigh,
  standard_error: roundedOrNull(standardError),
});

export const fairResult = (team: FairTeam): FairResult => {
  const { fair_score: overall_score, fair_rank: rank, ...certainty } = fairNumbers(team);
  // The highest first, so that their order does not tell whose they are.
  const reviews = team.reviews.toSorted((a, b) => b.given - a.given || b.adjusted - a.adjusted);
  return { team_id: team.team, overall_score, rank, explanation: reviews.map(explained), ...certainty };
};

/** As teams read it: two decimals, without zeros at the end. */
const spoken = (value: number) => String(Math.round(value * 100) / 100 || 0);

function explained({ given, judgeEffect, adjusted }: FairReview): string {
  const usually = spoken(Math.abs(judgeEffect));
  if (usually === '0')
    return `A judge who gives as much as the others gave you ${spoken(given)}, and that is what counts.`;
  const than = judgeEffect > 0 ? 'more' : 'less';
  return `A judge who usually gives ${usually} ${than} than the others gave you ${spoken(given)}, which counts as ${spoken(adjusted)}.`;
}
