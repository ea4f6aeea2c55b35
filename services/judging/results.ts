/** The ranking: calculated as often as somebody asks for it, published once. */
import { organizes } from '../../shared/broker/access.ts';
import { instant } from '../../shared/broker/instant.ts';
import type { Action } from '../../shared/broker/implement.ts';
import {
  findTeamStanding,
  isAnyRanked,
  listRanked,
  markPublished,
  publishedAt,
  writeToTeams,
} from './queries/results.ts';
import { holdRanking, rankTeams } from './ranking.ts';
import { calculatedResults, resultList, teamResult } from './shapes/results.ts';

export const calculateResults: Action<'judging.calculateResults'> = async (ctx) => {
  const event_id = ctx.place.id;
  const { former, calculated_at } = await holdRanking(ctx.db, event_id);
  await rankTeams(ctx.db, event_id);
  ctx.changed({ event_id }, { calculated_at: instant(former) }, { calculated_at: instant(calculated_at) });
  return calculatedResults(await listRanked(ctx.db, event_id));
};

export const listResults: Action<'judging.listResults'> = async ({ db, place }) =>
  resultList(await listRanked(db, place.id), await publishedAt(db, place.id));

/** Before results are published, a team does not learn whether it has one. */
export const getTeamResult: Action<'judging.getTeamResult'> = async (ctx) => {
  const standing = await findTeamStanding(ctx.db, ctx.place);
  if (!organizes(ctx.place) && !standing?.notifications_sent_at) return ctx.fail('PERMISSION_DENIED');
  return teamResult(standing?.result ?? ctx.fail('NOT_FOUND'));
};

/** The ranking's row first: who calculates or publishes meanwhile is waited for. */
export const publishResults: Action<'judging.publishResults'> = async (ctx) => {
  const event_id = ctx.place.id;
  const missing = ['results'];
  const publication = (await markPublished(ctx.db, event_id)) ?? ctx.fail('NOT_READY', { missing });
  const notifications_sent_at = instant(publication.notifications_sent_at);
  if (publication.former === null) {
    if (!(await isAnyRanked(ctx.db, event_id))) return ctx.fail('NOT_READY', { missing });
    await writeToTeams(ctx.db, event_id);
    ctx.changed({ event_id }, { notifications_sent_at: null }, { notifications_sent_at });
  }
  return { notifications_sent_at };
};
