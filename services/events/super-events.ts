/** Super events (hackathons). */
import { isDeepStrictEqual } from 'node:util';
import { previewOf } from './due.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { change, cleanUpAfterDelete, recordRemoval } from './change.ts';
import { largestFile } from '../../shared/contract/answers.ts';
import { textsOf } from '../../shared/contract/languages.ts';
import type { Locale } from '../../shared/contract/vocabulary.ts';
import { sectionProblems, optionsOf, sectionsOf } from './form-rules.ts';
import { lettersIn, localeProblems, refuseTexts, settleSuperEvent, translatedIn } from './languages.ts';
import {
  comingHackathons,
  findPublic,
  type Sections,
  type ListedHackathon,
  type PublicHackathon,
} from './public.sql.ts';
import {
  findSuperEvent,
  lockSuperEvent,
  reader,
  removeSuperEvent,
  superEventsFor,
  type SuperEvent,
  type SuperEventItem,
} from './super-events.sql.ts';
import { namedFields } from './registration-fields.sql.ts';
import { scoresBeyond } from './scale.ts';
import { removeTracks } from './tracks.sql.ts';

export const listSuperEvents: Action<'events.listSuperEvents'> = async (ctx) => {
  const { rows, count } = await readList(ctx, superEventsFor(reader(ctx.viewer, ctx.resource)));
  return { super_events: rows.map(superEventItem), count };
};

export const getSuperEvent: Action<'events.getSuperEvent'> = async (ctx) => {
  const found = (await findSuperEvent(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  return { super_event: superEvent(found) };
};

export const updateSuperEvent: Action<'events.updateSuperEvent'> = async (ctx) => {
  const { id } = ctx.resource;
  const stored = (await lockSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { locales = stored.locales, config_json: config } = ctx.params;
  const { form } = stored.config_json as Config;
  const { values, problems } = settleSuperEvent(ctx.params, locales, form);
  refuseTexts(ctx, [...localeProblems(stored.locales, ctx.params.locales), ...problems]);
  await refuseSections(ctx, id, config, stored.config_json);
  const count = await scoresBeyond(ctx.db, id, { former: stored.config_json, wanted: config });
  if (count > 0 && !ctx.params.force) return ctx.fail('SCORES_EXIST', { count });
  const { name, status } = await change(ctx, 'super_event', stored, values);
  return { id, name, status };
};

/** Refuses sections that name no field. Stored sections may be sent back, although a field of theirs was deleted since. */
export async function refuseSections(
  { db, fail }: Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'db' | 'fail'>,
  super_event_id: string,
  { form }: Config = {},
  stored: Config = {},
): Promise<void> {
  const sections = form?.sections ?? [];
  if (sections.length === 0 || isDeepStrictEqual(form, stored.form)) return;
  const errors = sectionProblems(sections, await namedFields(db, super_event_id));
  if (errors.length > 0) fail('VALIDATION_FAILED', { errors });
}

/** Of a hackathon, as far as it is looked into here. */
interface Config {
  readonly form?: { readonly sections?: Sections };
}

export const deleteSuperEvent: Action<'events.deleteSuperEvent'> = async (ctx) => {
  const { id } = ctx.resource;
  const deleted_at = (await removeSuperEvent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  recordRemoval(ctx, 'super_event', { super_event_id: id }, deleted_at);
  await cleanUpAfterDelete(ctx, await removeTracks(ctx.db, { super_event_id: id }), [id]);
  return { deleted: true };
};

/** The gateway caches public hackathons, so that they are read once a second. */
export const listHackathons: Action<'events.listHackathons'> = async (ctx) => {
  const { rows } = await readList(ctx, comingHackathons());
  return { hackathons: rows.map(listedHackathon) };
};

/** An unknown, a draft and a private hackathon get the same answer. */
export const getHackathon: Action<'events.getHackathon'> = async (ctx) => {
  const [found = ctx.fail('NOT_FOUND'), another] = await findPublic(ctx.db, ctx.params.slug);
  return another ? ctx.fail('AMBIGUOUS_SLUG') : { hackathon: publicHackathon(found) };
};

export const superEventItem = ({ id, name, slug, status }: SuperEventItem) => ({ id, name, slug, status });

const dayMs = 86_400_000;

export const previewRetention: Action<'events.previewRetention'> = async (ctx) => {
  const { end_at, retention_days, ...numbers } = (await previewOf(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const days = ctx.params.days ?? retention_days;
  const due_at = end_at && days !== null ? instant(new Date(new Date(end_at).getTime() + days * dayMs)) : null;
  return { days, due_at, ...numbers };
};

export const superEvent = (row: SuperEvent) => ({
  ...superEventItem(row),
  description: row.description,
  visibility: row.visibility,
  gallery: row.gallery,
  payment_status: row.payment_status,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  tz: row.tz,
  track_count: row.track_count,
  paid_track_count: row.paid_track_count,
  paid_days: row.paid_days,
  max_participants: row.max_participants,
  opens_at: instant(row.opens_at),
  closes_at: instant(row.closes_at),
  confirm_within_hours: row.confirm_within_hours,
  waitlist_moves: row.waitlist_moves,
  retention_days: row.retention_days,
  privacy_url: row.privacy_url,
  terms_url: row.terms_url,
  format: row.format,
  logo_url: row.logo_url,
  colour: row.colour,
  reply_to: row.reply_to,
  letters: lettersIn(row.locales, row.letters),
  config_json: row.config_json,
  locales: row.locales,
  ...textsOf(row, translatedIn.super_event, row.locales),
});

// Converts public hackathons to the JSON of the contract, member by member.

export const listedHackathon = (row: ListedHackathon) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  organization: row.organization,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  tz: row.tz,
  format: row.format,
  gallery: row.gallery,
  is_open: row.is_open,
  ...textsOf(row, ['name'], row.locales),
});

export const publicHackathon = (row: PublicHackathon) => ({
  ...listedHackathon(row),
  description: row.description,
  logo_url: row.logo_url,
  colour: row.colour,
  max_participants: row.max_participants,
  spots_left: row.max_participants === null ? null : row.spots_left,
  opens_at: instant(row.opens_at),
  closes_at: instant(row.closes_at),
  max_file_bytes: largestFile(row.max_file_mb),
  privacy_url: row.privacy_url,
  terms_url: row.terms_url,
  tracks: row.tracks.map(({ start_at, end_at, name_i18n, ...track }) => ({
    ...track,
    start_at: instant(start_at),
    end_at: instant(end_at),
    ...textsOf({ ...track, name_i18n }, translatedIn.event, row.locales),
  })),
  fields: row.fields.map((field) => asked(field, row.locales)),
  sections: sectionsOf(row.sections ?? [], row.fields, row.locales),
  prizes: row.prizes.map(({ name_i18n, description_i18n, ...prize }) => ({
    ...prize,
    ...textsOf({ ...prize, name_i18n, description_i18n }, translatedIn.prize, row.locales),
  })),
  locales: row.locales,
  ...textsOf(row, translatedIn.super_event, row.locales),
});

const asked = (field: PublicHackathon['fields'][number], locales: readonly Locale[]) => ({
  id: field.id,
  field_type: field.field_type,
  label: field.label,
  description: field.description,
  placeholder: field.placeholder,
  options: [...optionsOf(field)],
  choices: field.choices,
  is_required: field.is_required,
  order_index: field.order_index,
  validation_rules: field.validation_rules,
  at_door: field.at_door,
  show_if: field.show_if,
  ...textsOf(field, translatedIn.field, locales),
});
