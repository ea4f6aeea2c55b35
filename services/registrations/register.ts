/** People register themselves: for a hackathon, then on its tracks. */
import type { Action } from '../../shared/broker/implement.ts';
import { noteParent } from './changes.ts';
import { answersFrom, settle } from './claims.ts';
import { moveParent } from './enroll.ts';
import { findSuperEventForm, findTrackForm } from './queries/forms.ts';
import { applicationPlaced, placeApplication } from './queries/parents.ts';
import { placeTaken, takePlace } from './queries/registrations.ts';
import { isOut, judgeApplication, judgeRegistration } from './rules.ts';
import { application, newRegistration } from './shapes.ts';

/** Applies to the hackathon. What is required has to be answered here. */
export const apply: Action<'registrations.apply'> = async (ctx) => {
  const { id: super_event_id, organization_id } = ctx.place;
  const { user_id } = ctx.viewer;
  const form = (await findSuperEventForm(ctx.db, { user_id, super_event_id })) ?? ctx.fail('NOT_FOUND');
  const asked = { files: ctx.files, params: { answers_json: ctx.params.answers_json ?? {} } };
  const { answers, problems } = answersFrom(asked, { ...form, kept: form.former_answers }, true);
  const verdict = judgeApplication(form, problems);
  if (verdict) return ctx.fail(...verdict);

  const placed = await placeApplication(ctx.db, { organization_id, super_event_id, user_id, answers });
  if (!placed) {
    const registration_id = await applicationPlaced(ctx.db, super_event_id, user_id);
    return ctx.fail('ALREADY_REGISTERED', { registration_id });
  }
  const { id, status, former } = placed;
  const holder = { id, user_id, super_event_id, event_id: null };
  await settle(ctx, holder, { before: form.former_answers, after: answers });
  ctx.changed({ super_event_registration_id: id, user_id }, former ? { status: former } : {}, {
    status,
    answers_json: answers,
  });
  return application(placed);
};

const unanswered = { answers: null, problems: [] };

/** Registers on a track under the person's own application, where everything required was answered before. */
export const register: Action<'registrations.register'> = async (ctx) => {
  const { place, params } = ctx;
  const { user_id } = ctx.viewer;
  const parent_id = params.super_event_registration_id;
  const form = (await findTrackForm(ctx.db, { user_id, event_id: place.id, parent_id })) ?? ctx.fail('NOT_FOUND');
  const { answers, problems } = answersFrom(ctx, { ...form, kept: form.former_answers }, false) ?? unanswered;
  const verdict = judgeRegistration(form, problems, { namesParent: parent_id !== undefined });
  if ('refused' in verdict) return ctx.fail(...verdict.refused);

  if (isOut(verdict.parent.status)) {
    const { parent } = await moveParent(ctx.db, verdict.parent.id, 'pending', ['rejected', 'cancelled']);
    noteParent(ctx, parent, 'pending');
  }
  const placed = await takePlace(ctx.db, {
    organization_id: place.organization_id,
    super_event_id: form.super_event_id,
    event_id: place.id,
    parent_id: verdict.parent.id,
    user_id,
    answers,
  });
  if (!placed) {
    return ctx.fail('ALREADY_REGISTERED', { registration_id: await placeTaken(ctx.db, place.id, user_id) });
  }
  const { id, status, former } = placed;
  if (answers) {
    const holder = { id, user_id, super_event_id: form.super_event_id, event_id: place.id };
    await settle(ctx, holder, { before: form.former_answers, after: answers });
  }
  ctx.changed({ registration_id: id, user_id }, former ? { status: former } : {}, {
    status,
    ...(answers && { answers_json: answers }),
  });
  return newRegistration(placed);
};
