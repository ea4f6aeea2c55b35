/** The fields of a hackathon's registration form. */
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { slugOf } from '../../shared/base/words.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { newId } from '../../shared/database/ids.ts';
import { registrationField } from './entities.ts';
import { fieldsOf, holdField, insertField, removeField } from './queries/registration-fields.ts';
import { isChoice, optionProblems } from './rules.ts';
import { field } from './shapes/registration-fields.ts';

export const listFields: Action<'events.listFields'> = async (ctx) => {
  const { rows } = await readList(ctx, fieldsOf(ctx.resource.id));
  return { fields: rows.map(field) };
};

/** Maximum length of a key's readable part. With a part of the id behind it, a key has at most 64 characters. */
const longestKey = 50;

/**
 * Returns candidates for the key by which event files name the field from now on, even after its label changes: the
 * label, and the label with the end of the id. The beginning of an id is its time, which fields that are added
 * together share.
 */
function keysOf(label: string, id: string): string[] {
  const key = slugOf(label, longestKey);
  const distinct = `${key || 'field'}-${id.slice(-8)}`;
  return key ? [key, distinct, id] : [distinct, id];
}

export const addField: Action<'events.addField'> = async (ctx) => {
  const { field_type, label, description, placeholder, options, is_required, order_index, validation_rules } =
    ctx.params;
  const asked = { field_type, label, description, placeholder, options, is_required, order_index, validation_rules };
  const problems = optionProblems(asked);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });

  const { id: super_event_id } = ctx.resource;
  const id = newId();
  const field = { id, super_event_id, ...asked, description: description ?? null, placeholder: placeholder ?? null };
  await insertField(ctx.db, field, keysOf(label, id));
  ctx.changed('super_event.field_added', { super_event_id, registration_field_id: id }, {}, asked);
  return { id, super_event_id, field_type, label };
};

/** Changes a field. One whose new type has no choices loses its options. */
export const updateField: Action<'events.updateField'> = async (ctx) => {
  const { id, super_event_id } = ctx.resource;
  const stored = (await holdField(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { options = isChoice(ctx.params.field_type ?? stored.field_type) ? stored.options : [], ...sent } = ctx.params;
  const wanted = difference(stored, { ...sent, options });
  const next = { ...stored, ...wanted.after };
  const problems = optionProblems(next);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });

  if (!isEmpty(wanted)) {
    await ctx.db.nativeUpdate(registrationField, id, wanted.after);
    const ids = { super_event_id, registration_field_id: id };
    ctx.changed('super_event.field_changed', ids, wanted.before, wanted.after);
  }
  return { id, field_type: next.field_type, label: next.label };
};

export const deleteField: Action<'events.deleteField'> = async (ctx) => {
  const { id, super_event_id } = ctx.resource;
  const removed = (await removeField(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('super_event.field_removed', { super_event_id, registration_field_id: id }, { ...removed }, {});
  return { message: 'The registration field was deleted. Answers already given to it are kept.' };
};
