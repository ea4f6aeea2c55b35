/** What teams submit: their project, and what milestone points ask for. */
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  findSubmission,
  holdPoint,
  insertSubmission,
  submissionsOn,
  updateSubmission as writeSubmission,
} from './queries/submissions.ts';
import { submission } from './shapes/submissions.ts';

export const submit: Action<'teams.submit'> = async (ctx) => {
  const { checkin_point_id = null, title, description = null, links, answers_json = {} } = ctx.params;
  if (checkin_point_id !== null) {
    const type = (await holdPoint(ctx.db, checkin_point_id, ctx.resource)) ?? ctx.fail('POINT_NOT_FOUND');
    if (type !== 'milestone') {
      const message = 'checkin_point_id must name a milestone point';
      return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'checkin_point_id', code: 'milestone', message }] });
    }
  }
  const fields = { checkin_point_id, title, description, links, answers_json };
  const given = { ...fields, team_id: ctx.resource.id, submitted_by: ctx.viewer.user_id };
  const made = (await insertSubmission(ctx.db, given)) ?? ctx.fail('NOT_FOUND');
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

/** Changes a submission. The team may do so until the track ends. */
export const updateSubmission: Action<'teams.updateSubmission'> = async (ctx) => {
  const { title, description, links, answers_json } = ctx.params;
  const fields = { title, description, links, answers_json };
  const changed = (await writeSubmission(ctx.db, ctx.resource.id, fields)) ?? ctx.fail('PERMISSION_DENIED');
  const { former, ...present } = changed;
  const ids = { submission_id: present.id, team_id: present.team_id };
  noteChanged(ctx, 'submission.changed', ids, { former: { ...former }, present: { ...present } });
  return { submission: submission(present) };
};
