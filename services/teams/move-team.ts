import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { tellMoved } from './letters.ts';
import { acceptOnTrack, lockAround, readTeamMove } from './queries/memberships.ts';
import { judgeTeamMove, lowered } from './rules.ts';

/** All members are accepted on the target track and the team stands there, or nothing happens. */
export const moveToTrack: Action<'teams.moveToTrack'> = async (ctx) => {
  const { teamId, targetTrackId } = ctx.params;
  if (!isUuid(teamId)) return ctx.fail('NOT_FOUND');
  const track_id = isUuid(targetTrackId) ? lowered(targetTrackId) : null;
  await lockAround(ctx.db, ctx.place.id, { teams: [teamId] });
  const found = (await readTeamMove(ctx.db, ctx.place.id, { team_id: teamId, track_id })) ?? ctx.fail('NOT_FOUND');
  const verdict = judgeTeamMove(found);
  if ('refused' in verdict) return ctx.fail(verdict.refused, verdict.userIds && { userIds: verdict.userIds });

  const { id, event_id: from, members } = found.team;
  const result = { teamId: id, fromEventId: from, toEventId: verdict.to };
  if (from === verdict.to) return { result: { ...result, movedMemberUserIds: [] } };
  const people = members.map(({ user_id }) => user_id);
  const newcomers = await acceptOnTrack(ctx.db, people, { event_id: verdict.to, team_id: id });
  await tellMoved(ctx.db, newcomers, verdict.to);
  ctx.changed({ team_id: id, member_user_ids: people }, { event_id: from }, { event_id: verdict.to });
  return { result: { ...result, movedMemberUserIds: people } };
};
