/** Teams and their members as organizers manage them: camelCase when read, the raw row when written. */
import { gathered, wholeList } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { maybe, searchTerm, pageOfWhole } from '../vocabulary.ts';
import {
  tableNumbering,
  teamFields,
  cursorPagination,
  cursorParams,
  memberRole,
  personName,
  recruitingStatus,
  targetTrack,
  tableOf,
  trackOf,
  successor,
} from './shapes.ts';
import { t } from '../schema.ts';

const member = { userId: t.uuid(), name: personName(), role: memberRole() };
const listedMember = t.named('TeamMember', t.object({ ...member, email: t.string(), joinedAt: t.timestamp() }));

const common = {
  type: t.literal('team'),
  id: t.uuid(),
  name: t.string(),
  track: trackOf(),
  memberCount: t.integer(),
  status: recruitingStatus(),
  table: tableOf(),
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
      table: tableOf(),
      created_at: t.timestamp(),
      updated_at: t.timestamp(),
    }),
  ),
});

const { name, is_open } = teamFields;
const { problem, table } = maybe({ problem: teamFields.problem, table: teamFields.table });
/** More people than any team has. The size of a team is checked by a rule. */
const people = () => t.array(t.uuid(), { max: 100 });
const named = { superEventId: t.reference(), teamId: t.id() };

/** In which order the teams of a track are numbered; by project, those without one come last. */
export const tableOrders = ['name', 'project', 'created'] as const;

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
    summary: 'Change what a team is called, says of itself, where it sits, and whether it is open',
    access: may('organize', 'super_event', 'superEventId'),
    params: {
      ...named,
      name: t.optional(name),
      problem,
      isOpen: t.optional(is_open),
      avatarUrl: t.optional(t.nullable(t.url())),
      squadId: t.optional(t.nullable(t.uuid())),
      table,
    },
    responses: { 200: row },
    errors: ['NOT_FOUND', 'TABLE_TAKEN'],
  }),

  numberTables: post('/events/:eventId/tables', {
    summary: 'Give every team of a track a table: a number of its own in the hackathon, behind a prefix',
    note: 'Teams that have a table keep it, unless `again` numbers all of them. Numbers of other tracks are left out.',
    access: may('organize', 'event', 'eventId'),
    params: {
      eventId: t.reference(),
      prefix: t.default(tableNumbering.prefix, ''),
      start: t.default(tableNumbering.start, 1),
      order: t.default(t.enum(...tableOrders), 'name'),
      again: t.default(t.boolean(), false),
    },
    responses: {
      200: t.object({
        numbered: t.integer(),
        kept: t.integer(),
        teams: t.array(t.object({ team_id: t.uuid(), table: t.string() })),
      }),
    },
    addition: true,
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

// The members of a team, and its leader.

export const members = {
  listMembers: get('/super-events/:id/team-management/teams/:teamId/members', {
    summary: 'List the members of a team, longest-standing first',
    access: may('staff', 'super_event', 'id'),
    params: { id: t.reference(), teamId: t.id(), ...pageOfWhole },
    with: [wholeList('members')],
    responses: {
      200: t.object({
        members: t.array(
          t.object({
            userId: t.uuid(),
            name: personName(),
            email: t.string(),
            avatarUrl: t.nullable(t.string()),
            role: memberRole(),
            joinedAt: t.timestamp(),
          }),
        ),
        teamId: t.uuid(),
      }),
    },
    errors: ['NOT_FOUND'],
  }),

  addMember: post('/super-events/:superEventId/team-management/teams/:teamId/members', {
    summary: 'Add a member to a team; the first one leads it',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, userId: t.uuid() },
    responses: { 200: t.object({ result: t.object({ teamId: t.uuid(), userId: t.uuid() }) }) },
    errors: ['NOT_FOUND', 'NOT_ACCEPTED_ON_TRACK', 'ALREADY_IN_TEAM', 'TEAM_FULL'],
  }),

  removeMember: post('/super-events/:superEventId/team-management/teams/:teamId/members/:userId/remove', {
    summary: 'Remove a member from a team; a leader is followed by whom is named, else by the longest-standing member',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, userId: t.id(), replacementLeaderUserId: successor() },
    responses: {
      200: t.object({
        result: t.object({
          teamId: t.uuid(),
          userId: t.uuid(),
          actorUserId: t.uuid(),
          replacementLeaderUserId: t.nullable(t.uuid()),
        }),
      }),
    },
    errors: ['NOT_FOUND', 'INVALID_REPLACEMENT_LEADER'],
  }),

  transferLeadership: post('/super-events/:superEventId/team-management/teams/:teamId/transfer-leadership', {
    summary: 'Make another member the leader; repeating it changes nothing',
    access: may('organize', 'super_event', 'superEventId'),
    params: { ...named, newLeaderUserId: t.uuid() },
    responses: { 200: t.object({ result: t.object({ teamId: t.uuid(), newLeaderUserId: t.uuid() }) }) },
    errors: ['NOT_FOUND', 'INVALID_REPLACEMENT_LEADER'],
  }),
};
