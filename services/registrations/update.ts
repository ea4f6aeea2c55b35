/** People change their answers, and organizers record their evaluation. */
import type { ResourceAccess } from '../../shared/kit/access.ts';
import { difference, isEmpty, noteChanged } from '../../shared/kit/changes.ts';
import type { Action } from '../../shared/kit/implement.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import { withoutFilesOf } from './answers.ts';
import { answersFrom, settle } from './claims.ts';
import { holdParentForm, holdRegistrationForm } from './queries/forms.ts';
import { findParent, writeParent } from './queries/parents.ts';
import { writeAnswers, writeEvaluation } from './queries/registrations.ts';
import { parentDetail } from './shapes.ts';

/** Organizers always may; the person only while nobody has decided. */
const mayChangeAnswers = (resource: ResourceAccess, status: RegistrationStatus) =>
  resource.organizes || status === 'pending';

/**
 * Replaces the answers of a track. What is answered is what is read afterwards: the application's answers, overlaid by
 * these. A file of the application may be named again, and stays the application's.
 */
export const updateAnswers: Action<'registrations.updateAnswers'> = async (ctx) => {
  const { id } = ctx.resource;
  const form = (await holdRegistrationForm(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (!mayChangeAnswers(ctx.resource, form.status)) return ctx.fail('PERMISSION_DENIED');
  const { fields, applied } = form;
  const checked = answersFrom(ctx, { fields, kept: { ...applied, ...form.answers_json } }, false);
  if (checked.problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: checked.problems });

  const answers = withoutFilesOf(applied, checked.answers);
  await settle(ctx, { ...form, id }, { before: form.answers_json, after: answers });
  const wanted = difference({ answers_json: form.answers_json }, { answers_json: answers });
  if (!isEmpty(wanted)) {
    await writeAnswers(ctx.db, id, answers);
    const ids = { registration_id: id, user_id: form.user_id };
    ctx.changed('registration.changed', ids, wanted.before, wanted.after);
  }
  return { id, answers_json: { ...applied, ...answers } };
};

export const updateEvaluation: Action<'registrations.updateEvaluation'> = async (ctx) => {
  const { id } = ctx.resource;
  const { evaluation_score, evaluation_recommendation } = ctx.params;
  const written = await writeEvaluation(ctx.db, id, { evaluation_score, evaluation_recommendation });
  const { user_id, before: former, after: present } = written ?? ctx.fail('NOT_FOUND');
  const ids = { registration_id: id, user_id };
  noteChanged(ctx, 'registration.changed', ids, { former: { ...former }, present: { ...present } });
  return { id, ...present };
};

export const updateParent: Action<'registrations.updateParent'> = async (ctx) => {
  const { id } = ctx.resource;
  const { looking_for_team, interested_track_ids, answers_json } = ctx.params;
  const tracks = interested_track_ids && [...new Set(interested_track_ids)];
  const form = (await holdParentForm(ctx.db, id, tracks ?? [])) ?? ctx.fail('NOT_FOUND');
  const touchesAnswers = answers_json !== undefined || Boolean(ctx.files?.length);
  if (touchesAnswers && !mayChangeAnswers(ctx.resource, form.status)) return ctx.fail('PERMISSION_DENIED');
  const { answers, problems } = answersFrom(ctx, { ...form, kept: form.answers_json }, true) ?? unchanged;
  const errors = [...foreign(form), ...problems];
  if (errors.length > 0) return ctx.fail('VALIDATION_FAILED', { errors });

  if (answers) await settle(ctx, { ...form, id, event_id: null }, { before: form.answers_json, after: answers });
  const wanted = difference(form, { looking_for_team, interested_track_ids: tracks, answers_json: answers });
  if (!isEmpty(wanted)) {
    await writeParent(ctx.db, id, wanted.after);
    const ids = { super_event_registration_id: id, user_id: form.user_id };
    ctx.changed('registration.changed', ids, wanted.before, wanted.after);
  }
  const found = (await findParent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  return { super_event_registration: parentDetail(found) };
};

const unchanged = { answers: undefined, problems: [] };

const foreign = ({ foreign_track_ids: ids }: { foreign_track_ids: readonly string[] }): FieldProblem[] =>
  ids.map((id) => ({
    field: 'interested_track_ids',
    code: 'unknownTrack',
    message: `interested_track_ids names ${id}, which is no track of this hackathon`,
  }));
