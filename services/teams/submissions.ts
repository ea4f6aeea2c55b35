/** Submissions of teams: projects, and answers to the requirements of milestone points. */
import { instant } from '../../shared/base/instant.ts';
import { questionsOf } from '../../shared/kit/questions.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  findSubmission,
  lockPoint,
  insertSubmission,
  submissionsOn,
  updateSubmission as writeSubmission,
  type Submission,
  type WrittenSubmission,
} from './submissions.sql.ts';
import { answerProblems, type SentAnswers } from './questions.ts';

export const submit: Action<'teams.submit'> = async (ctx) => {
  const { checkin_point_id = null, title, links, answers_json = {}, built_with, listed, saved_at } = ctx.params;
  const { description = null, video_url = null, prize_ids } = ctx.params;
  if (checkin_point_id !== null) {
    const type = (await lockPoint(ctx.db, checkin_point_id, ctx.resource)) ?? ctx.fail('POINT_NOT_FOUND');
    if (type !== 'milestone') {
      const message = 'checkin_point_id must name a milestone point';
      return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'checkin_point_id', code: 'milestone', message }] });
    }
  }
  const fields = {
    checkin_point_id,
    title,
    description,
    links,
    answers_json,
    video_url,
    built_with,
    prize_ids,
    listed,
  };
  const isForced = ctx.resource.organizes;
  const given = { ...fields, team_id: ctx.resource.id, submitted_by: ctx.viewer.user_id, savedAt: saved_at, isForced };
  const written = (await insertSubmission(ctx.db, given)) ?? ctx.fail('NOT_FOUND');
  const demands = isForced ? 'none' : 'all';
  const made = taken(ctx, written, checkin_point_id === null ? { answers: answers_json, demands } : undefined);
  ctx.changed('submission.created', { submission_id: made.id, team_id: made.team_id }, {}, fields);
  return { submission: submission(made) };
};

export const getSubmission: Action<'teams.getSubmission'> = async (ctx) => ({
  submission: submission((await findSubmission(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND')),
});

export const listSubmissions: Action<'teams.listSubmissions'> = async (ctx) => {
  const { rows, count } = await readList(ctx, submissionsOn(ctx.resource.id));
  return { submissions: rows.map(submission), count };
};

/** Changes a submission. The team may do so until its deadline. */
export const updateSubmission: Action<'teams.updateSubmission'> = async (ctx) => {
  const { title, description, links, answers_json, video_url, built_with, prize_ids, listed, saved_at } = ctx.params;
  const fields = { title, description, links, answers_json, video_url, built_with, prize_ids, listed };
  const given = { ...fields, savedAt: saved_at };
  const changed = (await writeSubmission(ctx.db, ctx.resource.id, given)) ?? ctx.fail('NOT_FOUND');
  const { former, ...present } = taken(ctx, changed, answers_json && changedOf(changed.row, answers_json));
  const ids = { submission_id: present.id, team_id: present.team_id };
  noteChanged(ctx, 'submission.changed', ids, { former: { ...former }, present: { ...present } });
  return { submission: submission(present) };
};

/** The answers of a changed project; none of a milestone. */
const changedOf = (
  row: { checkin_point_id: string | null; former: Pick<Submission, 'answers_json'> } | undefined,
  answers: Submission['answers_json'],
): SentAnswers | undefined =>
  row?.checkin_point_id === null ? { answers, former: row.former.answers_json, demands: 'changed' } : undefined;

/**
 * Returns the row that was written, or refuses it: for its deadline, else for its prizes and answers. The refusal rolls it back.
 * @param sent The answers to the questions of the track, if any were sent.
 */
function taken<Row extends Submission>(
  { fail }: Pick<Ctx<unknown, 'SUBMISSIONS_CLOSED' | 'VALIDATION_FAILED'>, 'fail'>,
  { row, closed_at, unknown_prizes, questions }: WrittenSubmission<Row>,
  sent: SentAnswers | undefined,
): Row {
  if (closed_at) return fail('SUBMISSIONS_CLOSED', { closed_at: instant(closed_at) });
  const prizes = unknown_prizes.map((id) => ({
    field: 'prize_ids',
    code: 'unknownPrize',
    message: `prize_ids names ${id}, which is no prize of this hackathon for teams of this track`,
  }));
  const asked = sent ? answerProblems(questionsOf(questions), sent) : [];
  const errors = [...prizes, ...asked];
  return row && errors.length === 0 ? row : fail('VALIDATION_FAILED', { errors });
}

export const submission = (row: Submission) => ({
  id: row.id,
  team_id: row.team_id,
  event_id: row.event_id,
  checkin_point_id: row.checkin_point_id,
  title: row.title,
  description: row.description,
  links: row.links,
  answers_json: row.answers_json,
  submitted_by: row.submitted_by,
  submitted_at: instant(row.submitted_at),
  updated_at: instant(row.updated_at),
  video_url: row.video_url,
  built_with: row.built_with,
  prize_ids: row.prize_ids,
  listed: row.listed,
  late_by_ms: row.late_by_ms,
});
