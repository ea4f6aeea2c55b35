/** What a hackathon asks of people who register. */
import { del, get, may, patch, post } from '../endpoint.ts';
import { validationRules } from '../patterns.ts';
import { t } from '../schema.ts';
import { fieldTypes } from '../vocabulary.ts';

const fieldType = () => t.enum(...fieldTypes);
const label = () => t.string({ min: 1, max: 200, trim: true });
const options = () => t.array(t.string({ min: 1, max: 200 }), { max: 500 });

export const registrationFields = {
  listFields: get('/super-events/:superEventId/registration-fields', {
    summary: 'List what a hackathon asks of people who register',
    access: may('read', 'super_event', 'superEventId'),
    params: { superEventId: t.reference() },
    responses: {
      200: t.object({
        fields: t.array(
          t.object({
            id: t.uuid(),
            field_type: fieldType(),
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
      field_type: fieldType(),
      label: label(),
      description: t.optional(t.nullable(t.string({ max: 2_000 }))),
      placeholder: t.optional(t.nullable(t.string({ max: 200 }))),
      options: t.default(options(), []),
      is_required: t.default(t.boolean(), false),
      order_index: t.default(t.number(), 0),
      validation_rules: t.default(validationRules(), {}),
    },
    responses: {
      201: t.object({ id: t.uuid(), super_event_id: t.uuid(), field_type: fieldType(), label: t.string() }),
    },
    errors: ['VALIDATION_FAILED'],
  }),

  updateField: patch('/super-event-registration-fields/:id', {
    summary: 'Change what is asked of people who register',
    access: may('administer', 'registration_field', 'id'),
    params: {
      id: t.reference(),
      field_type: t.optional(fieldType()),
      label: t.optional(label()),
      description: t.optional(t.nullable(t.string({ max: 2_000 }))),
      placeholder: t.optional(t.nullable(t.string({ max: 200 }))),
      options: t.optional(options()),
      is_required: t.optional(t.boolean()),
      order_index: t.optional(t.number()),
      validation_rules: t.optional(validationRules()),
    },
    responses: { 200: t.object({ id: t.uuid(), field_type: fieldType(), label: t.string() }) },
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
