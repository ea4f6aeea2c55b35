/** Teams themselves: listed, read, created, changed, deleted. */
import { isUuid } from '../../shared/broker/access.ts';
import { noteChanged } from '../../shared/broker/changes.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { pageOf } from './cursor.ts';
import { positionOf } from './listing.ts';
import { findManaged, listManaged as readManaged } from './queries/managed.ts';
import { lockAround, readStandings, sizeOnTrack } from './queries/memberships.ts';
import { deleteTeam, emptyTeam, insertTeam, updateTeam } from './queries/rows.ts';
import { findTeam, listTeams, ofSuperEvent, onTrack } from './queries/teams.ts';
import { founders, judgeJoining, lowered } from './rules.ts';
import { managedTeam, teamDetail } from './shapes/managed.ts';
import { rawTeam, teamsOfSuperEvent, teamsOfTrack, teamWithMembers } from './shapes/teams.ts';

export const listForTrack: Action<'teams.listForTrack'> = async ({ db, place }) =>
  teamsOfTrack(await listTeams(db, onTrack(place.id)));

export const listForSuperEvent: Action<'teams.listForSuperEvent'> = async ({ db, place }) =>
  teamsOfSuperEvent(await listTeams(db, ofSuperEvent(place.id)));

export const get: Action<'teams.get'> = async (ctx) =>
  teamWithMembers((await findTeam(ctx.db, ctx.place.id)) ?? ctx.fail('NOT_FOUND'));

export const listManaged: Action<'teams.listManaged'> = async (ctx) => {
  const { cursor, limit, ...filter } = ctx.params;
  const found = await readManaged(ctx.db, {
    ...filter,
    limit,
    super_event_id: ctx.place.id,
    position: positionOf(ctx, cursor),
  });
  const { rows, pagination } = pageOf(found, limit);
  return { teams: rows.map(managedTeam), pagination };
};

export const getManaged: Action<'teams.getManaged'> = async (ctx) => {
  const { teamId } = ctx.params;
  const found = isUuid(teamId) ? await findManaged(ctx.db, ctx.place.id, teamId) : undefined;
  return { team: teamDetail(found ?? ctx.fail('NOT_FOUND')) };
};

export const create: Action<'teams.create'> = async (ctx) => {
  const { name, trackId, leaderUserId, memberUserIds, problem = null, isOpen, squadId = null } = ctx.params;
  const { id: super_event_id, organization_id } = ctx.place;
  const event_id = lowered(trackId);
  const people = founders(leaderUserId, memberUserIds);

  await lockAround(ctx.db, super_event_id, { people });
  const max_members = (await sizeOnTrack(ctx.db, super_event_id, event_id)) ?? ctx.fail('INVALID_TRACK');
  const standings = await readStandings(ctx.db, { super_event_id, event_id }, people);
  const refusal = judgeJoining(people, standings, { present: 0, max_members });
  if (refusal) return ctx.fail(refusal.refused, refusal.userIds && { userIds: refusal.userIds });

  const place = { organization_id, super_event_id, event_id };
  const fields = { name, problem, is_open: isOpen, squad_id: squadId };
  const team = await insertTeam(ctx.db, { ...place, ...fields }, people);
  ctx.changed({ team_id: team.id }, {}, { event_id, ...fields, member_user_ids: people });
  return rawTeam(team);
};

export const update: Action<'teams.update'> = async (ctx) => {
  const { teamId, name, problem, isOpen: is_open, avatarUrl: avatar_url, squadId: squad_id } = ctx.params;
  if (!isUuid(teamId)) return ctx.fail('NOT_FOUND');
  const fields = { name, problem, is_open, avatar_url, squad_id };
  const { former, ...team } = (await updateTeam(ctx.db, ctx.place.id, teamId, fields)) ?? ctx.fail('NOT_FOUND');
  noteChanged(ctx, { team_id: team.id }, former, { ...team });
  return rawTeam(team);
};

/** The row first: whoever leaves this team by another way waits for it. */
export const remove: Action<'teams.remove'> = async (ctx) => {
  const { teamId } = ctx.params;
  if (!isUuid(teamId)) return ctx.fail('NOT_FOUND');
  const team_id = lowered(teamId);
  await lockAround(ctx.db, ctx.place.id, { teams: [team_id] });
  if (!(await deleteTeam(ctx.db, ctx.place.id, team_id))) return ctx.fail('NOT_FOUND');
  const left = await emptyTeam(ctx.db, team_id);
  ctx.changed({ team_id }, { deleted: false, member_user_ids: left }, { deleted: true, member_user_ids: [] });
  return { result: { teamId: team_id, deleted: true, actorUserId: ctx.viewer.user_id } };
};
