/** Assigns judges to teams. */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  assign,
  assignmentsOn,
  findAssignment,
  judgesOn,
  readAssignments,
  reopen,
  unassign,
  type Assigned,
  type Assignment,
} from './queries/assignments.ts';
import { assignment, assignmentDetail, judge, namedAssignment } from './shapes/assignments.ts';

export const listJudges: Action<'judging.listJudges'> = async (ctx) => {
  const { rows, count } = await readList(ctx, judgesOn(ctx.resource.id));
  return { judges: rows.map(judge), count };
};

export const listAssignments: Action<'judging.listAssignments'> = async (ctx) => {
  const { resource, viewer } = ctx;
  const { rows, count } = await readList(
    ctx,
    assignmentsOn(resource.id, resource.organizes ? undefined : viewer.user_id),
  );
  return { assignments: rows.map(namedAssignment), count };
};

export const getAssignment: Action<'judging.getAssignment'> = async (ctx) => ({
  assignment: assignmentDetail((await findAssignment(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND')),
});

export const assignJudge: Action<'judging.assignJudge'> = async (ctx) => {
  const { team_id, judge_user_id } = ctx.params;
  const { made, kept } = await assignTo(ctx, team_id, [judge_user_id]);
  const [row] = await readAssignments(ctx.db, [...made, ...kept]);
  if (!row) return ctx.fail('TEAM_NOT_FOUND');
  if (made.length > 0) noteAssigned(ctx, row);
  ctx.answers(made.length > 0 ? 201 : 200);
  return { assignment: assignment(row) };
};

export const assignJudges: Action<'judging.assignJudges'> = async (ctx) => {
  const { team_id, judge_user_ids } = ctx.params;
  const { made, kept } = await assignTo(ctx, team_id, judge_user_ids);
  const skipped = kept.length;
  if (made.length === 0) return { created: 0, skipped, message: 'All of them judge this team already.' };
  const rows = await readAssignments(ctx.db, made);
  for (const row of rows) noteAssigned(ctx, row);
  return { assignments: rows.map(assignment), created: rows.length, skipped };
};

export const unassignJudge: Action<'judging.unassignJudge'> = async (ctx) => {
  const { id } = ctx.resource;
  const before = (await unassign(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('assignment.deleted', { assignment_id: id }, { ...before }, {});
  return { deleted: true };
};

/** Reopens a submitted assignment. Changes nothing if it is open already. */
export const reopenAssignment: Action<'judging.reopenAssignment'> = async (ctx) => {
  const { id } = ctx.resource;
  const { reason } = ctx.params;
  const submitted_at = await reopen(ctx.db, id);
  if (submitted_at !== undefined) {
    ctx.changed('assignment.reopened', { assignment_id: id }, { submitted_at }, { submitted_at: null, reason });
  }
  const [row = ctx.fail('NOT_FOUND')] = await readAssignments(ctx.db, [id]);
  return { assignment: assignment(row) };
};

type Assigning = Pick<
  Ctx<unknown, 'TEAM_NOT_FOUND' | 'NOT_A_JUDGE' | 'CONFLICT_OF_INTEREST'>,
  'db' | 'resource' | 'fail' | 'changed'
>;

async function assignTo(ctx: Assigning, team_id: string, judges: readonly string[]): Promise<Assigned> {
  const assigned = await assign(ctx.db, { event_id: ctx.resource.id, team_id, judges });
  const { is_team, no_judges, members } = assigned;
  if (!is_team) return ctx.fail('TEAM_NOT_FOUND');
  if (no_judges.length > 0) return ctx.fail('NOT_A_JUDGE', { judge_user_ids: no_judges });
  if (members.length > 0) return ctx.fail('CONFLICT_OF_INTEREST', { judge_user_ids: members });
  return assigned;
}

const noteAssigned = (ctx: Assigning, { id, judge_user_id, team_id }: Assignment) =>
  ctx.changed('assignment.created', { assignment_id: id }, {}, { judge_user_id, team_id });
