/** Audit rows and facts about changes of teams, and emails to people whom organizers moved. */
import type { Db } from '../../shared/database/database.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { sendEmailToEach } from '../../shared/kit/emails.ts';
import { movedTo } from './memberships.sql.ts';
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

/** Records a new member, who becomes the leader if the team has none. `team`: as it was before. */
export function noteJoined(ctx: Note, team: Team, user_id: string): void {
  const { id: team_id, event_id } = team;
  ctx.changed('team.member_joined', { team_id, event_id, user_id }, { team_id: null }, { team_id });
  if (leaderOf(team) === null) noteLeadership(ctx, team, null, user_id);
}

/** Records that a member left. `team`: as it was before; `leader`: the present one. */
export function noteLeft(ctx: Note, team: Team, user_id: string, leader: string | null): void {
  const { id: team_id, event_id } = team;
  ctx.changed('team.member_left', { team_id, event_id, user_id }, { team_id }, { team_id: null });
  if (leaderOf(team) === user_id) noteLeadership(ctx, team, user_id, leader);
}

/**
 * Queues the emails in this transaction.
 * @param newcomers Ids of the people who were not accepted on the track before; others already have their check-in
 *   token.
 */
export async function tellMoved(db: Db, newcomers: readonly string[], event_id: string): Promise<void> {
  if (newcomers.length === 0) return;
  const moved = await movedTo(db, event_id, newcomers);
  const sendings = moved.map(({ email, checkin_token, ...data }) => ({
    to: email,
    data,
    secret: checkin_token,
    key: `moved ${data.registration_id}`,
  }));
  await sendEmailToEach(db, 'moved', sendings);
}
