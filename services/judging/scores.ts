/**
 * Scores of judges. Every write locks the assignment first, so that it happens either before the submission or is
 * refused.
 */
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { readAssignments } from './queries/assignments.ts';
import {
  handIn,
  holdAssignment,
  holdAssignmentOf,
  scoresOf,
  writeScores,
  type WrittenScore,
} from './queries/scores.ts';
import { judgeScores, judgeTime, opinionsIn } from './rules/scores.ts';
import { assignment } from './shapes/assignments.ts';
import { score } from './shapes/scores.ts';

export const listScores: Action<'judging.listScores'> = async (ctx) => {
  const { rows, count } = await readList(ctx, scoresOf(ctx.resource.id));
  return { scores: rows.map(score), count };
};

export const submitScore: Action<'judging.submitScore'> = async (ctx) => {
  const sent = opinionsIn(ctx.params);
  if ('problems' in sent) return ctx.fail('VALIDATION_FAILED', { errors: sent.problems });
  const { opinions } = sent;
  const criteria = opinions.map(({ criterion_id }) => criterion_id);
  const held = (await holdAssignment(ctx.db, ctx.resource.id, criteria)) ?? ctx.fail('NOT_FOUND');
  const refusal = judgeScores(sent, held);
  if (refusal) return ctx.fail(...refusal);

  const written = await writeScores(ctx.db, held.id, opinions);
  if (written.length < opinions.length) return ctx.fail('NOT_FOUND');
  for (const row of written) noteScore(ctx, row);
  return { scores: written.map(score), assignment: await detailOf(ctx, held.id) };
};

export const updateScore: Action<'judging.updateScore'> = async (ctx) => {
  const { value, comment, feedback } = ctx.params;
  const held = (await holdAssignmentOf(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const [criterion_id = ctx.fail('NOT_FOUND')] = held.criteria;
  const opinions = [{ criterion_id, value, comment, feedback }];
  const refusal = judgeScores({ opinions, nameOf: (_, member) => member }, held);
  if (refusal) return ctx.fail(...refusal);

  const [row = ctx.fail('NOT_FOUND')] = await writeScores(ctx.db, held.id, opinions);
  noteScore(ctx, row);
  return { score: score(row) };
};

export const submitAssignment: Action<'judging.submitAssignment'> = async (ctx) => {
  const held = (await holdAssignment(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const refusal = judgeTime(held);
  if (refusal) return ctx.fail(...refusal);
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

/** Nobody is told what a judge thinks before they hand it in. */
function noteScore(ctx: Writing, { former, ...row }: WrittenScore): void {
  const ids = { score_id: row.id, assignment_id: row.assignment_id, criterion_id: row.criterion_id };
  const present = { value: row.value, comment: row.comment, feedback: row.feedback };
  if (former) noteChanged(ctx, null, ids, { former, present });
  else ctx.changed(null, ids, {}, present);
}
