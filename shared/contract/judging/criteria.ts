/** The criteria by which teams of a track are judged, and their weights. */
import { gathered, wholeList } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { criterionFields } from '../fields.ts';
import { maybe, optional, pageOfWhole } from '../vocabulary.ts';
import { t } from '../schema.ts';

const criterion = () =>
  t.named(
    'Criterion',
    t.object({
      id: t.uuid(),
      event_id: t.uuid(),
      name: t.string(),
      description: t.nullable(t.string()),
      weight: t.number(),
      order_index: t.number(),
    }),
  );
const list = () => t.named('CriterionList', t.object({ criteria: t.array(criterion()), count: t.integer() }));

const { name, weight, order_index } = criterionFields;
const { description } = maybe({ description: criterionFields.description });

export const criteria = {
  listCriteria: get('/events/:eventId/criteria', {
    summary: 'List what the teams of a track are judged by',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference(), ...pageOfWhole },
    with: [wholeList('criteria'), gathered()],
    responses: { 200: list() },
  }),

  createCriterion: post('/events/:eventId/criteria', {
    summary: 'Add a criterion to a track',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), name, weight, order_index, description },
    responses: { 201: t.object({ criterion: criterion() }) },
    errors: ['WEIGHT_TOTAL_EXCEEDED'],
  }),

  updateCriterion: patch('/criteria/:id', {
    summary: 'Change a criterion; results follow with the next calculation',
    access: may('organize', 'criterion', 'id'),
    params: {
      id: t.reference(),
      ...optional({ name, weight, order_index }),
      description,
    },
    responses: { 200: t.object({ criterion: criterion() }) },
    errors: ['NOT_FOUND', 'WEIGHT_TOTAL_EXCEEDED'],
  }),

  deleteCriterion: del('/criteria/:id', {
    summary: 'Delete a criterion and every score given for it; `force=true` also where scores were handed in',
    access: may('organize', 'criterion', 'id'),
    params: { id: t.reference(), force: t.default(t.boolean(), false) },
    query: ['force'],
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'CRITERION_IN_USE'],
  }),

  cloneCriteria: post('/events/:eventId/criteria/clone/:sourceEventId', {
    summary: 'Copy all criteria of another track of the organization behind those of this one',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), sourceEventId: t.reference() },
    responses: { 200: list(), 201: list() },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'WEIGHT_TOTAL_EXCEEDED'],
    status: ({ count }) => (count > 0 ? 201 : 200),
  }),
};
