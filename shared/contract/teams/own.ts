/** Teams as their members read them, and as people form them where organizers allow it. */
import { wholeList } from '../concerns.ts';
import { shownQuestions } from '../questions.ts';
import { get, del, may, patch, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { pageOfWhole, maybe, optional } from '../vocabulary.ts';
import { memberRole, personName, prizesWon, tableOf, teamFields } from './shapes.ts';
import { submission } from './submissions.ts';

const closesAt = t.described(
  'Until when the project can be handed in and changed; null where nothing closes it',
  t.nullable(t.timestamp()),
);

/** Whether people form teams themselves on a track, and until when. */
const formedBy = { self_service: t.boolean(), locked_at: t.nullable(t.timestamp()) };

/** A team as its members see it. */
export const ownTeam = t.named(
  'OwnTeam',
  t.object({
    id: t.uuid(),
    event_id: t.uuid(),
    super_event_id: t.uuid(),
    name: t.string(),
    problem: t.nullable(t.string()),
    is_open: t.boolean(),
    table: tableOf(),
    /** Of the viewer. */
    role: memberRole(),
    /** In the order in which they joined. */
    members: t.array(t.object({ user_id: t.uuid(), role: memberRole(), name: personName() })),
    places_left: t.integer(),
    /** The newest project, which no milestone asked for. */
    submission: t.nullable(submission),
    submissions_close_at: closesAt,
    /** Those that the track asks of each project, to be answered in its `answers_json`. */
    questions: shownQuestions,
    ...formedBy,
    prizes_won: prizesWon(),
  }),
);

export const ownTeams = {
  listOwn: get('/my-teams', {
    summary: "List the viewer's own teams, oldest first, with their projects; for a key, those in its organization",
    access: 'signed in',
    params: { ...pageOfWhole },
    with: [wholeList('teams')],
    responses: {
      200: t.object({
        teams: t.array(ownTeam),
        count: t.integer(),
      }),
    },
    addition: true,
  }),
};

// Teams that people form themselves, where organizers let them.

const { name, problem, is_open } = teamFields;
const one = { id: t.reference() };
const answer = t.object({ team: ownTeam });
const person = { user_id: t.uuid() };
const mates = t.array(
  t.object({
    id: t.uuid(),
    name: t.string(),
    problem: t.nullable(t.string()),
    places_left: t.integer(),
    /** First names, in the order in which they joined. */
    members: t.array(t.string()),
  }),
);
const people = t.array(
  t.object({
    ...person,
    first_name: t.string(),
    /** Answers to a question called Skills, if there is one. */
    skills: t.array(t.string()),
  }),
);

export const forming = {
  found: post('/events/:eventId/my-team', {
    summary: 'Found a team on a track; its founder leads it',
    access: may('read', 'event', 'eventId'),
    params: { eventId: t.reference(), name, ...maybe({ problem }), isOpen: t.default(is_open, true) },
    responses: { 201: answer },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'NOT_ACCEPTED_ON_TRACK', 'ALREADY_IN_TEAM', 'TEAM_FULL', 'NOT_FOUND'],
    addition: true,
  }),

  changeOwn: patch('/my-teams/:id', {
    summary: 'Change what a team is called, what it works on, and whether it is open; its leader does',
    access: may('owner', 'team', 'id'),
    params: { ...one, ...optional({ name, isOpen: is_open }), ...maybe({ problem }) },
    responses: { 200: answer },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'NOT_FOUND'],
    addition: true,
  }),

  disband: del('/my-teams/:id', {
    summary: 'Delete a team; its last member does',
    access: may('owner', 'team', 'id'),
    params: one,
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'TEAM_NOT_EMPTY', 'NOT_FOUND'],
    addition: true,
  }),

  invite: post('/my-teams/:id/invitation', {
    summary: 'Make a link and a code by which others join, for 48 hours; they end those before',
    access: may('owner', 'team', 'id'),
    params: one,
    responses: { 201: t.object({ url: t.string(), code: t.string(), expires_at: t.timestamp() }) },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'TEAM_FULL', 'NOT_FOUND'],
    addition: true,
  }),

  join: post('/my-teams/join', {
    summary: 'Join a team by the code of an invitation, or an open one by its id',
    access: 'signed in',
    params: optional({ code: t.string({ min: 1, max: 64 }), team_id: t.uuid() }),
    example: { code: 'K7QF2M9XB4RT8WZ1' },
    responses: { 200: answer },
    errors: [
      ...(['VALIDATION_FAILED', 'INVITATION_NOT_FOUND', 'NOT_FOUND', 'PERMISSION_DENIED', 'TEAMS_LOCKED'] as const),
      ...(['NOT_ACCEPTED_ON_TRACK', 'ALREADY_IN_TEAM', 'TEAM_FULL'] as const),
    ],
    addition: true,
  }),

  leave: post('/my-teams/:id/leave', {
    summary: 'Leave a team; whoever leads it may name who does then, and the last one deletes it',
    access: may('owner', 'team', 'id'),
    params: { ...one, ...maybe({ successor_user_id: t.uuid() }) },
    responses: { 200: t.object({ left: t.literal(true) }) },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'INVALID_REPLACEMENT_LEADER', 'NOT_FOUND'],
    addition: true,
  }),

  dismiss: post('/my-teams/:id/remove', {
    summary: 'Remove a member, and end the invitation; the leader does',
    access: may('owner', 'team', 'id'),
    params: { ...one, ...person },
    responses: { 200: answer },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'NOT_FOUND'],
    addition: true,
  }),

  lead: post('/my-teams/:id/lead', {
    summary: 'Make another member the leader; the present one does',
    access: may('owner', 'team', 'id'),
    params: { ...one, ...person },
    responses: { 200: answer },
    errors: ['PERMISSION_DENIED', 'TEAMS_LOCKED', 'INVALID_REPLACEMENT_LEADER', 'NOT_FOUND'],
    addition: true,
  }),

  listTeammates: get('/events/:eventId/teammates', {
    summary: 'List open teams with a free place, and people who look for a team, newest first; 200 of each at most',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.object({ ...formedBy, teams: mates, people }) },
    errors: ['PERMISSION_DENIED'],
    addition: true,
  }),
};
