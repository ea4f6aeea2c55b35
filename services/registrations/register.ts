/** People register themselves: for a hackathon, then on its tracks. */
import type { Action } from '../../shared/kit/implement.ts';
import { factOf, noteParent } from './changes.ts';
import { answersFrom, settle } from './claims.ts';
import { moveParent } from './enroll.ts';
import { findSuperEventForm, findTrackForm } from './queries/forms.ts';
import { takenApplication, createApplication, parentIsOut } from './queries/parents.ts';
import { takenRegistration, createRegistration } from './queries/registrations.ts';
import { isOut, judgeApplication, judgeRegistration } from './rules.ts';
import { application, newRegistration } from './shapes.ts';

/** Applies to a hackathon. Required fields have to be answered here. */
export const apply: Action<'registrations.apply'> = async (ctx) => {
  const { id: super_event_id, organization_id } = ctx.resource;
  const { user_id } = ctx.viewer;
  const form = (await findSuperEventForm(ctx.db, { user_id, super_event_id })) ?? ctx.fail('NOT_FOUND');
  const asked = { files: ctx.files, params: { answers_json: ctx.params.answers_json ?? {} } };
  const { answers, problems } = answersFrom(asked, { ...form, kept: form.former_answers }, true);
  const verdict = judgeApplication(form, problems);
  if (verdict) return ctx.fail(...verdict);

  const created = await createApplication(ctx.db, { organization_id, super_event_id, user_id, answers });
  if (!created) {
    const registration_id = (await takenApplication(ctx.db, super_event_id, user_id)) ?? ctx.fail('NOT_FOUND');
    return ctx.fail('ALREADY_REGISTERED', { registration_id });
  }
  const { id, status, former } = created;
  const holder = { id, user_id, super_event_id, event_id: null };
  await settle(ctx, holder, { before: form.former_answers, after: answers });
  const ids = { super_event_registration_id: id, user_id };
  const before = former ? { status: former } : {};
  ctx.changed(factOf(former, status), ids, before, { status, answers_json: answers });
  return application(created);
};

const unanswered = { answers: null, problems: [] };

/** Registers on a track under the person's own application, where everything required was answered before. */
export const register: Action<'registrations.register'> = async (ctx) => {
  const { resource, params } = ctx;
  const { user_id } = ctx.viewer;
  const parent_id = params.super_event_registration_id;
  const form = (await findTrackForm(ctx.db, { user_id, event_id: resource.id, parent_id })) ?? ctx.fail('NOT_FOUND');
  const { answers, problems } = answersFrom(ctx, { ...form, kept: form.former_answers }, false) ?? unanswered;
  const verdict = judgeRegistration(form, problems, { namesParent: parent_id !== undefined });
  if ('refused' in verdict) return ctx.fail(...verdict.refused);

  if (isOut(verdict.parent.status)) {
    const { parent } = await moveParent(ctx.db, parentIsOut(verdict.parent.id), 'pending');
    noteParent(ctx, parent, 'pending');
  }
  const created = await createRegistration(ctx.db, {
    organization_id: resource.organization_id,
    super_event_id: form.super_event_id,
    event_id: resource.id,
    parent_id: verdict.parent.id,
    user_id,
    answers,
  });
  if (!created) {
    const registration_id = (await takenRegistration(ctx.db, resource.id, user_id)) ?? ctx.fail('NOT_FOUND');
    return ctx.fail('ALREADY_REGISTERED', { registration_id });
  }
  const { id, status, former } = created;
  if (answers) {
    const holder = { id, user_id, super_event_id: form.super_event_id, event_id: resource.id };
    await settle(ctx, holder, { before: form.former_answers, after: answers });
  }
  const after = { status, ...(answers && { answers_json: answers }) };
  ctx.changed(factOf(former, status), { registration_id: id, user_id }, former ? { status: former } : {}, after);
  return newRegistration(created);
};
