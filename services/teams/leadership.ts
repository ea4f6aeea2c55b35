import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { noteLeadership } from './changes.ts';
import { lockAround, passLeadership, readTeam } from './queries/memberships.ts';
import { judgeTransfer, lowered } from './rules.ts';

/** Whoever leads already goes on leading. */
export const transferLeadership: Action<'teams.transferLeadership'> = async (ctx) => {
  const { teamId } = ctx.params;
  if (!isUuid(teamId)) return ctx.fail('NOT_FOUND');
  const to = lowered(ctx.params.newLeaderUserId);
  await lockAround(ctx.db, ctx.place.id, { teams: [teamId] });
  const team = (await readTeam(ctx.db, ctx.place.id, teamId)) ?? ctx.fail('NOT_FOUND');
  const verdict = judgeTransfer(team, to);
  if ('refused' in verdict) return ctx.fail(verdict.refused);

  if (verdict.from !== null) {
    await passLeadership(ctx.db, team.id, to);
    noteLeadership(ctx, team.id, verdict.from, to);
  }
  return { result: { teamId: team.id, newLeaderUserId: to } };
};
