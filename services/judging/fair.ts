/** The fair ranking of a track: the last calculated results without the differences between judges. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TeamReview } from '../../shared/base/fair/design.ts';
import { type FairRanking, type FairTeam, rounded } from '../../shared/base/fair/ranking.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { computations } from './computations.ts';
import { reviewsOn, type FairResult, type MarkedReview } from './results.sql.ts';

export interface TrackRanking {
  readonly reviews: readonly MarkedReview[];
  readonly ranking: FairRanking;
}

/** A cache of rankings, by the hash of their reviews. The largest takes some megabytes. */
const rankings = new LRUCache<string, FairRanking, TeamReview[]>({
  max: 8,
  // Answer a ranking even if its entry was evicted while it was computed.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _former, { context: reviews }) => computations.run('rank', reviews),
});

/** Returns the fair ranking; undefined while no team is ranked. */
export async function fairRankingOn(db: Db, event_id: string): Promise<TrackRanking | undefined> {
  const reviews = await reviewsOn(db, event_id);
  return reviews.length === 0 ? undefined : { reviews, ranking: await rankingOf(reviews) };
}

/** The same reviews give the same ranking, so they are the key of the cache and nothing has to be invalidated. */
export function rankingOf(
  rows: readonly Pick<MarkedReview, 'team_id' | 'judge_user_id' | 'mark'>[],
): Promise<FairRanking> {
  const reviews = rows.map(({ team_id, judge_user_id, mark }): TeamReview => {
    return { team: team_id, judge: judge_user_id, value: mark };
  });
  const lines = reviews.map(({ team, judge, value }) => `${team} ${judge} ${value}`).sort();
  const key = createHash('sha256').update(lines.join()).digest('base64');
  return rankings.forceFetch(key, { context: reviews });
}

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

/** Each group has its own mean, and means of different groups cannot be compared. */
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
  // The highest first, so that the order does not reveal the judges.
  const reviews = team.reviews.toSorted((a, b) => b.given - a.given || b.adjusted - a.adjusted);
  return { team_id: team.team, overall_score, rank, explanation: reviews.map(explained), ...certainty };
};

/** The number as teams read it: two decimals, without trailing zeros. */
const spoken = (value: number) => String(Math.round(value * 100) / 100 || 0);

function explained({ given, judgeEffect, adjusted }: FairReview): string {
  const usually = spoken(Math.abs(judgeEffect));
  if (usually === '0')
    return `One judge scored you ${spoken(given)}; they are neither strict nor generous, so it counts as it is.`;
  const than = judgeEffect > 0 ? 'more' : 'less';
  return `One judge scored you ${spoken(given)}; they usually give ${usually} ${than} than the others, so it counts as ${spoken(adjusted)}.`;
}
