/** What changes of teams leave in the audit, and as facts. */
import type { Ctx } from '../../shared/kit/context.ts';
import { leaderOf, type Team } from './rules.ts';

type Note = Pick<Ctx, 'changed'>;

/** Records a change of leaders, if there was one. */
export function noteLeadership(
  ctx: Note,
  { id: team_id, event_id }: Pick<Team, 'id' | 'event_id'>,
  from: string | null,
  to: string | null,
): void {
  if (from === to) return;
  ctx.changed('team.leader_changed', { team_id, event_id }, { leader_user_id: from }, { leader_user_id: to });
}

/** Whoever joins a team that nobody leads, leads it. `team`: as it was before. */
export function noteJoined(ctx: Note, team: Team, user_id: string): void {
  const { id: team_id, event_id } = team;
  ctx.changed('team.member_joined', { team_id, event_id, user_id }, { team_id: null }, { team_id });
  if (leaderOf(team) === null) noteLeadership(ctx, team, null, user_id);
}

/** `team`: as it was before; `leader`: who leads it now. */
export function noteLeft(ctx: Note, team: Team, user_id: string, leader: string | null): void {
  const { id: team_id, event_id } = team;
  ctx.changed('team.member_left', { team_id, event_id, user_id }, { team_id }, { team_id: null });
  if (leaderOf(team) === user_id) noteLeadership(ctx, team, user_id, leader);
}
