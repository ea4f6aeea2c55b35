/** The fields of a hackathon's registration form. */
import { instant } from '../../shared/base/instant.ts';
import { isDangerousName } from '../../shared/base/storable.ts';
import { slugOf } from '../../shared/base/words.ts';
import { countryList } from '../../shared/contract/forms.ts';
import { textsOf } from '../../shared/contract/languages.ts';
import { newId } from '../../shared/database/ids.ts';
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { registrationField } from './entities.ts';
import { completed, conditionProblems, dependentsOf, optionsOf, problemsOf, type FormField } from './form-rules.ts';
import { takeTexts, translatedIn, withoutBlanks } from './languages.ts';
import { hasList } from './lists.sql.ts';
import {
  deletedFieldsOf,
  fieldsOf,
  lockForm,
  insertField,
  removeField,
  type RegistrationField,
  type Spoken,
} from './registration-fields.sql.ts';

export const listFields: Action<'events.listFields'> = async (ctx) => {
  const { rows } = await readList(ctx, fieldsOf(ctx.resource.id));
  return { fields: rows.map(field) };
};

export const listDeletedFields: Action<'events.listDeletedFields'> = async (ctx) => {
  const { rows } = await readList(ctx, deletedFieldsOf(ctx.resource.id));
  return { fields: rows.map(({ id, label, deleted_at }) => ({ id, label, deleted_at: instant(deleted_at) })) };
};

/** Maximum length of a key's readable part. With a part of the id behind it, a key has at most 64 characters. */
const longestKey = 50;

/**
 * Returns candidates for the key by which event files name the field from now on, even after its label changes: the
 * label, and the label with the end of the id. The beginning of an id is its time, which fields that are added
 * together share. A label such as "constructor" makes no key, because no event file can have answers under it.
 */
function keysOf(label: string, id: string): string[] {
  const key = slugOf(label, longestKey);
  const distinct = `${key || 'field'}-${id.slice(-8)}`;
  return key && !isDangerousName(key) ? [key, distinct, id] : [distinct, id];
}

/** Refuses a field that cannot be, by itself or beside the others; its list stays until the transaction ends. */
async function refuseWrong(
  { db, resource, fail }: Pick<Ctx<unknown, 'VALIDATION_FAILED'>, 'db' | 'resource' | 'fail'>,
  next: FormField,
  form: readonly FormField[],
): Promise<void> {
  const { choices } = next;
  const isUnknown =
    choices !== null && choices !== countryList && !(await hasList(db, resource.organization_id, choices));
  const unknown = { field: 'choices', code: 'unknownList', message: 'choices names no list of the organization' };
  const errors = [...problemsOf(next), ...(isUnknown ? [unknown] : []), ...conditionProblems(next, form)];
  if (errors.length > 0) fail('VALIDATION_FAILED', { errors });
}

const blank = { options: [], options_i18n: {}, at_door: false };

export const addField: Action<'events.addField'> = async (ctx) => {
  const { id: super_event_id } = ctx.resource;
  const id = newId();
  const { form, locales } = await lockForm(ctx.db, super_event_id);
  const values = takeTexts(ctx, translatedIn.field, locales);
  const { description = null, placeholder = null, choices = null, show_if = null, ...given } = values;
  const { field_type, label, is_required, order_index, validation_rules } = given;
  const { options, options_i18n = {}, at_door } = completed({ field_type, choices, ...blank }, { ...given, choices });
  const asked = { field_type, label, options, is_required, order_index, validation_rules };
  const { label_i18n = {}, description_i18n = {}, placeholder_i18n = {} } = given;
  const texts = { label_i18n, description_i18n, placeholder_i18n, options_i18n };
  const field = { id, super_event_id, ...asked, description, placeholder, at_door, choices, show_if, ...texts };
  await refuseWrong(ctx, field, form);

  await insertField(ctx.db, field, keysOf(label, id));
  const said = { description, placeholder, at_door: at_door || null, choices, show_if, ...texts };
  const more = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));
  ctx.changed(
    'super_event.field_added',
    { super_event_id, registration_field_id: id },
    {},
    withoutBlanks({ ...asked, ...more }),
  );
  return { id, super_event_id, field_type, label };
};

/** Changes a field, with what follows from that. */
export const updateField: Action<'events.updateField'> = async (ctx) => {
  const { id, super_event_id } = ctx.resource;
  const { form, locales } = await lockForm(ctx.db, super_event_id ?? ctx.fail('NOT_FOUND'));
  const stored = form.find((each) => each.id === id) ?? ctx.fail('NOT_FOUND');
  const wanted = difference(stored, completed(stored, takeTexts(ctx, translatedIn.field, locales)));
  const next = { ...stored, ...wanted.after };
  await refuseWrong(ctx, next, form);

  if (!isEmpty(wanted)) {
    await ctx.db.nativeUpdate(registrationField, id, wanted.after);
    const ids = { super_event_id, registration_field_id: id };
    ctx.changed('super_event.field_changed', ids, wanted.before, wanted.after);
  }
  return { id, field_type: next.field_type, label: next.label };
};

export const deleteField: Action<'events.deleteField'> = async (ctx) => {
  const { id, super_event_id } = ctx.resource;
  const { form } = await lockForm(ctx.db, super_event_id ?? ctx.fail('NOT_FOUND'));
  const dependents = dependentsOf(id, form);
  if (dependents.length > 0) return ctx.fail('FIELD_IN_USE', { field_ids: dependents.map((each) => each.id) });
  const removed = (await removeField(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('super_event.field_removed', { super_event_id, registration_field_id: id }, { ...removed }, {});
  return { message: 'The registration field was deleted. Answers already given to it are kept.' };
};

export const field = (row: RegistrationField & Spoken) => ({
  id: row.id,
  field_type: row.field_type,
  label: row.label,
  description: row.description,
  placeholder: row.placeholder,
  options: [...optionsOf(row)],
  is_required: row.is_required,
  order_index: row.order_index,
  validation_rules: row.validation_rules,
  at_door: row.at_door,
  choices: row.choices,
  show_if: row.show_if,
  ...textsOf(row, translatedIn.field, row.locales),
});
