/** Lists, adds and removes members of teams, and passes leadership on. */
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { noteJoined, noteLeadership, noteLeft } from './changes.ts';
import { changeTeam, lockAround, setLeader, readJoining, readTeam } from './memberships.sql.ts';
import { findTeam, membersIn } from './teams.sql.ts';
import { isIn, decideJoining, decideSuccession, decideTransfer } from './rules.ts';
import { memberWithAvatar } from './teams.ts';

export const listMembers: Action<'teams.listMembers'> = async (ctx) => {
  const { teamId } = ctx.params;
  const found = await findTeam(ctx.db, teamId, ctx.resource.id);
  const { id } = found ?? ctx.fail('NOT_FOUND');
  const { rows } = await readList(ctx, membersIn(id));
  return { members: rows.map(memberWithAvatar), teamId: id };
};

/** Adds a member. Eligibility is checked twice: first without locks, to refuse quickly, then again under the locks. */
export const addMember: Action<'teams.addMember'> = async (ctx) => {
  const { teamId, userId: user_id } = ctx.params;
  const { id: super_event_id } = ctx.resource;
  const question = { super_event_id, team_id: teamId, user_id };
  const result = { teamId: question.team_id, userId: user_id };

  const look = async (isHeld: boolean) => {
    const { team, eligibility } = (await readJoining(ctx.db, question, { isHeld })) ?? ctx.fail('NOT_FOUND');
    if (isIn(team, user_id)) return undefined;
    const size = { present: team.members.length, max_members: team.max_members };
    const refusal = decideJoining([user_id], eligibility, size);
    return refusal ? ctx.fail(...refusal.refused) : team;
  };
  if (!(await look(false))) return { result };
  await lockAround(ctx.db, super_event_id, { people: [user_id], teams: [teamId] });
  const team = await look(true);
  if (!team) return { result };
  const joining = { user_id, event_id: team.event_id, former: null, successor: null, next: team.id };
  await changeTeam(ctx.db, joining, [team]);
  noteJoined(ctx, team, user_id);
  return { result };
};

export const removeMember: Action<'teams.removeMember'> = async (ctx) => {
  const { teamId, userId: user_id, replacementLeaderUserId } = ctx.params;
  await lockAround(ctx.db, ctx.resource.id, { teams: [teamId] });
  const team = (await readTeam(ctx.db, ctx.resource.id, teamId)) ?? ctx.fail('NOT_FOUND');
  const { role } = team.members.find((member) => member.user_id === user_id) ?? ctx.fail('NOT_FOUND');
  const succession = decideSuccession(team, user_id, replacementLeaderUserId);
  if ('refused' in succession) return ctx.fail(...succession.refused);

  const leaving = {
    user_id,
    event_id: null,
    former: team.id,
    successor: succession.successor,
    next: null,
    isTaken: true,
  };
  const leader = await changeTeam(ctx.db, leaving, [team]);
  noteLeft(ctx, team, user_id, leader);
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

/** Makes a member the leader. Changes nothing if they are already. */
export const transferLeadership: Action<'teams.transferLeadership'> = async (ctx) => {
  const { teamId, newLeaderUserId: to } = ctx.params;
  await lockAround(ctx.db, ctx.resource.id, { teams: [teamId] });
  const team = (await readTeam(ctx.db, ctx.resource.id, teamId)) ?? ctx.fail('NOT_FOUND');
  const result = { teamId: team.id, newLeaderUserId: to };
  const verdict = decideTransfer(team, to);
  if (verdict === 'leads already') return { result };
  if ('refused' in verdict) return ctx.fail(...verdict.refused);

  await setLeader(ctx.db, team, to);
  noteLeadership(ctx, team, verdict.from, to);
  return { result };
};
