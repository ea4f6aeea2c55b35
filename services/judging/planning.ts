/** Plans assignments of judges to teams, and lets judges decline. */
import { instant } from '../../shared/base/instant.ts';
import { rounded } from '../../shared/base/fair/ranking.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { unassign } from './assignments.sql.ts';
import { computations } from './computations.ts';
import type { Plan, Wish } from './plan/plan.ts';
import {
  saveConflict,
  declinedOn,
  dropPending,
  lockPlan,
  insertPlan,
  ofTrack,
  planGround,
  type Declined,
} from './planning.sql.ts';
import { lockAssignment } from './scores.sql.ts';
import { barredPairs, skippedBy, type PlanGround, type Skipped } from './planning.rules.ts';

/**
 * Plans assignments and replaces the former ones in one transaction. Plans of one track wait for each other, so that
 * two concurrent requests do not give each team twice the judges.
 */
export const planAssignments: Action<'judging.planAssignments'> = async (ctx) => {
  const { params, resource, db } = ctx;
  const { keep_existing, dry_run, judge_user_ids, reviews_per_team, max_per_judge, seed } = params;
  await lockPlan(db, resource.id);
  const dropped = keep_existing || dry_run ? [] : await dropPending(db, resource.id);
  const ground = await planGround(db, ofTrack(resource.id), { withPending: keep_existing });
  const judges = judgesFor(ctx, ground, judge_user_ids);
  const barred = barredPairs(ground, judges);
  const { teams, kept } = ground;
  const wish = { teams, judges, kept, barred, reviewsPerTeam: reviews_per_team, maxPerJudge: max_per_judge, seed };
  const plan = await makePlan(ctx, wish);
  ctx.setStatus(dry_run || plan.created.length === 0 ? 200 : 201);
  const skipped = skippedBy(ground, barred);
  if (dry_run) return assignmentPlan(plan, { created: plan.created.length, skipped });
  for (const { id, ...before } of dropped) ctx.changed('assignment.deleted', { assignment_id: id }, before, {});
  const made = await insertPlan(db, { event_id: resource.id }, plan.created);
  for (const { id, ...after } of made) ctx.changed('assignment.created', { assignment_id: id }, {}, after);
  return assignmentPlan(plan, { created: made.length, skipped });
};

type Planning = Pick<Ctx<unknown, 'NOT_A_JUDGE' | 'NOT_PLANNABLE'>, 'fail'>;

/** Returns the judges of the track, or the requested ones. */
function judgesFor(ctx: Planning, { judges }: PlanGround, asked: readonly string[] | undefined): readonly string[] {
  if (!asked) return judges;
  const known = new Set(judges);
  const judge_user_ids = asked.filter((judge) => !known.has(judge));
  return judge_user_ids.length > 0 ? ctx.fail('NOT_A_JUDGE', { judge_user_ids }) : [...new Set(asked)].sort();
}

export async function makePlan(ctx: Pick<Ctx<unknown, 'NOT_PLANNABLE'>, 'fail'>, wish: Wish): Promise<Plan> {
  const plan = await computations.run('plan', wish);
  if (!('missing' in plan)) return plan;
  const { missing, teams } = plan;
  return ctx.fail('NOT_PLANNABLE', { missing: [missing], ...(teams.length > 0 && { team_ids: [...teams] }) });
}

/** Takes a team from a judge who says that they cannot judge it. No plan gives it to them again. */
export const declineAssignment: Action<'judging.declineAssignment'> = async (ctx) => {
  const { id } = ctx.resource;
  const { reason } = ctx.params;
  const held = (await lockAssignment(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (held.is_submitted) return ctx.fail('ASSIGNMENT_SUBMITTED');
  const before = (await unassign(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { judge_user_id, team_id } = before;
  await saveConflict(ctx.db, { judge_user_id, team_id, reason });
  ctx.changed('assignment.declined', { assignment_id: id }, { ...before }, { judge_user_id, team_id, reason });
  return { declined: true };
};

export const listDeclined: Action<'judging.listDeclined'> = async (ctx) => {
  const { rows, count } = await readList(ctx, declinedOn(ctx.resource.id));
  return { declined: rows.map(declined), count };
};

interface Written {
  /** The number of new assignments. */
  readonly created: number;
  readonly skipped: Skipped[];
}

export const assignmentPlan = (
  { loads, connected, expectedError }: Plan,
  { created, skipped }: Written,
): ActionAnswer<'judging.planAssignments'> => ({
  created,
  loads: loads.map(({ judge, count }) => ({ judge_user_id: judge, count })),
  connected,
  expected_standard_error: rounded(expectedError),
  skipped,
});

export const declined = (row: Declined) => ({
  judge_user_id: row.judge_user_id,
  judge_name: row.judge_name,
  team_id: row.team_id,
  team_name: row.team_name,
  reason: row.reason,
  declared_at: instant(row.declared_at),
});
