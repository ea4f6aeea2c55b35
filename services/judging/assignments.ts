/** Assigns judges to teams. */
import { instant } from '../../shared/base/instant.ts';
import { isEmpty } from '../../shared/contract/answers.ts';
import { published, textsOf } from '../../shared/contract/languages.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import { questionsOf } from '../../shared/kit/questions.ts';
import type { ProjectQuestion } from '../../shared/contract/questions.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  assign,
  assignmentsOn,
  findAssignment,
  judgesOn,
  progressOn,
  readAssignments,
  reopen,
  unassign,
  type Assigned,
  type Assignment,
  type AssignmentDetail,
  type Judge,
  type NamedAssignment,
  type JudgedProject,
  type JudgingProgress,
} from './assignments.sql.ts';
import type { Locale } from '../../shared/contract/values.ts';
import { scoringOf } from '../../shared/base/scoring.ts';

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
  ctx.setStatus(made.length > 0 ? 201 : 200);
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

export const getProgress: Action<'judging.getProgress'> = async (ctx) =>
  progressOf(await readList(ctx, progressOn(ctx.resource.id)));

export const judge = ({ user_id, name }: Judge) => ({ user_id, name });

export const assignment = (row: Assignment) => ({
  id: row.id,
  event_id: row.event_id,
  judge_user_id: row.judge_user_id,
  team_id: row.team_id,
  status: row.status,
  progress: row.progress,
  created_at: instant(row.created_at),
});

export const namedAssignment = (row: NamedAssignment) => ({
  ...assignment(row),
  judge_name: row.judge_name,
  team_name: row.team_name,
  table: row.table,
  prize: row.prize,
});

const project = ({ answers_json, submitted_at, ...said }: JudgedProject, { questions, locales }: Asking) => ({
  title: said.title,
  description: said.description,
  links: said.links,
  video_url: said.video_url,
  built_with: said.built_with,
  answers: labelled(answers_json, questionsOf(questions), locales),
  submitted_at: instant(submitted_at),
  late_by_ms: said.late_by_ms,
});
type Asking = Pick<AssignmentDetail, 'questions' | 'locales'>;

/** Answers in the order of the questions of the track, then those to none of them, by their names. */
function labelled(
  answers: Readonly<Record<string, unknown>>,
  questions: readonly ProjectQuestion[],
  locales: readonly Locale[],
) {
  const asked = questions.filter(({ id }) => Object.hasOwn(answers, id));
  const others = Object.entries(answers).filter(([id]) => !asked.some((question) => question.id === id));
  return [
    ...asked.map(({ id, label, label_i18n }) => ({
      ...{ label, ...textsOf({ label, label_i18n }, ['label'], locales) },
      value: answers[id],
    })),
    ...others.map(([label, value]) => ({ label, value })),
  ].filter(({ value }) => !isEmpty(value));
}

export function assignmentDetail(row: AssignmentDetail) {
  const { mode, ...scoring } = scoringOf(row.scoring);
  return {
    ...namedAssignment(row),
    team_problem: row.team_problem,
    submission: row.submission && project(row.submission, row),
    criteria: row.criteria,
    event_name: row.event_name,
    event_slug: row.event_slug,
    tz: row.tz,
    prize: row.prize && { ...row.prize, ...published('name_i18n', row.prize_name_i18n) },
    ...published('event_name_i18n', row.event_name_i18n),
    super_event_scoring_mode: mode,
    scoring,
  };
}

export const progressOf = ({ rows, ...all }: JudgingProgress): ActionAnswer<'judging.getProgress'> => ({
  overview: {
    total_assignments: all.total,
    total_judges: all.count,
    pending_assignments: all.pending,
    submitted_assignments: all.submitted,
    ready_assignments: all.ready,
    overall_progress: all.progress,
  },
  judges: rows.map((row) => ({
    judge_id: row.judge_id,
    judge_name: row.judge_name,
    total_assignments: row.total,
    pending_count: row.pending,
    submitted_count: row.submitted,
    ready_count: row.ready,
    overall_progress: row.progress,
  })),
});
