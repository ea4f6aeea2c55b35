/** Lists, reads, creates, changes and deletes teams. */
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { pageOf } from './cursor.ts';
import { positionOf } from './listing.ts';
import { findManaged, listManaged as readManaged } from './queries/managed.ts';
import { lockAround, readEligibility, holdTrack } from './queries/memberships.ts';
import { deleteTeam, emptyTeam, insertTeam, updateTeam } from './queries/rows.ts';
import { findTeam, ofSuperEvent, onTrack, teamsAt } from './queries/teams.ts';
import { founders, judgeJoining } from './rules.ts';
import { managedTeam, teamDetail } from './shapes/managed.ts';
import { rawTeam, teamsOfSuperEvent, teamsOfTrack, teamWithMembers } from './shapes/teams.ts';

export const listForTrack: Action<'teams.listForTrack'> = async (ctx) =>
  teamsOfTrack(await readList(ctx, teamsAt(onTrack(ctx.resource.id))));

export const listForSuperEvent: Action<'teams.listForSuperEvent'> = async (ctx) =>
  teamsOfSuperEvent(await readList(ctx, teamsAt(ofSuperEvent(ctx.resource.id))));

export const get: Action<'teams.get'> = async (ctx) =>
  teamWithMembers((await findTeam(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND'));

export const listManaged: Action<'teams.listManaged'> = async (ctx) => {
  const { cursor, limit, ...filter } = ctx.params;
  const found = await readManaged(ctx.db, {
    ...filter,
    limit,
    super_event_id: ctx.resource.id,
    position: positionOf(ctx, cursor),
  });
  const { rows, pagination } = pageOf(found, limit);
  return { teams: rows.map(managedTeam), pagination };
};

export const getManaged: Action<'teams.getManaged'> = async (ctx) => {
  const { teamId } = ctx.params;
  const found = await findManaged(ctx.db, ctx.resource.id, teamId);
  return { team: teamDetail(found ?? ctx.fail('NOT_FOUND')) };
};

export const create: Action<'teams.create'> = async (ctx) => {
  const { name, trackId: event_id, leaderUserId, memberUserIds, problem = null, isOpen, squadId = null } = ctx.params;
  const { id: super_event_id, organization_id } = ctx.resource;
  const people = founders(leaderUserId, memberUserIds);

  await lockAround(ctx.db, super_event_id, { people });
  const max_members = (await holdTrack(ctx.db, super_event_id, event_id)) ?? ctx.fail('INVALID_TRACK');
  const eligibility = await readEligibility(ctx.db, { super_event_id, event_id }, people);
  const refusal = judgeJoining(people, eligibility, { present: 0, max_members });
  if (refusal) return ctx.fail(...refusal.refused);

  const ids = { organization_id, super_event_id, event_id };
  const fields = { name, problem, is_open: isOpen, squad_id: squadId };
  const team = await insertTeam(ctx.db, { ...ids, ...fields }, people);
  ctx.changed('team.created', { team_id: team.id, event_id }, {}, { ...fields, member_user_ids: people });
  return rawTeam(team);
};

export const update: Action<'teams.update'> = async (ctx) => {
  const { teamId, name, problem, isOpen: is_open, avatarUrl: avatar_url, squadId: squad_id } = ctx.params;
  const fields = { name, problem, is_open, avatar_url, squad_id };
  const { former, ...team } = (await updateTeam(ctx.db, ctx.resource.id, teamId, fields)) ?? ctx.fail('NOT_FOUND');
  noteChanged(ctx, 'team.changed', { team_id: team.id, event_id: team.event_id }, { former, present: { ...team } });
  return rawTeam(team);
};

/** Deletes a team. Locks its row first, so that members who leave in another way wait. */
export const remove: Action<'teams.remove'> = async (ctx) => {
  const { teamId: team_id } = ctx.params;
  await lockAround(ctx.db, ctx.resource.id, { teams: [team_id] });
  const deleted = (await deleteTeam(ctx.db, ctx.resource.id, team_id)) ?? ctx.fail('NOT_FOUND');
  const left = await emptyTeam(ctx.db, team_id);
  const ids = { team_id, event_id: deleted.event_id };
  ctx.changed('team.deleted', ids, { deleted: false, member_user_ids: left }, { deleted: true, member_user_ids: [] });
  return { result: { teamId: team_id, deleted: true, actorUserId: ctx.viewer.user_id } };
};
