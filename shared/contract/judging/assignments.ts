/** Assignments of judges to teams, and their progress. */
import { gathered, wholeList } from '../concerns.ts';
import { del, get, may, post } from '../endpoint.ts';
import { inEach } from '../languages.ts';
import { t } from '../schema.ts';
import { lateByMs } from '../teams/submissions.ts';
import { pageOfWhole } from '../vocabulary.ts';
import { assignment, namedAssignment, scoring } from './scores.ts';

/**
 * Why a plan does not give a judge a team: they are a member of it, or declined it. A team without a member is given to
 * nobody.
 */
const skipReasons = ['CONFLICT_OF_INTEREST', 'DECLARED', 'EMPTY'] as const;
export type SkipReason = (typeof skipReasons)[number];

const counted = () => ({
  total_assignments: t.integer(),
  overall_progress: t.number({ min: 0, max: 1 }),
});

/** `expected_standard_error` is a multiple of the standard deviation of the teams, if judges and chance vary as they do. */
export const assignmentPlan = () =>
  t.named(
    'AssignmentPlan',
    t.object({
      created: t.integer(),
      loads: t.array(t.object({ judge_user_id: t.uuid(), count: t.integer() })),
      connected: t.boolean(),
      expected_standard_error: t.number(),
      skipped: t.array(
        t.object({
          judge_user_id: t.described(
            'The judge who is not given the team; a team without a member is left out for all, and has none here',
            t.optional(t.uuid()),
          ),
          team_id: t.uuid(),
          reason: t.enum(...skipReasons),
        }),
      ),
    }),
  );

const project = t.named(
  'JudgedProject',
  t.object({
    title: t.string(),
    description: t.nullable(t.string()),
    links: t.array(t.string()),
    video_url: t.nullable(t.url()),
    built_with: t.array(t.string()),
    /** Its answers to the questions of the track, then any others; without unanswered ones. */
    answers: t.array(t.object({ label: t.string(), ...inEach('label'), value: t.any() })),
    submitted_at: t.timestamp(),
    late_by_ms: lateByMs,
  }),
);

const detail = t.named(
  'AssignmentDetail',
  t.object({
    ...namedAssignment(),
    team_problem: t.nullable(t.string()),
    submission: t.described('The project that the team handed in; null before', t.nullable(project)),
    criteria: t.array(t.object({ id: t.uuid(), name: t.string(), weight: t.number() })),
    event_name: t.string(),
    event_slug: t.string(),
    tz: t.described('The zone of the track, else of its hackathon', t.nullable(t.string())),
    /** Where the hackathon has several languages. */
    ...inEach('event_name'),
    super_event_scoring_mode: t.string(),
    scoring: scoring(),
  }),
);

const progress = t.named(
  'JudgingProgress',
  t.object({
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
);

export const assignments = {
  listJudges: get('/events/:eventId/judges', {
    summary: 'List the judges of a track',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('judges')],
    responses: {
      200: t.object({
        judges: t.array(t.object({ user_id: t.uuid(), name: t.string() })),
        count: t.integer(),
      }),
    },
  }),

  listAssignments: get('/events/:eventId/assignments', {
    summary: 'List who judges which team, by their tables: all for organizers, their own for judges',
    access: may(['organize', 'judge'], 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('assignments')],
    responses: {
      200: t.object({
        assignments: t.array(t.named('ListedAssignment', t.object(namedAssignment()))),
        count: t.integer(),
      }),
    },
  }),

  getAssignment: get('/assignments/:id', {
    summary: 'Get an assignment with what its judge needs to know',
    access: may(['organize', 'judge'], 'assignment', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ assignment: detail }) },
    errors: ['NOT_FOUND'],
    with: [gathered()],
  }),

  assignJudge: post('/events/:eventId/assignments', {
    summary: 'Have a judge of the track judge one of its teams',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), judge_user_id: t.uuid(), team_id: t.uuid() },
    responses: {
      200: t.object({ assignment: assignment() }),
      201: t.object({ assignment: assignment() }),
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
      201: t.object({ assignments: t.array(assignment()), created: t.integer(), skipped: t.integer() }),
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
    responses: { 200: t.object({ assignment: assignment() }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  planAssignments: post('/events/:eventId/assignments/plan', {
    summary: 'Have every team judged by so many judges, with as many teams for each, so that all can be compared',
    access: may('organize', 'event', 'eventId'),
    params: {
      eventId: t.reference(),
      reviews_per_team: t.integer({ min: 1, max: 20 }),
      judge_user_ids: t.optional(t.array(t.uuid(), { min: 1, max: 1_000 })),
      max_per_judge: t.optional(t.integer({ min: 1, max: 100_000 })),
      keep_existing: t.default(t.boolean(), true),
      dry_run: t.default(t.boolean(), false),
      seed: t.default(t.integer({ min: 0, max: 4_294_967_295 }), 0),
    },
    responses: { 200: assignmentPlan(), 201: assignmentPlan() },
    errors: ['NOT_A_JUDGE', 'NOT_PLANNABLE'],
    addition: true,
  }),

  declineAssignment: post('/assignments/:id/decline', {
    summary: 'Say as a judge that one cannot judge a team; one is given others instead',
    access: may('judge', 'assignment', 'id', { withSession: true }),
    params: { id: t.reference(), reason: t.string({ min: 1, max: 500, trim: true }) },
    responses: { 200: t.object({ declined: t.literal(true) }) },
    errors: ['NOT_FOUND', 'ASSIGNMENT_SUBMITTED'],
    addition: true,
  }),

  listDeclined: get('/events/:eventId/assignments/declined', {
    summary: 'List which judge declined which team, and why',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('declined')],
    responses: {
      200: t.object({
        declined: t.array(
          t.object({
            judge_user_id: t.uuid(),
            judge_name: t.string(),
            team_id: t.uuid(),
            team_name: t.string(),
            reason: t.string(),
            declared_at: t.timestamp(),
          }),
        ),
        count: t.integer(),
      }),
    },
    addition: true,
  }),

  getProgress: get('/events/:eventId/judge-progress', {
    summary: 'How far judging is, over all and judge by judge',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('judges')],
    responses: { 200: progress },
  }),
};
