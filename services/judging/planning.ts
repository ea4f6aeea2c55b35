/** Plans who judges whom, and lets judges decline. */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { computations } from './computations.ts';
import type { Plan, Wish } from './plan/plan.ts';
import { unassign } from './queries/assignments.ts';
import { declare, declinedOn, dropPending, holdPlan, insertPlan, planGround } from './queries/planning.ts';
import { holdAssignment } from './queries/scores.ts';
import { barredPairs, type PlanGround } from './rules/planning.ts';
import { assignmentPlan, declined } from './shapes/planning.ts';

/**
 * Plans assignments and writes them, with what they replace, in one transaction. Plans of one track wait for each other, so that
 * two that are asked for at once do not give each team twice the judges.
 */
export const planAssignments: Action<'judging.planAssignments'> = async (ctx) => {
  const { params, resource, db } = ctx;
  const { keep_existing, dry_run, judge_user_ids, reviews_per_team, max_per_judge, seed } = params;
  await holdPlan(db, resource.id);
  const dropped = keep_existing || dry_run ? [] : await dropPending(db, resource.id);
  const ground = await planGround(db, resource.id, { withPending: keep_existing });
  const judges = judgesFor(ctx, ground, judge_user_ids);
  const barred = barredPairs(ground, judges);
  const { teams, kept } = ground;
  const wish = { teams, judges, kept, barred, reviewsPerTeam: reviews_per_team, maxPerJudge: max_per_judge, seed };
  const plan = await makePlan(ctx, wish);
  ctx.answers(dry_run || plan.created.length === 0 ? 200 : 201);
  if (dry_run) return assignmentPlan(plan, { created: plan.created.length, barred });
  for (const { id, ...before } of dropped) ctx.changed('assignment.deleted', { assignment_id: id }, before, {});
  const made = await insertPlan(db, resource.id, plan.created);
  for (const { id, ...after } of made) ctx.changed('assignment.created', { assignment_id: id }, {}, after);
  return assignmentPlan(plan, { created: made.length, barred });
};

type Planning = Pick<Ctx<unknown, 'NOT_A_JUDGE' | 'NOT_PLANNABLE'>, 'fail'>;

/** The judges of the track, or those that are asked for. */
function judgesFor(ctx: Planning, { judges }: PlanGround, asked: readonly string[] | undefined): readonly string[] {
  if (!asked) return judges;
  const known = new Set(judges);
  const judge_user_ids = asked.filter((judge) => !known.has(judge));
  return judge_user_ids.length > 0 ? ctx.fail('NOT_A_JUDGE', { judge_user_ids }) : [...new Set(asked)].sort();
}

async function makePlan(ctx: Planning, wish: Wish): Promise<Plan> {
  const plan = await computations.run('plan', wish);
  if (!('missing' in plan)) return plan;
  const { missing, teams } = plan;
  return ctx.fail('NOT_PLANNABLE', { missing: [missing], ...(teams.length > 0 && { team_ids: [...teams] }) });
}

/** Takes a team from a judge who says that they cannot judge it. No plan gives it to them again. */
export const declineAssignment: Action<'judging.declineAssignment'> = async (ctx) => {
  const { id } = ctx.resource;
  const { reason } = ctx.params;
  const held = (await holdAssignment(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (held.is_submitted) return ctx.fail('ASSIGNMENT_SUBMITTED');
  const before = (await unassign(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { judge_user_id, team_id } = before;
  await declare(ctx.db, { judge_user_id, team_id, reason });
  ctx.changed('assignment.declined', { assignment_id: id }, { ...before }, { judge_user_id, team_id, reason });
  return { declined: true };
};

export const listDeclined: Action<'judging.listDeclined'> = async (ctx) => {
  const { rows, count } = await readList(ctx, declinedOn(ctx.resource.id));
  return { declined: rows.map(declined), count };
};
