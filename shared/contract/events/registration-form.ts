/** The registration form of a hackathon: its questions, and the long lists that selects choose from. */
import { wholeList, deadline, etag, queued, cached, textBody } from '../concerns.ts';
import { del, get, may, patch, post, put } from '../endpoint.ts';
import { registrationFieldFields as given } from '../fields.ts';
import { inEach, optionsInEach } from '../languages.ts';
import { maybe, optional, pageOfWhole } from '../vocabulary.ts';
import { t } from '../schema.ts';
import { maxPackedLength } from '../setup.ts';

const { field_type } = given;

/**
 * The choices of a select, and the condition for showing a field; `choices`: `countries`, or a list of the
 * organization. Texts are in languages of the hackathon, options in the order of `options`.
 */
const further = {
  ...maybe({ choices: given.choices, show_if: given.show_if }),
  ...{ label_i18n: given.label_i18n, description_i18n: given.description_i18n },
  ...{ placeholder_i18n: given.placeholder_i18n, options_i18n: given.options_i18n },
};

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
            description: t.nullable(t.string()),
            placeholder: t.nullable(t.string()),
            options: t.array(t.string()),
            is_required: t.boolean(),
            order_index: t.number(),
            validation_rules: t.json(),
            at_door: t.boolean(),
            choices: t.nullable(t.string()),
            show_if: t.nullable(given.show_if),
            /** Where the hackathon has several languages. */
            ...inEach('label', 'description', 'placeholder'),
            options_i18n: optionsInEach(),
          }),
        ),
      }),
    },
  }),

  listDeletedFields: get('/super-events/:superEventId/registration-fields/deleted', {
    summary: 'List the deleted questions of a hackathon, for the answers to them that stay',
    access: may('organize', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), ...pageOfWhole },
    with: [wholeList('fields')],
    responses: {
      200: t.object({ fields: t.array(t.object({ id: t.uuid(), label: t.string(), deleted_at: t.timestamp() })) }),
    },
    addition: true,
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
      at_door: t.default(given.at_door, false),
      ...further,
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
      ...optional({ validation_rules: given.validation_rules, at_door: given.at_door }),
      ...further,
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
    errors: ['NOT_FOUND', 'FIELD_IN_USE'],
  }),
};

// Lists of choices, such as schools, which the hackathons of an organization share.

/** Values of a list, characters of each, and bytes of a body with them. */
export const [maxListValues, maxValueLength, maxListBytes] = [50_000, 200, 2_000_000] as const;
/** Values that a search finds. */
export const maxListMatches = 10;

/** A body in JSON. */
export const listedValues = {
  values: t.array(t.string({ min: 1, max: maxValueLength, trim: true }), { max: maxListValues }),
};

const list = t.named('ChoiceList', t.object({ name: t.string(), value_count: t.integer(), updated_at: t.timestamp() }));
const ofOrganization = { orgId: t.reference() };

export const lists = {
  listLists: get('/organizations/:orgId/lists', {
    summary: 'List the lists that selects of forms choose from',
    access: may('administer', 'organization', 'orgId'),
    params: { ...ofOrganization, ...pageOfWhole },
    with: [wholeList('lists')],
    responses: { 200: t.object({ lists: t.array(list) }) },
    addition: true,
  }),

  putList: put('/organizations/:orgId/lists/:name', {
    summary: 'Make a list, or replace what stands on it',
    note: `The body is CSV with a value on each line, without a header, or JSON: \`{ "values": [] }\`. A list has ${maxListValues.toLocaleString('en')} values of ${maxValueLength} characters at most; of equal ones the first counts, and \`repeated\` says how many others there were.`,
    access: may('administer', 'organization', 'orgId'),
    params: { ...ofOrganization, name: t.reference(), list: t.string({ min: 1, max: maxPackedLength }) },
    with: [textBody('list', maxListBytes, 'text/csv'), deadline(30_000), queued()],
    example: { list: 'University of Mainz\n"University of California, Berkeley"\n' },
    responses: { 200: t.object({ list, repeated: t.integer() }) },
    errors: ['VALIDATION_FAILED'],
    addition: true,
  }),

  deleteList: del('/organizations/:orgId/lists/:name', {
    summary: 'Delete a list that no field chooses from; answers that were taken from it are kept',
    access: may('administer', 'organization', 'orgId'),
    params: { ...ofOrganization, name: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'LIST_IN_USE'],
    addition: true,
  }),

  searchList: get('/super-events/:slug/lists/:name', {
    summary: 'Find the ten best matches on a list that the form of a hackathon chooses from',
    note: 'As public as the form is. Values that begin with the text come first, then values with a word that does; without a text, the list begins from its start.',
    access: 'public',
    params: { slug: t.reference(), name: t.reference(), q: t.optional(t.string({ max: 100 })) },
    with: [cached(), etag()],
    responses: { 200: t.object({ values: t.array(t.string()) }) },
    errors: ['NOT_FOUND', 'AMBIGUOUS_SLUG'],
    addition: true,
  }),
};
