/** What the teams of a track are judged by, and how much each of it counts. */
import { del, get, may, patch, post } from '../endpoint.ts';
import { t } from '../schema.ts';

const criterion = () =>
  t.object({
    id: t.uuid(),
    event_id: t.uuid(),
    name: t.string(),
    description: t.nullable(t.string()),
    weight: t.number(),
    order_index: t.number(),
  });
const list = () => t.object({ criteria: t.array(criterion()), count: t.integer() });

/** A weight is kept with ten decimals; the weights of a track are at most 1 together, give or take 0.00001 of rounding. */
const fields = () => ({
  name: t.string({ min: 1, max: 100, trim: true }),
  weight: t.number({ min: 0, max: 1 }),
  order_index: t.number({ min: -1e9, max: 1e9 }),
  description: t.optional(t.nullable(t.string({ max: 2_000 }))),
});

export const criteria = {
  listCriteria: get('/events/:eventId/criteria', {
    summary: 'List what the teams of a track are judged by',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: list() },
  }),

  createCriterion: post('/events/:eventId/criteria', {
    summary: 'Add a criterion to a track',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), ...fields() },
    responses: { 201: t.object({ criterion: criterion() }) },
    errors: ['WEIGHT_TOTAL_EXCEEDED'],
  }),

  updateCriterion: patch('/criteria/:id', {
    summary: 'Change a criterion; results follow with the next calculation',
    access: may('organize', 'criterion', 'id'),
    params: {
      id: t.reference(),
      name: t.optional(fields().name),
      weight: t.optional(fields().weight),
      order_index: t.optional(fields().order_index),
      description: fields().description,
    },
    responses: { 200: t.object({ criterion: criterion() }) },
    errors: ['NOT_FOUND', 'WEIGHT_TOTAL_EXCEEDED'],
  }),

  deleteCriterion: del('/criteria/:id', {
    summary: 'Delete a criterion and every score given for it; `force` also where scores were handed in',
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
