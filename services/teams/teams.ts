/** Lists, reads, creates, changes, moves and deletes teams. */
import { instant } from '../../shared/base/instant.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList, type Listed } from '../../shared/kit/whole-list.ts';
import { tellMoved } from './changes.ts';
import { pageOf, positionOf } from './cursor.ts';
import { acceptOnTrack, lockTrack, lockAround, readEligibility, readTeamMove } from './memberships.sql.ts';
import {
  deleteTeam,
  emptyTeam,
  findManaged,
  findTeam,
  insertTeam,
  listManaged as readManaged,
  ofSuperEvent,
  onTrack,
  teamsAt,
  updateTeam,
  type ManagedTeam,
  type TeamMemberRow,
  type SimpleTeam,
  type TeamDetail,
  type TeamRow,
  type TeamWithMembers,
} from './teams.sql.ts';
import { lockTables, numberTeams, teamAt } from './numbering.sql.ts';
import { founders, isFull, decideJoining, decideTeamMove, recruitingStatus } from './rules.ts';

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
  const max_members = (await lockTrack(ctx.db, super_event_id, event_id)) ?? ctx.fail('INVALID_TRACK');
  const eligibility = await readEligibility(ctx.db, { super_event_id, event_id }, people);
  const refusal = decideJoining(people, eligibility, { present: 0, max_members });
  if (refusal) return ctx.fail(...refusal.refused);

  const ids = { organization_id, super_event_id, event_id };
  const fields = { name, problem, is_open: isOpen, squad_id: squadId };
  const team = await insertTeam(ctx.db, { ...ids, ...fields }, people);
  ctx.changed('team.created', { team_id: team.id, event_id }, {}, { ...fields, member_user_ids: people });
  return rawTeam(team);
};

export const update: Action<'teams.update'> = async (ctx) => {
  const { teamId, name, problem, isOpen: is_open, avatarUrl: avatar_url, squadId: squad_id, table } = ctx.params;
  const fields = { name, problem, is_open, avatar_url, squad_id, table };
  if (typeof table === 'string') await freeTable(ctx, teamId, table);
  const { former, ...team } = (await updateTeam(ctx.db, ctx.resource.id, teamId, fields)) ?? ctx.fail('NOT_FOUND');
  noteChanged(ctx, 'team.changed', { team_id: team.id, event_id: team.event_id }, { former, present: { ...team } });
  return rawTeam(team);
};

/** Gives the teams of a track their tables. A fact says so of each team that has another now. */
export const numberTables: Action<'teams.numberTables'> = async (ctx) => {
  const { id: event_id } = ctx.resource;
  const super_event_id = ctx.resource.super_event_id ?? '';
  await lockTables(ctx.db, [super_event_id]);
  const teams = await numberTeams(ctx.db, { super_event_id, event_id }, ctx.params);
  const numbered = teams.filter(({ is_new }) => is_new);
  for (const { id: team_id, table, former } of numbered) {
    ctx.changed('team.changed', { team_id, event_id }, { table: former }, { table });
  }
  return {
    numbered: numbered.length,
    kept: teams.length - numbered.length,
    teams: teams.map(({ id: team_id, table }) => ({ team_id, table })),
  };
};

async function freeTable(
  { db, resource, fail }: Pick<Ctx<unknown, 'TABLE_TAKEN'>, 'db' | 'resource' | 'fail'>,
  id: string,
  table: string,
): Promise<void> {
  await lockTables(db, [resource.id]);
  const team_id = await teamAt(db, resource.id, table);
  if (team_id !== undefined && team_id !== id) fail('TABLE_TAKEN', { team_id });
}

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

/** Moves a team to another track and accepts all of its members there, or changes nothing. */
export const moveToTrack: Action<'teams.moveToTrack'> = async (ctx) => {
  const { teamId, targetTrackId } = ctx.params;
  const track_id = isUuid(targetTrackId) ? targetTrackId : null;
  await lockAround(ctx.db, ctx.resource.id, { teams: [teamId] });
  const found = (await readTeamMove(ctx.db, ctx.resource.id, { team_id: teamId, track_id })) ?? ctx.fail('NOT_FOUND');
  const verdict = decideTeamMove(found);
  if ('refused' in verdict) return ctx.fail(...verdict.refused);

  const { id, event_id: from, members } = found.team;
  const result = { teamId: id, fromEventId: from, toEventId: verdict.to };
  if (from === verdict.to) return { result: { ...result, movedMemberUserIds: [] } };
  const people = members.map(({ user_id }) => user_id);
  const newcomers = await acceptOnTrack(ctx.db, people, { event_id: verdict.to, team_id: id });
  await tellMoved(ctx.db, newcomers, verdict.to);
  const ids = { team_id: id, event_id: verdict.to, member_user_ids: people };
  ctx.changed('team.moved', ids, { event_id: from }, { event_id: verdict.to });
  return { result: { ...result, movedMemberUserIds: people } };
};

const simple = ({ id, name, member_count }: SimpleTeam) => ({ id, name, member_count });

export const teamsOfTrack = ({ rows, count }: Listed<SimpleTeam>) => ({ teams: rows.map(simple), count });

export const teamsOfSuperEvent = ({ rows, count }: Listed<SimpleTeam>) => ({
  teams: rows.map((row) => ({ ...simple(row), event_id: row.event_id })),
  count,
});

export const teamWithMembers = ({ id, name, event_id, members }: TeamWithMembers) => ({
  team: { id, name, event_id },
  members: members.map(({ user_id, role, name, email }) => ({ user_id, role, name, email })),
  member_count: members.length,
});

export const rawTeam = (row: TeamRow) => ({
  team: {
    id: row.id,
    event_id: row.event_id,
    name: row.name,
    problem: row.problem,
    is_open: row.is_open,
    squad_id: row.squad_id,
    table: row.table,
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
  },
});

type ListedTeam = ActionAnswer<'teams.listManaged'>['teams'][number];
type Detail = ActionAnswer<'teams.getManaged'>['team'];

const statusOf = ({ is_open, members, max_members }: TeamDetail) =>
  recruitingStatus(is_open, members.length, max_members);
const leaderOf = (members: readonly TeamMemberRow[]) => members.find(({ role }) => role === 'LEADER');

const listedMember = ({ user_id, name, email, role, joined_at }: TeamMemberRow) => ({
  userId: user_id,
  name,
  email,
  role,
  joinedAt: instant(joined_at),
});

export function managedTeam(row: ManagedTeam): ListedTeam {
  const { id, name, track, members, max_members, submission } = row;
  const leader = leaderOf(members);
  return {
    type: 'team',
    id,
    name,
    avatarUrl: row.avatar_url,
    problem: row.problem,
    track,
    memberCount: members.length,
    maxMembers: max_members,
    status: statusOf(row),
    recruitingStatus: statusOf(row),
    isFull: isFull(members.length, max_members),
    table: row.table,
    leader: leader ? listedMember(leader) : null,
    hasSubmission: submission !== null,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
    members: members.map(listedMember),
    submission: submission && { ...submission, submitted_at: instant(submission.submitted_at) },
  };
}

export function teamDetail(row: TeamDetail): Detail {
  const { id, name, track, members } = row;
  const leader = leaderOf(members);
  return {
    type: 'team',
    id,
    name,
    track,
    memberCount: members.length,
    status: statusOf(row),
    table: row.table,
    leader: leader ? { userId: leader.user_id, name: leader.name, role: leader.role } : null,
    members: members.map(({ user_id, name, role, joined_at }) => ({
      userId: user_id,
      name,
      role,
      joinedAt: instant(joined_at),
    })),
  };
}

export const memberWithAvatar = (member: TeamMemberRow) => ({ ...listedMember(member), avatarUrl: member.avatar_url });
