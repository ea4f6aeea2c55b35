/** Which results a request is answered with: what was published is what everybody reads, and only organizers read more. */
import type { RankingName } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import { fairRankingOn } from './fair-ranking.ts';
import {
  asCalculated,
  asPublished,
  publicationOn,
  rankedFairly,
  type Publication,
  type Results,
} from './queries/results.ts';
import { fairResult } from './shapes/fair.ts';

export interface Shown extends Publication {
  readonly ranking: RankingName;
  /** Whether it is another ranking than the one that all read. */
  readonly isOther: boolean;
}

/** Chooses the ranking: the one that is asked for, else the published one, else the plain one. */
export async function shownOn(db: Db, event_id: string | null, wanted: RankingName | undefined): Promise<Shown> {
  const publication = await publicationOn(db, event_id);
  const usual = publication.published_as ?? 'plain';
  const ranking = wanted ?? usual;
  return { ...publication, ranking, isOther: ranking !== usual };
}

/** Returns where its results are read from. */
export function resultsOf(db: Db, event_id: string | null, shown: Shown): Promise<Results> | Results {
  const { ranking, published_as } = shown;
  return ranking === published_as ? asPublished : calculatedNow(db, event_id, ranking);
}

/** Returns the results of the last calculation by this ranking. */
export async function calculatedNow(db: Db, event_id: string | null, ranking: RankingName): Promise<Results> {
  if (ranking === 'plain' || event_id === null) return asCalculated;
  const fair = await fairRankingOn(db, event_id);
  return rankedFairly(fair?.ranking.teams.map(fairResult) ?? []);
}
