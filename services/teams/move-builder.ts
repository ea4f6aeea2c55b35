import { isUuid } from '../../shared/contract/formats.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { noteJoined, noteLeft } from './changes.ts';
import { tellMoved } from './letters.ts';
import { acceptOnTrack, changeTeam, lockAround, readBuilder } from './queries/memberships.ts';
import { planMove } from './rules.ts';

/** Returns the id, or null for text that cannot be one. */
const idOf = (text: string | null | undefined) => (text && isUuid(text) ? text : null);

/**
 * Moves a builder to another track: registration, former team and new team change together. An existing registration
 * and its token on the target track are kept.
 */
export const moveBuilder: Action<'teams.moveBuilder'> = async (ctx) => {
  const { userId: user_id, targetTrackId, targetTeamId, replacementLeaderUserId } = ctx.params;
  const { id: super_event_id } = ctx.resource;
  const track_id = idOf(targetTrackId);
  const team_id = idOf(targetTeamId);

  await lockAround(ctx.db, super_event_id, { people: [user_id], teams: team_id ? [team_id] : [] });
  const found = await readBuilder(ctx.db, { super_event_id, user_id, track_id, team_id });
  const names_team = targetTeamId !== null && targetTeamId !== undefined;
  const event_id = track_id ?? targetTrackId;
  const move = { user_id, track_id: event_id, names_team, replacement: replacementLeaderUserId };
  const plan = planMove(found, move);
  if ('refused' in plan) return ctx.fail(...plan.refused);

  const newcomers = await acceptOnTrack(ctx.db, [user_id], { event_id });
  const seen = [found.present, found.target].filter((team) => team !== null);
  const leader = await changeTeam(ctx.db, { user_id, event_id, ...plan }, seen);
  await tellMoved(ctx.db, newcomers, event_id);
  if (plan.former && found.present) noteLeft(ctx, found.present, user_id, leader);
  if (plan.next && found.target) noteJoined(ctx, found.target, user_id);
  return { result: team_id ? { teamId: team_id, userId: user_id } : { userId: user_id, targetEventId: event_id } };
};
