/** Who is in a team: listed, added, removed. */
import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { noteLeadership } from './changes.ts';
import { changeTeam, lockAround, readJoining, readTeam } from './queries/memberships.ts';
import { findTeam } from './queries/teams.ts';
import { isIn, judgeJoining, judgeSuccession, lowered } from './rules.ts';
import { memberList } from './shapes/managed.ts';

export const listMembers: Action<'teams.listMembers'> = async (ctx) => {
  const { teamId } = ctx.params;
  const found = isUuid(teamId) ? await findTeam(ctx.db, teamId, ctx.place.id) : undefined;
  return memberList(found ?? ctx.fail('NOT_FOUND'));
};

/**
 * Asked twice: whoever cannot join is told so at once, and only those who seem to find room wait for their turn and are
 * judged as things stand by then.
 */
export const addMember: Action<'teams.addMember'> = async (ctx) => {
  const { teamId } = ctx.params;
  if (!isUuid(teamId)) return ctx.fail('NOT_FOUND');
  const user_id = lowered(ctx.params.userId);
  const { id: super_event_id } = ctx.place;
  const question = { super_event_id, team_id: lowered(teamId), user_id };
  const result = { teamId: question.team_id, userId: user_id };

  const look = async (isHeld: boolean) => {
    const { team, standings } = (await readJoining(ctx.db, question, { isHeld })) ?? ctx.fail('NOT_FOUND');
    if (isIn(team, user_id)) return undefined;
    const size = { present: team.members.length, max_members: team.max_members };
    const refusal = judgeJoining([user_id], standings, size);
    return refusal ? ctx.fail(refusal.refused, refusal.userIds && { userIds: refusal.userIds }) : team;
  };
  if (!(await look(false))) return { result };
  await lockAround(ctx.db, super_event_id, { people: [user_id], teams: [teamId] });
  const team = await look(true);
  if (!team) return { result };
  await changeTeam(ctx.db, { user_id, event_id: team.event_id, former: null, successor: null, next: team.id });
  ctx.changed({ team_id: team.id, user_id }, { team_id: null }, { team_id: team.id });
  return { result };
};

export const removeMember: Action<'teams.removeMember'> = async (ctx) => {
  const { teamId, userId, replacementLeaderUserId } = ctx.params;
  if (!isUuid(teamId) || !isUuid(userId)) return ctx.fail('NOT_FOUND');
  const user_id = lowered(userId);
  await lockAround(ctx.db, ctx.place.id, { teams: [teamId] });
  const team = (await readTeam(ctx.db, ctx.place.id, teamId)) ?? ctx.fail('NOT_FOUND');
  const { role } = team.members.find((member) => member.user_id === user_id) ?? ctx.fail('NOT_FOUND');
  const succession = judgeSuccession(team, user_id, replacementLeaderUserId);
  if ('refused' in succession) return ctx.fail(succession.refused);

  const leaving = { user_id, event_id: null, former: team.id, successor: succession.successor, next: null };
  const leader = await changeTeam(ctx.db, leaving);
  ctx.changed({ team_id: team.id, user_id }, { team_id: team.id }, { team_id: null });
  if (role === 'LEADER') noteLeadership(ctx, team.id, user_id, leader);
  const replacement = role === 'LEADER' ? leader : null;
  return {
    result: {
      teamId: team.id,
      userId: user_id,
      actorUserId: ctx.viewer.user_id,
      replacementLeaderUserId: replacement,
    },
  };
};
