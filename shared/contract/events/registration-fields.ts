/** What a hackathon asks of people who register. */
import { wholeList } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { registrationFieldFields as given } from '../fields/events.ts';
import { maybe, optional } from '../fields/members.ts';
import { t } from '../schema.ts';
import { pageOfWhole } from '../vocabulary.ts';

const { field_type } = given;

export const registrationFields = {
  listFields: get('/super-events/:superEventId/registration-fields', {
    summary: 'List what a hackathon asks of people who register',
    access: may('read', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), ...pageOfWhole },
    with: [wholeList('fields')],
    responses: {
      200: t.object({
        fields: t.array(
          t.object({
            id: t.uuid(),
            field_type,
            label: t.string(),
            options: t.array(t.string()),
            is_required: t.boolean(),
            order_index: t.number(),
          }),
        ),
      }),
    },
  }),

  addField: post('/super-events/:superEventId/registration-fields', {
    summary: 'Ask one more thing of people who register',
    access: may('administer', 'super_event', 'superEventId'),
    params: {
      superEventId: t.reference(),
      field_type: given.field_type,
      label: given.label,
      ...maybe({ description: given.description, placeholder: given.placeholder }),
      options: t.default(given.options, []),
      is_required: t.default(given.is_required, false),
      order_index: t.default(given.order_index, 0),
      validation_rules: t.default(given.validation_rules, {}),
    },
    example: { field_type: 'select', label: 'The size of your T-shirt', options: ['S', 'M', 'L'], is_required: true },
    responses: {
      201: t.object({ id: t.uuid(), super_event_id: t.uuid(), field_type, label: t.string() }),
    },
    errors: ['VALIDATION_FAILED'],
  }),

  updateField: patch('/super-event-registration-fields/:id', {
    summary: 'Change what is asked of people who register',
    access: may('administer', 'registration_field', 'id'),
    params: {
      id: t.reference(),
      ...optional({ field_type: given.field_type, label: given.label }),
      ...maybe({ description: given.description, placeholder: given.placeholder }),
      ...optional({ options: given.options, is_required: given.is_required, order_index: given.order_index }),
      ...optional({ validation_rules: given.validation_rules }),
    },
    example: { label: 'The size of your hoodie', is_required: false },
    responses: { 200: t.object({ id: t.uuid(), field_type, label: t.string() }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),

  deleteField: del('/super-event-registration-fields/:id', {
    summary: 'Ask one thing less; answers given to it are kept',
    access: may('administer', 'registration_field', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ message: t.string() }) },
    errors: ['NOT_FOUND'],
  }),
};
