/** Teams as organizers manage them: camelCase when read, the raw row when written. */
import { gathered } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { maybe } from '../fields/members.ts';
import { teamFields } from '../fields/teams.ts';
import { t } from '../schema.ts';
import { searchTerm } from '../vocabulary.ts';
import {
  cursorPagination,
  cursorParams,
  memberRole,
  personName,
  recruitingStatus,
  targetTrack,
  trackOf,
} from './shapes.ts';

const member = { userId: t.uuid(), name: personName(), role: memberRole() };
const listedMember = t.named('TeamMember', t.object({ ...member, email: t.string(), joinedAt: t.timestamp() }));

const common = {
  type: t.literal('team'),
  id: t.uuid(),
  name: t.string(),
  track: trackOf(),
  memberCount: t.integer(),
  status: recruitingStatus(),
};
const listed = t.named(
  'ManagedTeam',
  t.object({
    ...common,
    avatarUrl: t.nullable(t.string()),
    problem: t.nullable(t.string()),
    maxMembers: t.integer(),
    recruitingStatus: recruitingStatus(),
    isFull: t.boolean(),
    leader: t.nullable(listedMember),
    hasSubmission: t.boolean(),
    createdAt: t.timestamp(),
    updatedAt: t.timestamp(),
    members: t.array(listedMember),
    submission: t.nullable(
      t.object({
        id: t.uuid(),
        title: t.string(),
        description: t.nullable(t.string()),
        links: t.array(t.string()),
        submitted_at: t.timestamp(),
      }),
    ),
  }),
);
const detail = t.named(
  'TeamDetail',
  t.object({
    ...common,
    leader: t.nullable(t.object(member)),
    members: t.array(t.object({ ...member, joinedAt: t.timestamp() })),
  }),
);

const row = t.object({
  team: t.named(
    'Team',
    t.object({
      id: t.uuid(),
      event_id: t.uuid(),
      name: t.string(),
      problem: t.nullable(t.string()),
      is_open: t.boolean(),
      squad_id: t.nullable(t.uuid()),
      created_at: t.timestamp(),
      updated_at: t.timestamp(),
    }),
  ),
});

const { name, is_open } = teamFields;
const { problem } = maybe({ problem: teamFields.problem });
/** More people than any team has. The size of a team is checked by a rule. */
const people = () => t.array(t.uuid(), { max: 100 });
const named = { superEventId: t.reference(), teamId: t.id() };

export const managed = {
  listManaged: get('/super-events/:id/team-management/teams', {
    summary: 'List the teams of a hackathon with their members, newest first',
    access: may('staff', 'super_event', 'id'),
    params: {
      id: t.reference(),
      ...cursorParams,
      search: searchTerm('the name of the team'),
      trackId: t.optional(t.uuid()),
      recruitingStatus: t.optional(recruitingStatus()),
      isFull: t.optional(t.boolean()),
      hasSubmission: t.optional(t.boolean()),
    },
    responses: { 200: t.object({ teams: t.array(listed), pagination: cursorPagination }) },
    errors: ['VALIDATION_FAILED'],
  }),

  getManaged: get('/super-events/:id/team-management/teams/:teamId', {
    summary: 'Get a team of a hackathon',
    access: may('staff', 'super_event', 'id'),
    params: { id: t.reference(), teamId: t.id() },
    responses: { 200: t.object({ team: detail }) },
    errors: ['NOT_FOUND'],
    with: [gathered()],
  }),

  create: post('/super-events/:superEventId/team-management/teams', {
    summary: 'Create a team on a track, with or without members; without a named leader the first member leads',
    access: may('organize', 'super_event', 'superEventId'),
    params: {
      superEventId: t.reference(),
      name,
      trackId: t.uuid(),
      leaderUserId: t.optional(t.nullable(t.uuid())),
      memberUserIds: t.optional(people()),
      problem,
      isOpen: t.default(is_open, true),
      squadId: t.optional(t.nullable(t.uuid())),
    },
    responses: { 201: row },
    errors: ['INVALID_TRACK', 'NOT_ACCEPTED_ON_TRACK', 'ALREADY_IN_TEAM', 'TEAM_FULL'],
  }),

  update: patch('/super-events/:superEventId/team-management/teams/:teamId', {
    summary: 'Change what a team is called, says of itself, and whether it is open',
    access: may('organize', 'super_event', 'superEventId'),
    params: {
      ...named,
      name: t.optional(name),
      problem,
      isOpen: t.optional(is_open),
      avatarUrl: t.optional(t.nullable(t.url())),
      squadId: t.optional(t.nullable(t.uuid())),
    },
    responses: { 200: row },
    errors: ['NOT_FOUND'],
  }),

  remove: del('/super-events/:superEventId/team-management/teams/:teamId', {
    summary: 'Delete a team; its members leave first',
    access: may('organize', 'super_event', 'superEventId'),
    params: named,
    responses: {
      200: t.object({ result: t.object({ teamId: t.uuid(), deleted: t.literal(true), actorUserId: t.uuid() }) }),
    },
    errors: ['NOT_FOUND'],
  }),

  moveToTrack: patch('/super-events/:superEventId/team-management/teams/:teamId/track', {
    summary: 'Move a team with all its members to another track; all of them or none',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, targetTrackId: targetTrack() },
    responses: {
      200: t.object({
        result: t.object({
          teamId: t.uuid(),
          fromEventId: t.uuid(),
          toEventId: t.uuid(),
          movedMemberUserIds: t.array(t.uuid()),
        }),
      }),
    },
    invalid: { targetTrackId: 'TARGET_TRACK_REQUIRED' },
    errors: ['NOT_FOUND', 'BUILDER_NOT_FOUND', 'INVALID_TRACK', 'TEAM_FULL'],
  }),
};
