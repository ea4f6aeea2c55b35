/** Builders: a hackathon's people as team management sees them, and their moves between tracks. */
import { gathered } from '../concerns.ts';
import { get, may, patch } from '../endpoint.ts';
import { t } from '../schema.ts';
import { registrationStatus, searchTerm } from '../vocabulary.ts';
import { cursorPagination, cursorParams, memberRole, personName, successor, targetTrack, trackOf } from './shapes.ts';

/** People who were rejected or cancelled are no builders. */
export const builderStatuses = ['pending', 'accepted', 'waitlisted'] as const;
const builderStatus = () => t.named('BuilderStatus', t.enum(...builderStatuses));

const activeTeam = { id: t.uuid(), name: t.string(), trackId: t.uuid(), role: memberRole() };
const builder = { type: t.literal('builder'), userId: t.uuid(), name: personName(), email: t.string() };

const listed = t.named(
  'Builder',
  t.object({
    ...builder,
    registrationId: t.uuid(),
    avatarUrl: t.nullable(t.string()),
    status: builderStatus(),
    trackIds: t.array(t.uuid()),
    tracks: t.array(trackOf()),
    activeTeam: t.nullable(t.object({ ...activeTeam, trackName: t.string() })),
    interestedTrackIds: t.array(t.uuid()),
    squad: t.nullable(t.object({ id: t.uuid() })),
    lookingForTeam: t.boolean(),
    createdAt: t.timestamp(),
    updatedAt: t.timestamp(),
  }),
);

const detail = t.named(
  'BuilderDetail',
  t.object({
    ...builder,
    status: builderStatus(),
    activeTeam: t.nullable(t.object(activeTeam)),
    confirmBy: t.nullable(t.timestamp()),
    confirmedAt: t.nullable(t.timestamp()),
    /** When they agreed to the texts of the hackathon; null of people who were not asked, or whom organizers brought in. */
    consentedAt: t.nullable(t.timestamp()),
    /** The addresses of these texts. */
    consentedTo: t.nullable(t.array(t.string())),
    answers: t.json(),
    trackRegistrations: t.array(
      t.object({
        id: t.uuid(),
        track: trackOf(),
        status: registrationStatus(),
        lookingForTeam: t.boolean(),
        createdAt: t.timestamp(),
      }),
    ),
    teamHistory: t.array(
      t.object({
        teamId: t.uuid(),
        teamName: t.string(),
        track: trackOf(),
        role: memberRole(),
        joinedAt: t.timestamp(),
        leftAt: t.nullable(t.timestamp()),
      }),
    ),
  }),
);

export const builders = {
  count: get('/super-events/:id/team-management/counts', {
    summary: 'Count the builders and teams of a hackathon',
    access: may('staff', 'super_event', 'id'),
    params: { id: t.reference() },
    responses: {
      200: t.object({
        builders: t.object({ all: t.integer(), lookingForTeam: t.integer(), withTeam: t.integer() }),
        teams: t.object({
          all: t.integer(),
          lookingForMembers: t.integer(),
          closed: t.integer(),
          full: t.integer(),
        }),
      }),
    },
    with: [gathered()],
  }),

  countBuilders: get('/super-events/:id/team-management/builder-counts', {
    summary: 'Count the builders of a hackathon by status',
    access: may('staff', 'super_event', 'id'),
    params: { id: t.reference(), search: searchTerm('the name or email'), trackId: t.optional(t.uuid()) },
    responses: {
      200: t.object({ counts: t.object({ pending: t.integer(), accepted: t.integer(), waitlisted: t.integer() }) }),
    },
    errors: ['VALIDATION_FAILED'],
    addition: true,
  }),

  listBuilders: get('/super-events/:id/team-management/builders', {
    summary: 'List the builders of a hackathon, newest first',
    access: may('staff', 'super_event', 'id'),
    params: {
      id: t.reference(),
      ...cursorParams,
      search: searchTerm('the name or email'),
      status: t.optional(builderStatus()),
      trackId: t.optional(t.uuid()),
      lookingForTeam: t.optional(t.boolean()),
      hasTeam: t.optional(t.boolean()),
    },
    responses: { 200: t.object({ builders: t.array(listed), pagination: cursorPagination }) },
    errors: ['VALIDATION_FAILED'],
  }),

  getBuilder: get('/super-events/:id/team-management/builders/:userId', {
    summary: 'Get a builder with answers, registrations and every team they were in',
    note: 'The answers are those of the application, overlaid by those given on each track, the latest registration last.',
    access: may('staff', 'super_event', 'id'),
    params: { id: t.reference(), userId: t.id() },
    responses: { 200: t.object({ builder: detail }) },
    invalid: { userId: 'BUILDER_NOT_FOUND' },
    errors: ['BUILDER_NOT_FOUND'],
    with: [gathered()],
  }),

  moveBuilder: patch('/super-events/:superEventId/team-management/builders/:userId/track', {
    summary: 'Move an accepted builder to another track, and into a team there; all of it or nothing',
    access: may('organize', 'super_event', 'superEventId'),
    params: {
      superEventId: t.reference(),
      userId: t.id(),
      targetTrackId: targetTrack(),
      targetTeamId: t.optional(t.nullable(t.possibleId({ max: 100 }))),
      replacementLeaderUserId: successor(),
    },
    responses: {
      200: t.object({
        result: t.anyOf(
          t.object({ userId: t.uuid(), targetEventId: t.uuid() }),
          t.object({ teamId: t.uuid(), userId: t.uuid() }),
        ),
      }),
    },
    invalid: { targetTrackId: 'TARGET_TRACK_REQUIRED', userId: 'BUILDER_NOT_FOUND' },
    errors: ['BUILDER_NOT_FOUND', 'INVALID_TRACK', 'TEAM_NOT_FOUND', 'TEAM_FULL', 'INVALID_REPLACEMENT_LEADER'],
  }),
};
