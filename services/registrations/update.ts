/** People change their answers and confirm that they will come, and organizers record their evaluation. */
import { instant } from '../../shared/base/instant.ts';
import type { ResourceAccess } from '../../shared/kit/access.ts';
import { difference, isEmpty, noteChanged } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import { withoutFilesOf } from './answer-files.ts';
import { answersFrom, settle } from './claims.ts';
import { askUntil, confirmPlace } from './confirming.sql.ts';
import { lockParentForm, lockRegistrationForm, type HeldParentForm } from './forms.sql.ts';
import { findParent, writeParent } from './parents.sql.ts';
import { writeAnswers, writeEvaluation } from './registrations.sql.ts';
import { foreignTracks } from './rules.ts';
import { parentDetail } from './reading.ts';

/** Organizers always may; the person only while nobody has decided. */
const mayChangeAnswers = (resource: ResourceAccess, status: RegistrationStatus) =>
  resource.organizes || status === 'pending';

/**
 * Replaces the answers of a track, and answers those that reads answer from then on: the application's answers, overlaid by
 * these. A file of the application may be named again, and stays the application's.
 */
export const updateAnswers: Action<'registrations.updateAnswers'> = async (ctx) => {
  const { id } = ctx.resource;
  const form = (await lockRegistrationForm(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (!mayChangeAnswers(ctx.resource, form.status)) return ctx.fail('PERMISSION_DENIED');
  const { fields, applied } = form;
  const known = { fields, kept: { ...applied, ...form.answers_json }, below: applied, replaced: form.answers_json };
  const checked = answersFrom(ctx, known, false);
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
  const { looking_for_team, interested_track_ids, answers_json, confirm_by } = ctx.params;
  const tracks = interested_track_ids && [...new Set(interested_track_ids)];
  const form = (await lockParentForm(ctx.db, id, tracks ?? [])) ?? ctx.fail('NOT_FOUND');
  const touchesAnswers = answers_json !== undefined || Boolean(ctx.files?.length);
  if (confirm_by !== undefined && !ctx.resource.organizes) return ctx.fail('PERMISSION_DENIED');
  if (touchesAnswers && !mayChangeAnswers(ctx.resource, form.status)) return ctx.fail('PERMISSION_DENIED');
  const { answers, problems } =
    answersFrom(ctx, { ...form, kept: form.answers_json, replaced: form.answers_json }, true) ?? unchanged;
  const errors = [
    ...foreignTracks('interested_track_ids', form.foreign_track_ids, form.foreign_track_ids),
    ...problems,
  ];
  if (errors.length > 0) return ctx.fail('VALIDATION_FAILED', { errors });

  if (answers) await settle(ctx, { ...form, id, event_id: null }, { before: form.answers_json, after: answers });
  const wanted = difference(form, { looking_for_team, interested_track_ids: tracks, answers_json: answers });
  if (!isEmpty(wanted)) {
    await writeParent(ctx.db, id, wanted.after);
    const ids = { super_event_registration_id: id, user_id: form.user_id };
    ctx.changed('registration.changed', ids, wanted.before, wanted.after);
  }
  if (confirm_by !== undefined) await ask(ctx, { ...form, id }, confirm_by);
  const found = (await findParent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  return { super_event_registration: parentDetail(found) };
};

/** Says until when a place has to be confirmed, or lifts it. */
async function ask(
  ctx: Pick<Ctx<unknown, 'NOT_ACCEPTED'>, 'db' | 'fail' | 'changed'>,
  { id, user_id, ...form }: Pick<HeldParentForm, 'user_id' | 'confirm_by'> & { readonly id: string },
  confirm_by: string | null,
): Promise<void> {
  const former = instant(form.confirm_by);
  if (confirm_by === former) return;
  if (!(await askUntil(ctx.db, id, confirm_by))) return ctx.fail('NOT_ACCEPTED');
  const ids = { super_event_registration_id: id, user_id };
  ctx.changed('registration.changed', ids, { confirm_by: former }, { confirm_by });
}

const unchanged = { answers: undefined, problems: [] };

/** A place that is not accepted is read, and refused; the refusal rolls the write back. */
export const confirm: Action<'registrations.confirm'> = async (ctx) => {
  const { id } = ctx.resource;
  const confirmed = (await confirmPlace(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { status, user_id, before } = confirmed;
  if (status !== 'accepted') return ctx.fail('NOT_ACCEPTED');
  const [confirm_by, confirmed_at] = [instant(confirmed.confirm_by), instant(confirmed.confirmed_at)];
  noteChanged(
    ctx,
    'registration.changed',
    { super_event_registration_id: id, user_id },
    { former: { confirmed_at: instant(before.confirmed_at) }, present: { confirmed_at } },
  );
  return { id, status, confirm_by, confirmed_at };
};
