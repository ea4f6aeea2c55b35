import type { Action } from '../../shared/kit/implement.ts';
import { noteLeadership } from './changes.ts';
import { lockAround, passLeadership, readTeam } from './queries/memberships.ts';
import { judgeTransfer } from './rules.ts';

/** Makes a member the leader. Changes nothing if they are already. */
export const transferLeadership: Action<'teams.transferLeadership'> = async (ctx) => {
  const { teamId, newLeaderUserId: to } = ctx.params;
  await lockAround(ctx.db, ctx.resource.id, { teams: [teamId] });
  const team = (await readTeam(ctx.db, ctx.resource.id, teamId)) ?? ctx.fail('NOT_FOUND');
  const result = { teamId: team.id, newLeaderUserId: to };
  const verdict = judgeTransfer(team, to);
  if (verdict === 'leads already') return { result };
  if ('refused' in verdict) return ctx.fail(...verdict.refused);

  await passLeadership(ctx.db, team, to);
  noteLeadership(ctx, team, verdict.from, to);
  return { result };
};
