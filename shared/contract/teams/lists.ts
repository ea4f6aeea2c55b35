/** Teams as everybody who takes part sees them, and all teams and projects of a hackathon as CSV. */
import { gathered, wholeList } from '../concerns.ts';
import { get, may } from '../endpoint.ts';
import { t } from '../schema.ts';
import { csvTable, guardedCells, pageOfWhole, tableColumns } from '../vocabulary.ts';
import { memberRole, personName } from './shapes.ts';

const simple = { id: t.uuid(), name: t.string(), member_count: t.integer() };

export const lists = {
  listForTrack: get('/events/:eventId/teams', {
    summary: 'List the teams of a track',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('teams')],
    responses: { 200: t.object({ teams: t.array(t.object(simple)), count: t.integer() }) },
  }),

  listForSuperEvent: get('/super-events/:superEventId/teams', {
    summary: 'List the teams of all tracks of a hackathon',
    access: may('view', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), ...pageOfWhole },
    with: [wholeList('teams')],
    responses: {
      200: t.object({ teams: t.array(t.object({ ...simple, event_id: t.uuid() })), count: t.integer() }),
    },
  }),

  get: get('/teams/:id', {
    summary: 'Get a team with its members',
    access: may(['staff', 'owner'], 'team', 'id'),
    params: { id: t.reference() },
    responses: {
      200: t.object({
        team: t.object({ id: t.uuid(), name: t.string(), event_id: t.uuid() }),
        members: t.array(t.object({ user_id: t.uuid(), role: memberRole(), name: personName(), email: t.string() })),
        member_count: t.integer(),
      }),
    },
    errors: ['NOT_FOUND'],
    with: [gathered()],
  }),
};

// All teams and projects of a hackathon as CSV.

const table = {
  access: may('organize', 'super_event', 'slug'),
  ...csvTable({ slug: t.reference(), columns: tableColumns() }),
  errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  addition: true,
} as const;

export const teamTables = {
  exportTeams: get('/super-events/:slug/teams/csv', {
    ...table,
    summary: 'Download the teams of a hackathon as CSV, a line for each member',
    note: `A team that nobody is in has one line. ${guardedCells}`,
  }),

  exportProjects: get('/super-events/:slug/projects/csv', {
    ...table,
    summary: 'Download the projects of a hackathon as CSV, with who made them',
    note: `\`Members\`, \`Emails\` and \`Schools\` are in one order; a school is the answer to the first question for one, and empty without an answer. What teams handed in for a milestone is left out. ${guardedCells}`,
  }),
};
