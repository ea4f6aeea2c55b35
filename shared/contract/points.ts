/** The points where people are scanned, and the board with arrivals. */
import { del, may, patch, post, get } from './endpoint.ts';
import { inEach } from './languages.ts';
import { t } from './schema.ts';
import { pointFields, requirementFields } from './fields.ts';
import { displayName, pointType } from './vocabulary.ts';
import { etag } from './concerns.ts';

/** As the interface answers a requirement, and as an event file writes it. */
export const requirement = t.object({
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
    /** Its key in an event file. */
    key: t.string(),
    name: t.string(),
    type: pointType(),
    opens_at: t.timestamp(),
    closes_at: t.timestamp(),
    milestone_requirements: t.array(requirement),
    config_json: t.json(),
  }),
);

export const milestoneRequirement = t.object({
  id: t.string(),
  title: t.string(),
  description: t.nullable(t.string()),
  is_required: t.boolean(),
  satisfied: t.boolean(),
});

/** A requirement of a milestone point, as it is stored. */
export interface MilestoneRequirement {
  readonly id: string;
  readonly title: string;
  readonly description?: string | null;
  /** Defaults to true. */
  readonly is_required?: boolean;
}

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
      config_json: t.default(pointFields.config_json, {}),
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
      config_json: t.optional(pointFields.config_json),
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

// The board: numbers and rate of arrivals, and the latest names.

/** Minutes of one bar of arrivals, and the number of bars. */
export const arrivalMinutes = 5;
export const arrivalBars = 72;

export const board = {
  board: get('/super-events/:slug/board', {
    summary: 'Get the numbers of the board beside the doors; at most a second old',
    access: may('staff', 'super_event', 'slug'),
    devices: ['board'],
    params: { slug: t.reference() },
    responses: {
      200: t.object({
        super_event: t.object({ name: t.string(), tz: t.nullable(t.string()), ...inEach('name') }),
        /** The number of accepted people, and of people recorded at any of the points. */
        accepted: t.integer(),
        checked_in: t.integer(),
        /**
         * In the order of their opening. `rate_per_minute`: over the last five minutes. `expected`: the portions of all who are
         * accepted there, at a point of type `meal` or `item`, where `checked_in` counts portions; else null.
         */
        per_point: t.array(
          t.object({
            ...{ id: t.uuid(), name: t.string(), type: pointType(), opens_at: t.timestamp(), closes_at: t.timestamp() },
            ...{ checked_in: t.integer(), expected: t.nullable(t.integer()), rate_per_minute: t.number() },
          }),
        ),
        /** Check-ins at all points by the five minutes that begin `at`, the earliest first, those without any too. */
        arrivals: t.array(t.object({ at: t.timestamp(), count: t.integer() })),
        /** Refusals of these six hours, the most frequent first. */
        refused: t.array(t.object({ reason: t.string(), count: t.integer() })),
        /** The last ten check-ins, the latest first: the first name, and the initial of the last. */
        latest: t.array(t.object({ name: t.string(), point_name: t.string(), at: t.timestamp() })),
      }),
    },
    errors: ['NOT_FOUND'],
    with: [etag()],
    addition: true,
  }),
};
