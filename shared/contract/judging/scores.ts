/**
 * Scores of judges, and the shape of an assignment. Only the assigned judge gives scores, and only in a session, because
 * an API key may be used by a script.
 */
import { inEach } from '../languages.ts';
import { t } from '../schema.ts';
import { tableOf } from '../teams/shapes.ts';
import { wholeList } from '../concerns.ts';
import { get, may, patch, post } from '../endpoint.ts';
import { pageOfWhole } from '../vocabulary.ts';

// An assignment and a score, as several contracts of judging answer them.

/** No score yet; some; one per criterion; submitted. */
export const assignmentStatuses = ['PENDING', 'IN_PROGRESS', 'READY', 'SUBMITTED'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

/** `progress` is the share of the track's criteria that have a score, from 0 to 1. */
const assignmentFields = () => ({
  id: t.uuid(),
  event_id: t.uuid(),
  judge_user_id: t.uuid(),
  team_id: t.uuid(),
  status: t.named('AssignmentStatus', t.enum(...assignmentStatuses)),
  progress: t.number({ min: 0, max: 1 }),
  created_at: t.timestamp(),
});
/** An assignment as writes answer it. */
export const assignment = () => t.named('Assignment', t.object(assignmentFields()));
/** An assignment as reads answer it, with names. */
export const namedAssignment = () => ({
  ...assignmentFields(),
  judge_name: t.string(),
  team_name: t.string(),
  table: tableOf(),
  prize: t.described(
    'The prize for which this judge judges the team; null for the ranking of the track',
    t.nullable(t.object({ id: t.uuid(), name: t.string(), ...inEach('name') })),
  ),
});

/** The range and step of scores, from `config_json.scoring` of the hackathon or by default. */
export const scoring = () => t.object({ min: t.number(), max: t.number(), step: t.number() });

/** `comment` is for organizers, `feedback` for the team; `submitted_at` is null until the assignment is submitted. */
export const score = () =>
  t.named(
    'Score',
    t.object({
      id: t.uuid(),
      assignment_id: t.uuid(),
      criterion_id: t.uuid(),
      value: t.number(),
      comment: t.nullable(t.string()),
      feedback: t.nullable(t.string()),
      submitted_at: t.nullable(t.timestamp()),
      criterion_name: t.string(),
      criterion_weight: t.number(),
    }),
  );

/** Values are checked against the range and step of the hackathon by a rule of the service. */
const given = () => ({
  value: t.number(),
  comment: t.optional(t.nullable(t.string({ max: 5_000 }))),
  feedback: t.optional(t.nullable(t.string({ max: 5_000 }))),
});

export const scores = {
  listScores: get('/assignments/:id/scores', {
    summary: 'List the scores of an assignment',
    access: may(['organize', 'judge'], 'assignment', 'id'),
    params: { id: t.reference(), ...pageOfWhole },
    with: [wholeList('scores')],
    responses: { 200: t.object({ scores: t.array(score()), count: t.integer() }) },
    errors: ['NOT_FOUND'],
  }),

  submitScore: post('/assignments/:id/scores', {
    summary: 'Give scores, several under `scores` or a single one; a criterion scored before gets the new one',
    access: may('judge', 'assignment', 'id', { withSession: true }),
    params: {
      id: t.reference(),
      scores: t.optional(t.array(t.object({ criterion_id: t.uuid(), ...given() }), { min: 1, max: 100 })),
      criterion_id: t.optional(t.uuid()),
      value: t.optional(given().value),
      comment: given().comment,
      feedback: given().feedback,
    },
    example: {
      scores: [
        { criterion_id: '018f4d5e-0000-7000-8000-000000000042', value: 8, comment: 'The demo worked.' },
        { criterion_id: '018f4d5e-0000-7000-8000-000000000043', value: 6.5, feedback: 'Show next time what it costs.' },
      ],
    },
    responses: { 200: t.object({ scores: t.array(score()), assignment: assignment() }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'ASSIGNMENT_SUBMITTED', 'CONFLICT_OF_INTEREST'],
  }),

  updateScore: patch('/scores/:id', {
    summary: 'Change a score before its assignment is handed in',
    access: may('judge', 'score', 'id', { withSession: true }),
    params: {
      id: t.reference(),
      value: t.optional(given().value),
      comment: given().comment,
      feedback: given().feedback,
    },
    responses: { 200: t.object({ score: score() }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'ASSIGNMENT_SUBMITTED', 'CONFLICT_OF_INTEREST'],
  }),

  submitAssignment: post('/assignments/:id/submit', {
    summary: 'Hand in the scores of an assignment for good; each has to fit the scale of the hackathon by then',
    access: may('judge', 'assignment', 'id', { withSession: true }),
    params: { id: t.reference() },
    responses: { 200: t.object({ assignment: assignment() }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'SCORES_INCOMPLETE', 'ASSIGNMENT_SUBMITTED', 'CONFLICT_OF_INTEREST'],
  }),
};
