import { isUuid } from '../../shared/contract/formats.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { tellMoved } from './letters.ts';
import { acceptOnTrack, lockAround, readTeamMove } from './queries/memberships.ts';
import { judgeTeamMove } from './rules.ts';

/** Moves a team to another track and accepts all of its members there, or changes nothing. */
export const moveToTrack: Action<'teams.moveToTrack'> = async (ctx) => {
  const { teamId, targetTrackId } = ctx.params;
  const track_id = isUuid(targetTrackId) ? targetTrackId : null;
  await lockAround(ctx.db, ctx.resource.id, { teams: [teamId] });
  const found = (await readTeamMove(ctx.db, ctx.resource.id, { team_id: teamId, track_id })) ?? ctx.fail('NOT_FOUND');
  const verdict = judgeTeamMove(found);
  if ('refused' in verdict) return ctx.fail(...verdict.refused);

  const { id, event_id: from, members } = found.team;
  const result = { teamId: id, fromEventId: from, toEventId: verdict.to };
  if (from === verdict.to) return { result: { ...result, movedMemberUserIds: [] } };
  const people = members.map(({ user_id }) => user_id);
  const newcomers = await acceptOnTrack(ctx.db, people, { event_id: verdict.to, team_id: id });
  await tellMoved(ctx.db, newcomers, verdict.to);
  const ids = { team_id: id, event_id: verdict.to, member_user_ids: people };
  ctx.changed('team.moved', ids, { event_id: from }, { event_id: verdict.to });
  return { result: { ...result, movedMemberUserIds: people } };
};
