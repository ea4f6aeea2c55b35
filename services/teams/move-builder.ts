import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { noteLeadership } from './changes.ts';
import { tellMoved } from './letters.ts';
import { acceptOnTrack, changeTeam, lockAround, readBuilder } from './queries/memberships.ts';
import { lowered, planMove } from './rules.ts';

/** What cannot be an id names nothing. */
const idOf = (text: string | null | undefined) => (text && isUuid(text) ? lowered(text) : null);

/**
 * Registration, old team and new team change together or not at all. On the track they come to, the person keeps what
 * registration and token they have.
 */
export const moveBuilder: Action<'teams.moveBuilder'> = async (ctx) => {
  const { userId, targetTrackId, targetTeamId, replacementLeaderUserId } = ctx.params;
  const { id: super_event_id } = ctx.place;
  const user_id = idOf(userId) ?? ctx.fail('BUILDER_NOT_FOUND');
  const track_id = idOf(targetTrackId);
  const team_id = idOf(targetTeamId);

  await lockAround(ctx.db, super_event_id, { people: [user_id], teams: team_id ? [team_id] : [] });
  const found = await readBuilder(ctx.db, { super_event_id, user_id, track_id, team_id });
  const names_team = targetTeamId !== null && targetTeamId !== undefined;
  const event_id = track_id ?? targetTrackId;
  const move = { user_id, track_id: event_id, names_team, replacement: replacementLeaderUserId };
  const plan = planMove(found, move);
  if ('refused' in plan) return ctx.fail(plan.refused);

  const newcomers = await acceptOnTrack(ctx.db, [user_id], { event_id });
  const leader = await changeTeam(ctx.db, { user_id, event_id, ...plan });
  await tellMoved(ctx.db, newcomers, event_id);
  const { present } = found;
  const before = { team_id: present?.id ?? null };
  ctx.changed({ user_id, event_id }, before, { team_id: plan.next ?? (plan.former ? null : before.team_id) });
  if (plan.former && present?.members.some((member) => member.user_id === user_id && member.role === 'LEADER')) {
    noteLeadership(ctx, plan.former, user_id, leader);
  }
  return { result: team_id ? { teamId: team_id, userId: user_id } : { userId: user_id, targetEventId: event_id } };
};
