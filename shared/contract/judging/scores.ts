/** What a judge thinks of a team. Only the assigned judge gives scores, signed in: a key may lie in a script. */
import { get, may, patch, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { assignment, score } from './shapes.ts';

/** Whether a value is in the range and on a step of the hackathon's scoring is for its rule to say. */
const given = () => ({
  value: t.number(),
  comment: t.optional(t.nullable(t.string({ max: 5_000 }))),
  feedback: t.optional(t.nullable(t.string({ max: 5_000 }))),
});

export const scores = {
  listScores: get('/assignments/:id/scores', {
    summary: 'List the scores of an assignment',
    access: may(['organize', 'judge'], 'assignment', 'id'),
    params: { id: t.reference() },
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
    responses: { 200: t.object({ scores: t.array(score()), assignment: t.object(assignment()) }) },
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
    summary: 'Hand in the scores of an assignment for good',
    access: may('judge', 'assignment', 'id', { withSession: true }),
    params: { id: t.reference() },
    responses: { 200: t.object({ assignment: t.object(assignment()) }) },
    errors: ['NOT_FOUND', 'SCORES_INCOMPLETE', 'ASSIGNMENT_SUBMITTED', 'CONFLICT_OF_INTEREST'],
  }),
};
