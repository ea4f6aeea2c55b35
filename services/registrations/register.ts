/** People register themselves: for a hackathon, then on its tracks. */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { factOf, noteParent } from './changes.ts';
import { answersFrom, settle } from './claims.ts';
import { moveParent } from './enroll.ts';
import { findSuperEventForm, findTrackForm } from './forms.sql.ts';
import { takenApplication, createApplication, parentIsOut } from './parents.sql.ts';
import { takenRegistration, createRegistration, registerOnTracks } from './registrations.sql.ts';
import { foreignTracks, isOut, decideApplication, decideRegistration, missingConsent } from './rules.ts';
import { application, newRegistration } from './reading.ts';

/** Applies to a hackathon, and registers on the tracks that are named. Required fields have to be answered here. */
export const apply: Action<'registrations.apply'> = async (ctx) => {
  const { id: super_event_id, organization_id } = ctx.resource;
  const { user_id } = ctx.viewer;
  const { looking_for_team, interested_track_ids } = ctx.params;
  const [track_ids, interested] = [unique(ctx.params.track_ids), unique(interested_track_ids ?? [])];
  const asking = { user_id, super_event_id, track_ids, interested };
  const form = (await findSuperEventForm(ctx.db, asking)) ?? ctx.fail('NOT_FOUND');
  const asked = { files: ctx.files, params: { answers_json: ctx.params.answers_json ?? {} } };
  const { answers, problems } = answersFrom(asked, { ...form, kept: form.former_answers }, true);
  const verdict = decideApplication(form, [
    ...foreignTracks('track_ids', track_ids, form.unknown_track_ids),
    ...foreignTracks('interested_track_ids', interested, form.unknown_track_ids),
    ...problems,
    ...missingConsent(form.texts, ctx.params.consent),
  ]);
  if (verdict) return ctx.fail(...verdict);

  const wishes = { looking_for_team, interested_track_ids: interested_track_ids && interested };
  const consented_to = form.texts.length > 0 ? form.texts : null;
  const whose = { organization_id, super_event_id, user_id };
  const created = await createApplication(ctx.db, { ...whose, answers, wishes, consented_to });
  if (!created) {
    const registration_id = (await takenApplication(ctx.db, super_event_id, user_id)) ?? ctx.fail('NOT_FOUND');
    return ctx.fail('ALREADY_REGISTERED', { registration_id });
  }
  const { id, status, former } = created;
  const holder = { id, user_id, super_event_id, event_id: null };
  await settle(ctx, holder, { before: form.former_answers, after: answers });
  const ids = { super_event_registration_id: id, user_id };
  const before = former ? { status: former } : {};
  const after = { status, answers_json: answers, ...(consented_to && { consented_to }) };
  ctx.changed(factOf(former, status), ids, before, after);
  const place = { ...whose, parent_id: id };
  return { ...application(created), registrations: await onTracks(ctx, place, track_ids) };
};

const unique = (ids: readonly string[]) => [...new Set(ids)];

/** Registers on these tracks, in the order in which they are named. */
async function onTracks(
  ctx: Pick<Ctx, 'db' | 'changed'>,
  place: Parameters<typeof registerOnTracks>[1],
  track_ids: readonly string[],
) {
  if (track_ids.length === 0) return [];
  const made = await registerOnTracks(ctx.db, place, track_ids);
  for (const { id, status, former } of made) {
    if (former === status) continue;
    const ids = { registration_id: id, user_id: place.user_id };
    ctx.changed(factOf(former, status), ids, former ? { status: former } : {}, { status });
  }
  const rank = (event_id: string) => track_ids.indexOf(event_id);
  return made
    .map(({ id, event_id, status }) => ({ id, event_id, status }))
    .sort((one, other) => rank(one.event_id) - rank(other.event_id));
}

const unanswered = { answers: null, problems: [] };

/** Registers on a track under the person's own application, where everything required was answered before. */
export const register: Action<'registrations.register'> = async (ctx) => {
  const { resource, params } = ctx;
  const { user_id } = ctx.viewer;
  const parent_id = params.super_event_registration_id;
  const form = (await findTrackForm(ctx.db, { user_id, event_id: resource.id, parent_id })) ?? ctx.fail('NOT_FOUND');
  const known = { ...form, kept: form.former_answers, below: form.parent?.answers_json };
  const { answers, problems } = answersFrom(ctx, known, false) ?? unanswered;
  const verdict = decideRegistration(form, problems, { namesParent: parent_id !== undefined });
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
