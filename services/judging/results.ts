/** The ranking: calculated on demand, read as it was published. */
import { readAll, readList } from '../../shared/kit/whole-list.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import type { RankingName } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { fairRankingOn } from './fair-ranking.ts';
import { keepPublished, markPublished, writeToTeams } from './queries/publishing.ts';
import { holdRanking, rankTeams } from './queries/ranking.ts';
import { calculatedOn, findTeamResult, isAnyRanked, resultsOn, type Results } from './queries/results.ts';
import { fairRanking } from './shapes/fair.ts';
import { calculatedResults, resultList, teamResult } from './shapes/results.ts';
import { calculatedNow, resultsOf, shownOn } from './shown-results.ts';

const missing = ['results'];

export const calculateResults: Action<'judging.calculateResults'> = async (ctx) => {
  const event_id = ctx.resource.id;
  const { former, calculated_at } = await holdRanking(ctx.db, event_id);
  await rankTeams(ctx.db, event_id);
  const [before, after] = [{ calculated_at: instant(former) }, { calculated_at: instant(calculated_at) }];
  ctx.changed('results.calculated', { event_id }, before, after);
  return calculatedResults(await readAll(ctx.db, calculatedOn(event_id)));
};

/** Lists what was published, before that the plain ranking. Another one is for organizers. */
export const listResults: Action<'judging.listResults'> = async (ctx) => {
  const { id: event_id, organizes } = ctx.resource;
  const shown = await shownOn(ctx.db, event_id, ctx.params.ranking);
  if (shown.isOther && !organizes) return ctx.fail('PERMISSION_DENIED');
  return resultList(await readList(ctx, resultsOn(event_id, await resultsOf(ctx.db, event_id, shown))), shown);
};

export const getFairRanking: Action<'judging.getFairRanking'> = async (ctx) =>
  fairRanking((await fairRankingOn(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_READY', { missing }));

/** Answers a team's result. Before publication a team is not told whether it has one. */
export const getTeamResult: Action<'judging.getTeamResult'> = async (ctx) => {
  const { event_id, organizes } = ctx.resource;
  const shown = await shownOn(ctx.db, event_id, ctx.params.ranking);
  if (!organizes && (shown.isOther || shown.published_as === null)) return ctx.fail('PERMISSION_DENIED');
  const result = await findTeamResult(ctx.db, ctx.resource, await resultsOf(ctx.db, event_id, shown));
  return teamResult(result ?? ctx.fail('NOT_FOUND'), shown.ranking);
};

/**
 * Publishes the results of the last calculation. Locks the ranking first, so that a concurrent calculation or publication has
 * finished. A request for no ranking means the plain one, and afterwards whichever was published; letters go out once.
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

/** Refuses a fair ranking where teams cannot all be compared, for several would be first. */
async function publishable(
  { db, resource, fail }: Pick<Ctx<unknown, 'NOT_READY'>, 'db' | 'resource' | 'fail'>,
  ranking: RankingName,
): Promise<Results> {
  if (!(await isAnyRanked(db, resource.id))) fail('NOT_READY', { missing });
  const fair = ranking === 'fair' ? await fairRankingOn(db, resource.id) : undefined;
  if (fair?.ranking.connected === false) fail('NOT_READY', { missing: ['connection'] });
  return calculatedNow(db, resource.id, ranking);
}
