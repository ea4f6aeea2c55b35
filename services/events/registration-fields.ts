/** What a hackathon asks of people who register. */
import slugify from '@sindresorhus/slugify';
import type { Action } from '../../shared/broker/implement.ts';
import { updateRows } from '../../shared/database/bulk.ts';
import { newId } from '../../shared/database/ids.ts';
import { fieldsOf, holdField, insertField, removeField } from './queries/registration-fields.ts';
import { difference, isChoice, isEmpty, optionProblems } from './rules.ts';
import { field } from './shapes/registration-fields.ts';

export const listFields: Action<'events.listFields'> = async ({ db, place }) => {
  const fields = await fieldsOf(db, place.id);
  return { fields: fields.map(field) };
};

/** Leaves room for a part of the id within the 64 characters that a key has at most. */
const longestKey = 50;

/**
 * How event files name the field from now on, whatever its label becomes: by the label, and if need be by the end of the id.
 * Its beginning is the time, which fields that are added together share.
 */
function keysOf(label: string, id: string): string[] {
  const key = slugify(label, { decamelize: false }).slice(0, longestKey).replace(/-+$/, '');
  const distinct = `${key || 'field'}-${id.slice(-8)}`;
  return key ? [key, distinct, id] : [distinct, id];
}

export const addField: Action<'events.addField'> = async (ctx) => {
  const { field_type, label, description, placeholder, options, is_required, order_index, validation_rules } =
    ctx.params;
  const asked = { field_type, label, description, placeholder, options, is_required, order_index, validation_rules };
  const problems = optionProblems(asked);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });

  const { id: super_event_id } = ctx.place;
  const id = newId();
  const field = { id, super_event_id, ...asked, description: description ?? null, placeholder: placeholder ?? null };
  await insertField(ctx.db, field, keysOf(label, id));
  ctx.changed({ super_event_id, registration_field_id: id }, {}, asked);
  return { id, super_event_id, field_type, label };
};

/** A field that becomes one without choices loses its options. */
export const updateField: Action<'events.updateField'> = async (ctx) => {
  const { id, super_event_id } = ctx.place;
  const stored = (await holdField(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  const { options = isChoice(ctx.params.field_type ?? stored.field_type) ? stored.options : [], ...sent } = ctx.params;
  const wanted = difference(stored, { ...sent, options });
  const next = { ...stored, ...wanted.after };
  const problems = optionProblems(next);
  if (problems.length > 0) return ctx.fail('VALIDATION_FAILED', { errors: problems });

  if (!isEmpty(wanted)) {
    await updateRows(ctx.db, 'registration_field', [{ id, ...wanted.after }], { by: ['id'] });
    ctx.changed({ super_event_id, registration_field_id: id }, wanted.before, wanted.after);
  }
  return { id, field_type: next.field_type, label: next.label };
};

export const deleteField: Action<'events.deleteField'> = async (ctx) => {
  const { id, super_event_id } = ctx.place;
  const removed = (await removeField(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed({ super_event_id, registration_field_id: id }, { ...removed }, {});
  return { message: 'The registration field was deleted. Answers already given to it are kept.' };
};
