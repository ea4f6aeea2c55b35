/**
 * Scores of judges. Every write locks the assignment first, so that it happens either before the submission or is
 * refused.
 */
import { instant } from '../../shared/base/instant.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { readAssignments } from './assignments.sql.ts';
import { assignment } from './assignments.ts';
import {
  handIn,
  lockAssignment,
  lockAssignmentOf,
  scoresOf,
  storedScores,
  writeScores,
  type Score,
  type WrittenScore,
} from './scores.sql.ts';
import { checkScores, checkScoringTime, givenScoresIn, unfit } from './scores.rules.ts';

export const listScores: Action<'judging.listScores'> = async (ctx) => {
  const { rows, count } = await readList(ctx, scoresOf(ctx.resource.id));
  return { scores: rows.map(score), count };
};

export const submitScore: Action<'judging.submitScore'> = async (ctx) => {
  const sent = givenScoresIn(ctx.params);
  if ('problems' in sent) return ctx.fail('VALIDATION_FAILED', { errors: sent.problems });
  const { opinions } = sent;
  const criteria = opinions.map(({ criterion_id }) => criterion_id);
  const held = (await lockAssignment(ctx.db, ctx.resource.id, criteria)) ?? ctx.fail('NOT_FOUND');
  const refusal = checkScores(sent, held);
  if (refusal) return ctx.fail(...refusal);

  const written = await writeScores(ctx.db, held.id, opinions);
  if (written.length < opinions.length) return ctx.fail('NOT_FOUND');
  for (const row of written) noteScore(ctx, row);
  return { scores: written.map(score), assignment: await detailOf(ctx, held.id) };
};

export const updateScore: Action<'judging.updateScore'> = async (ctx) => {
  const { value, comment, feedback } = ctx.params;
  const held = (await lockAssignmentOf(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const [criterion_id = ctx.fail('NOT_FOUND')] = held.criteria;
  const opinions = [{ criterion_id, value, comment, feedback }];
  const refusal = checkScores({ opinions, nameOf: (_, member) => member }, held);
  if (refusal) return ctx.fail(...refusal);

  const [row = ctx.fail('NOT_FOUND')] = await writeScores(ctx.db, held.id, opinions);
  noteScore(ctx, row);
  return { score: score(row) };
};

export const submitAssignment: Action<'judging.submitAssignment'> = async (ctx) => {
  const held = (await lockAssignment(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const refusal = checkScoringTime(held);
  if (refusal) return ctx.fail(...refusal);
  const errors = unfit(await storedScores(ctx.db, held.id), held.scoring);
  if (errors.length > 0) return ctx.fail('VALIDATION_FAILED', { errors });
  const { submitted_at, missing } = await handIn(ctx.db, held.id);
  if (submitted_at === null) return ctx.fail('SCORES_INCOMPLETE', { missing });
  ctx.changed(
    'assignment.submitted',
    { assignment_id: held.id },
    { submitted_at: null },
    { submitted_at: instant(submitted_at) },
  );
  return { assignment: await detailOf(ctx, held.id) };
};

type Writing = Pick<Ctx<unknown, 'NOT_FOUND'>, 'db' | 'fail' | 'changed'>;

async function detailOf(ctx: Writing, id: string) {
  const [row = ctx.fail('NOT_FOUND')] = await readAssignments(ctx.db, [id]);
  return assignment(row);
}

/** Scores are no facts before they are submitted. */
function noteScore(ctx: Writing, { former, ...row }: WrittenScore): void {
  const ids = { score_id: row.id, assignment_id: row.assignment_id, criterion_id: row.criterion_id };
  const present = { value: row.value, comment: row.comment, feedback: row.feedback };
  if (former) noteChanged(ctx, null, ids, { former, present });
  else ctx.changed(null, ids, {}, present);
}

export const score = (row: Score) => ({
  id: row.id,
  assignment_id: row.assignment_id,
  criterion_id: row.criterion_id,
  value: row.value,
  comment: row.comment,
  feedback: row.feedback,
  submitted_at: instant(row.submitted_at),
  criterion_name: row.criterion_name,
  criterion_weight: row.criterion_weight,
});
