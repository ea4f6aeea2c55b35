/** The ranking: calculated on demand, published once. */
import { readAll, readList } from '../../shared/kit/whole-list.ts';
import { instant } from '../../shared/kit/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import {
  findTeamPublication,
  isAnyRanked,
  markPublished,
  publishedOn,
  rankedOn,
  writeToTeams,
} from './queries/results.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { fairRankingOn } from './fair-ranking.ts';
import { keepPublished } from './queries/fair.ts';
import { holdRanking, rankTeams } from './queries/ranking.ts';
import { fairRanking, publishedTeam } from './shapes/fair.ts';
import { calculatedResults, resultList, teamResult } from './shapes/results.ts';

const missing = ['results'];

export const calculateResults: Action<'judging.calculateResults'> = async (ctx) => {
  const event_id = ctx.resource.id;
  const { former, calculated_at } = await holdRanking(ctx.db, event_id);
  await rankTeams(ctx.db, event_id);
  const [before, after] = [{ calculated_at: instant(former) }, { calculated_at: instant(calculated_at) }];
  ctx.changed('results.calculated', { event_id }, before, after);
  return calculatedResults(await readAll(ctx.db, rankedOn(event_id)));
};

export const listResults: Action<'judging.listResults'> = async (ctx) =>
  resultList(await readList(ctx, rankedOn(ctx.resource.id)), await publishedOn(ctx.db, ctx.resource.id));

export const getFairRanking: Action<'judging.getFairRanking'> = async (ctx) =>
  fairRanking((await fairRankingOn(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_READY', { missing }));

/** Answers a team's result. Before publication a team is not told whether it has one. */
export const getTeamResult: Action<'judging.getTeamResult'> = async (ctx) => {
  const published = await findTeamPublication(ctx.db, ctx.resource);
  if (!ctx.resource.organizes && !published?.notifications_sent_at) return ctx.fail('PERMISSION_DENIED');
  return teamResult(published?.result ?? ctx.fail('NOT_FOUND'));
};

/**
 * Publishes the results. Locks the ranking first, so that a concurrent calculation or publication has finished. Whoever asks
 * for no ranking gets the plain one, and afterwards whichever was published.
 */
export const publishResults: Action<'judging.publishResults'> = async (ctx) => {
  const event_id = ctx.resource.id;
  const { ranking: wanted } = ctx.params;
  const publication = (await markPublished(ctx.db, event_id, wanted ?? 'plain')) ?? ctx.fail('NOT_READY', { missing });
  const { published_as: ranking, former } = publication;
  if (wanted !== undefined && wanted !== ranking) return ctx.fail('ALREADY_PUBLISHED', { ranking });
  const notifications_sent_at = instant(publication.notifications_sent_at);
  if (former === null) {
    if (ranking === 'fair') await keepFair(ctx);
    else if (!(await isAnyRanked(ctx.db, event_id))) return ctx.fail('NOT_READY', { missing });
    await writeToTeams(ctx.db, event_id, ranking);
    const after = { notifications_sent_at, ...(ranking === 'fair' && { ranking }) };
    ctx.changed('results.published', { event_id }, { notifications_sent_at: null }, after);
  }
  return { notifications_sent_at };
};

/** Keeps the fair ranking as it is now. Refused where teams cannot all be compared, for several would be first. */
async function keepFair({
  db,
  resource,
  fail,
}: Pick<Ctx<unknown, 'NOT_READY'>, 'db' | 'resource' | 'fail'>): Promise<void> {
  const { ranking } = (await fairRankingOn(db, resource.id)) ?? fail('NOT_READY', { missing });
  if (!ranking.connected) return fail('NOT_READY', { missing: ['connection'] });
  await keepPublished(db, resource.id, ranking.teams.map(publishedTeam));
}
