/** Who judges which team, and how far they are. */
import { del, get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { assignment, namedAssignment } from './shapes.ts';

const counted = () => ({
  total_assignments: t.integer(),
  overall_progress: t.number({ min: 0, max: 1 }),
});

export const assignments = {
  listJudges: get('/events/:eventId/judges', {
    summary: 'List the judges of a track',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: {
      200: t.object({
        judges: t.array(t.object({ user_id: t.uuid(), name: t.string() })),
        count: t.integer(),
      }),
    },
  }),

  listAssignments: get('/events/:eventId/assignments', {
    summary: 'List who judges which team: all for organizers, their own for judges',
    access: may(['organize', 'judge'], 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.object({ assignments: t.array(t.object(namedAssignment())), count: t.integer() }) },
  }),

  getAssignment: get('/assignments/:id', {
    summary: 'Get an assignment with what its judge needs to know',
    access: may(['organize', 'judge'], 'assignment', 'id'),
    params: { id: t.reference() },
    responses: {
      200: t.object({
        assignment: t.object({
          ...namedAssignment(),
          team_problem: t.nullable(t.string()),
          event_name: t.string(),
          event_slug: t.string(),
          super_event_scoring_mode: t.string(),
        }),
      }),
    },
    errors: ['NOT_FOUND'],
  }),

  assignJudge: post('/events/:eventId/assignments', {
    summary: 'Have a judge of the track judge one of its teams',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), judge_user_id: t.uuid(), team_id: t.uuid() },
    responses: {
      200: t.object({ assignment: t.object(assignment()) }),
      201: t.object({ assignment: t.object(assignment()) }),
    },
    errors: ['TEAM_NOT_FOUND', 'NOT_A_JUDGE', 'CONFLICT_OF_INTEREST'],
  }),

  assignJudges: post('/events/:eventId/assignments/bulk', {
    summary: 'Have several judges judge one team; those who do already are skipped',
    access: may('organize', 'event', 'eventId'),
    params: {
      eventId: t.reference(),
      judge_user_ids: t.array(t.uuid(), { min: 1, max: 100 }),
      team_id: t.uuid(),
    },
    responses: {
      200: t.object({ created: t.literal(0), skipped: t.integer(), message: t.string() }),
      201: t.object({ assignments: t.array(t.object(assignment())), created: t.integer(), skipped: t.integer() }),
    },
    errors: ['TEAM_NOT_FOUND', 'NOT_A_JUDGE', 'CONFLICT_OF_INTEREST'],
    status: ({ created }) => (created > 0 ? 201 : 200),
  }),

  unassignJudge: del('/assignments/:id', {
    summary: 'Take a team from a judge, with every score they gave it',
    access: may('organize', 'assignment', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
  }),

  reopenAssignment: post('/assignments/:id/reopen', {
    summary:
      'Give an assignment that was handed in back to its judge; its scores count again once it is handed in anew',
    access: may('organize', 'assignment', 'id'),
    params: { id: t.reference(), reason: t.string({ min: 1, max: 500, trim: true }) },
    responses: { 200: t.object({ assignment: t.object(assignment()) }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  getProgress: get('/events/:eventId/judge-progress', {
    summary: 'How far judging is, over all and judge by judge',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: {
      200: t.object({
        overview: t.object({
          ...counted(),
          total_judges: t.integer(),
          pending_assignments: t.integer(),
          submitted_assignments: t.integer(),
          ready_assignments: t.integer(),
        }),
        judges: t.array(
          t.object({
            judge_id: t.uuid(),
            judge_name: t.string(),
            ...counted(),
            pending_count: t.integer(),
            submitted_count: t.integer(),
            ready_count: t.integer(),
          }),
        ),
      }),
    },
  }),
};
