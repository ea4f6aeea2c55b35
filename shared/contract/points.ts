/** Making, changing and removing check-in points. */
import { del, may, patch, post } from './endpoint.ts';
import { t } from './schema.ts';
import { pointFields, requirementFields } from './fields/check-in.ts';
import { displayName, pointType } from './vocabulary.ts';

/** As the interface answers a requirement, and as an event file writes it. */
const requirement = t.object({
  ...requirementFields,
  description: t.optional(t.nullable(requirementFields.description)),
  is_required: t.optional(requirementFields.is_required),
});
const requirements = () => t.optional(t.array(requirement, { max: 100 }));

const madePoint = t.named(
  'MadeCheckinPoint',
  t.object({
    id: t.uuid(),
    super_event_id: t.uuid(),
    /** Null: a point of the whole hackathon. */
    event_id: t.nullable(t.uuid()),
    /** What an event file calls it. */
    key: t.string(),
    name: t.string(),
    type: pointType(),
    opens_at: t.timestamp(),
    closes_at: t.timestamp(),
    milestone_requirements: t.array(requirement),
  }),
);

export const points = {
  createPoint: post('/super-events/:slug/checkin-points', {
    summary: 'Make a check-in point, of a hackathon or of one of its tracks',
    access: may('organize', 'super_event', 'slug'),
    params: {
      slug: t.reference(),
      ...pointFields,
      type: t.default(pointFields.type, 'attendance'),
      event_id: t.optional(t.nullable(t.uuid())),
      milestone_requirements: requirements(),
    },
    example: {
      name: 'Main entrance',
      type: 'attendance',
      opens_at: '2027-03-06T07:00:00.000Z',
      closes_at: '2027-03-06T12:00:00.000Z',
    },
    responses: { 201: t.object({ checkin_point: madePoint }) },
    errors: ['VALIDATION_FAILED', 'INVALID_TRACK'],
    addition: true,
  }),

  updatePoint: patch('/checkin-points/:id', {
    summary: 'Change a check-in point',
    access: may('organize', 'checkin_point', 'id'),
    params: {
      id: t.reference(),
      name: t.optional(displayName()),
      type: t.optional(pointType()),
      opens_at: t.optional(t.timestamp()),
      closes_at: t.optional(t.timestamp()),
      milestone_requirements: requirements(),
    },
    responses: { 200: t.object({ checkin_point: madePoint }) },
    errors: ['VALIDATION_FAILED', 'POINT_NOT_FOUND'],
    absent: 'POINT_NOT_FOUND',
    addition: true,
  }),

  deletePoint: del('/checkin-points/:id', {
    summary: 'Remove a check-in point at which nothing was scanned or handed in',
    access: may('organize', 'checkin_point', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['POINT_NOT_FOUND', 'POINT_IN_USE'],
    absent: 'POINT_NOT_FOUND',
    addition: true,
  }),
};
