/** Counts, lists, reads and moves builders. */
import { instant } from '../../shared/base/instant.ts';
import { isUuid } from '../../shared/contract/formats.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { noteJoined, noteLeft, tellMoved } from './changes.ts';
import { pageOf, positionOf } from './cursor.ts';
import {
  countAll,
  countByStatus,
  findBuilder,
  listBuilders as readBuilders,
  type BuilderDetail,
  type BuilderCounts,
  type ListedBuilder,
} from './builders.sql.ts';
import { acceptOnTrack, changeTeam, lockAround, readBuilder } from './memberships.sql.ts';
import { planMove } from './rules.ts';

export const count: Action<'teams.count'> = async ({ db, resource }) => counts(await countAll(db, resource.id));

export const countBuilders: Action<'teams.countBuilders'> = async ({ db, resource, params }) => {
  const rows = await countByStatus(db, { ...params, super_event_id: resource.id });
  const counted = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  return { counts: { pending: 0, accepted: 0, waitlisted: 0, ...counted } };
};

export const listBuilders: Action<'teams.listBuilders'> = async (ctx) => {
  const { cursor, limit, ...filter } = ctx.params;
  const found = await readBuilders(ctx.db, {
    ...filter,
    limit,
    super_event_id: ctx.resource.id,
    position: positionOf(ctx, cursor),
  });
  const { rows, pagination } = pageOf(found, limit);
  return { builders: rows.map(builder), pagination };
};

export const getBuilder: Action<'teams.getBuilder'> = async (ctx) => {
  const { userId } = ctx.params;
  const found = await findBuilder(ctx.db, ctx.resource.id, userId);
  return { builder: builderDetail(found ?? ctx.fail('BUILDER_NOT_FOUND')) };
};

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
  const leader = await changeTeam(ctx.db, { user_id, event_id, ...plan, isTaken: true }, seen);
  await tellMoved(ctx.db, newcomers, event_id);
  if (plan.former && found.present) noteLeft(ctx, found.present, user_id, leader);
  if (plan.next && found.target) noteJoined(ctx, found.target, user_id);
  return { result: team_id ? { teamId: team_id, userId: user_id } : { userId: user_id, targetEventId: event_id } };
};

type Listed = ActionAnswer<'teams.listBuilders'>['builders'][number];
type Detail = ActionAnswer<'teams.getBuilder'>['builder'];

export function builder(row: ListedBuilder): Listed {
  const { active_team: team } = row;
  return {
    type: 'builder',
    userId: row.user_id,
    registrationId: row.id,
    name: row.name,
    email: row.email,
    avatarUrl: row.avatar_url,
    status: row.status,
    trackIds: row.tracks.map(({ id }) => id),
    tracks: row.tracks,
    activeTeam: team && {
      id: team.id,
      name: team.name,
      trackId: team.track_id,
      trackName: team.track_name,
      role: team.role,
    },
    interestedTrackIds: row.interested_track_ids,
    squad: team?.squad_id ? { id: team.squad_id } : null,
    lookingForTeam: row.looking_for_team,
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
  };
}

export function builderDetail(row: BuilderDetail): Detail {
  const { active_team: team, looking_for_team } = row;
  return {
    type: 'builder',
    userId: row.user_id,
    name: row.name,
    email: row.email,
    status: row.status,
    activeTeam: team && { id: team.id, name: team.name, trackId: team.track_id, role: team.role },
    confirmBy: instant(row.confirm_by),
    confirmedAt: instant(row.confirmed_at),
    consentedAt: instant(row.consented_at),
    consentedTo: row.consented_to && [...row.consented_to],
    answers: answersOf(row),
    trackRegistrations: row.registrations.map(({ id, track, status, created_at }) => ({
      id,
      track,
      status,
      lookingForTeam: looking_for_team,
      createdAt: instant(created_at),
    })),
    teamHistory: row.history.map(({ team_id, team_name, track, role, joined_at, left_at }) => ({
      teamId: team_id,
      teamName: team_name,
      track,
      role,
      joinedAt: instant(joined_at),
      leftAt: left_at && instant(left_at),
    })),
  };
}

/** The answers of the application, overlaid by those of each track in the order of registering. */
const answersOf = ({ answers_json, registrations }: BuilderDetail): Detail['answers'] => {
  const onTracks = registrations.filter(({ status }) => status !== 'cancelled');
  return onTracks.reduce((answers, registration) => ({ ...answers, ...registration.answers_json }), answers_json);
};

export const counts = (row: BuilderCounts | undefined): ActionAnswer<'teams.count'> => ({
  builders: {
    all: row?.builders ?? 0,
    lookingForTeam: row?.looking_for_team ?? 0,
    withTeam: row?.with_team ?? 0,
  },
  teams: {
    all: row?.teams ?? 0,
    lookingForMembers: row?.looking_for_members ?? 0,
    closed: row?.closed ?? 0,
    full: row?.full ?? 0,
  },
});
