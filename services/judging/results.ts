/** The ranking: calculated on demand, and read as published. */
import { instant } from '../../shared/base/instant.ts';
import { scoringOf } from '../../shared/base/scoring.ts';
import type { RankingName } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readAll, readList, type Listed } from '../../shared/kit/whole-list.ts';
import { fairRanking, fairRankingOn, fairResult } from './fair.ts';
import {
  asCalculated,
  asPublished,
  calculatedOn,
  findTeamResult,
  isAnyRanked,
  keepPublished,
  markPublished,
  publicationOn,
  rankedFairly,
  resultsOn,
  writeToTeams,
  type CalculatedResult,
  type Publication,
  type Result,
  type Results,
  type TeamResult,
} from './results.sql.ts';
import { lockRanking, rankTeams } from './ranking.sql.ts';

const missing = ['results'];

export const calculateResults: Action<'judging.calculateResults'> = async (ctx) => {
  const event_id = ctx.resource.id;
  const { former, calculated_at } = await lockRanking(ctx.db, event_id);
  await rankTeams(ctx.db, event_id);
  const [before, after] = [{ calculated_at: instant(former) }, { calculated_at: instant(calculated_at) }];
  ctx.changed('results.calculated', { event_id }, before, after);
  return calculatedResults(await readAll(ctx.db, calculatedOn(event_id)));
};

/** Lists the published results, before publication those by the plain ranking. Other rankings are for organizers. */
export const listResults: Action<'judging.listResults'> = async (ctx) => {
  const { id: event_id, organizes } = ctx.resource;
  const shown = await shownOn(ctx.db, event_id, ctx.params.ranking);
  if (shown.isOther && !organizes) return ctx.fail('PERMISSION_DENIED');
  return resultList(await readList(ctx, resultsOn(event_id, await resultsOf(ctx.db, event_id, shown))), shown);
};

export const getFairRanking: Action<'judging.getFairRanking'> = async (ctx) =>
  fairRanking((await fairRankingOn(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_READY', { missing }));

/** Answers a team's result. Before publication a team does not see whether it has one. */
export const getTeamResult: Action<'judging.getTeamResult'> = async (ctx) => {
  const { event_id, organizes } = ctx.resource;
  const shown = await shownOn(ctx.db, event_id, ctx.params.ranking);
  if (!organizes && (shown.isOther || shown.published_as === null)) return ctx.fail('PERMISSION_DENIED');
  const result = await findTeamResult(ctx.db, ctx.resource, await resultsOf(ctx.db, event_id, shown));
  return teamResult(result ?? ctx.fail('NOT_FOUND'), shown.ranking);
};

/**
 * Publishes the results of the last calculation. Locks the ranking first, so that a concurrent calculation or
 * publication has finished. Without a named ranking the plain one is published, and later the same as before; emails
 * are sent once.
 */
export const publishResults: Action<'judging.publishResults'> = async (ctx) => {
  const event_id = ctx.resource.id;
  const { ranking: wanted } = ctx.params;
  const publication = (await markPublished(ctx.db, event_id, wanted ?? 'plain')) ?? ctx.fail('NOT_READY', { missing });
  const { published_as: ranking, former } = publication;
  if (wanted !== undefined && wanted !== ranking) return ctx.fail('ALREADY_PUBLISHED', { ranking });
  const notifications_sent_at = instant(publication.notifications_sent_at);
  const isNew = await keepPublished(ctx.db, event_id, await publishable(ctx, ranking));
  if (former === null) await writeToTeams(ctx.db, event_id);
  if (isNew) {
    const after = { notifications_sent_at, ...(ranking === 'fair' && { ranking }) };
    ctx.changed('results.published', { event_id }, { notifications_sent_at: instant(former) }, after);
  }
  return { notifications_sent_at };
};

/** Refuses a fair ranking if not all teams can be compared, because several would be first. */
async function publishable(
  { db, resource, fail }: Pick<Ctx<unknown, 'NOT_READY'>, 'db' | 'resource' | 'fail'>,
  ranking: RankingName,
): Promise<Results> {
  if (!(await isAnyRanked(db, resource.id))) fail('NOT_READY', { missing });
  const fair = ranking === 'fair' ? await fairRankingOn(db, resource.id) : undefined;
  if (fair?.ranking.connected === false) fail('NOT_READY', { missing: ['connection'] });
  return calculatedNow(db, resource.id, ranking);
}

const listed = ({ team_id, team_name, overall_score, rank, created_at }: Result) => ({
  team_id,
  team_name,
  overall_score,
  rank,
  created_at: instant(created_at),
});

export const resultList = ({ rows, count }: Listed<Result>, { ranking, notifications_sent_at }: ShownRanking) => ({
  results: rows.map(listed),
  count,
  notifications_sent_at: instant(notifications_sent_at),
  ...(ranking === 'fair' && { ranking }),
});

export const calculatedResults = (rows: readonly CalculatedResult[]) => ({
  results: rows.map((row) => ({
    ...listed(row),
    id: row.id,
    event_id: row.event_id,
    updated_at: instant(row.updated_at),
  })),
  count: rows.length,
});

export function teamResult(row: TeamResult, ranking: RankingName) {
  const { overall_score, rank, created_at, score_breakdown, ranked_count, explanation } = row;
  const { min, max, step } = scoringOf(row.scoring);
  return {
    overall_score,
    rank,
    created_at: instant(created_at),
    score_breakdown,
    ranked_count,
    scoring: { min, max, step },
    ...(ranking === 'fair' && { ranking, explanation }),
  };
}

export interface ShownRanking extends Publication {
  readonly ranking: RankingName;
  /** Whether it differs from the published ranking. */
  readonly isOther: boolean;
}

/** Chooses the ranking: the requested one, else the published one, else the plain one. */
export async function shownOn(db: Db, event_id: string | null, wanted: RankingName | undefined): Promise<ShownRanking> {
  const publication = await publicationOn(db, event_id);
  const usual = publication.published_as ?? 'plain';
  const ranking = wanted ?? usual;
  return { ...publication, ranking, isOther: ranking !== usual };
}

/** Returns the source of its results. */
export function resultsOf(db: Db, event_id: string | null, shown: ShownRanking): Promise<Results> | Results {
  const { ranking, published_as } = shown;
  return ranking === published_as ? asPublished : calculatedNow(db, event_id, ranking);
}

/** Returns the results of the last calculation by this ranking. */
export async function calculatedNow(db: Db, event_id: string | null, ranking: RankingName): Promise<Results> {
  if (ranking === 'plain' || event_id === null) return asCalculated;
  const fair = await fairRankingOn(db, event_id);
  return rankedFairly(fair?.ranking.teams.map(fairResult) ?? []);
}
