/** The fair ranking of a track: what was calculated last, with what judges differ by taken out. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../shared/database/database.ts';
import type { Review } from './fair/design.ts';
import type { FairRanking } from './fair/ranking.ts';
import { computations } from './computations.ts';
import { reviewsOn, type MarkedReview } from './queries/fair.ts';

export interface TrackRanking {
  readonly reviews: readonly MarkedReview[];
  readonly ranking: FairRanking;
}

/** A cache of rankings, by the hash of their reviews. The largest takes some megabytes. */
const rankings = new LRUCache<string, FairRanking, Review[]>({
  max: 8,
  // A ranking whose entry was evicted while it was computed is answered all the same.
  ignoreFetchAbort: true,
  fetchMethod: (_key, _former, { context: reviews }) => computations.run('rank', reviews),
});

/** Returns the fair ranking; undefined while no team is ranked. */
export async function fairRankingOn(db: Db, event_id: string): Promise<TrackRanking | undefined> {
  const reviews = await reviewsOn(db, event_id);
  return reviews.length === 0 ? undefined : { reviews, ranking: await rankingOf(reviews) };
}

/** The same reviews give the same ranking, so it is kept by them, and nothing has to be told that they changed. */
function rankingOf(rows: readonly MarkedReview[]): Promise<FairRanking> {
  const reviews = rows.map(({ team_id, judge_user_id, mark }): Review => {
    return { team: team_id, judge: judge_user_id, value: mark };
  });
  const lines = reviews.map(({ team, judge, value }) => `${team} ${judge} ${value}`).sort();
  const key = createHash('sha256').update(lines.join()).digest('base64');
  return rankings.forceFetch(key, { context: reviews });
}
