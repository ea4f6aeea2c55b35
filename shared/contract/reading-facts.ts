/** Reading facts: as a list, as a stream, and by the gateway for all of its streams at once. */
import { eventStream } from './concerns.ts';
import { get, internal, may } from './endpoint.ts';
import { factRule, factTypes, type FactType } from './facts.ts';
import { t } from './schema.ts';

/** The format of a position, which is opaque to clients. */
const position = () => t.string({ pattern: /^[0-9a-f]{48}$/ });
const type = () => t.enum(...(factTypes as [FactType, ...FactType[]]));

const page = {
  facts: t.array(factRule),
  next: t.string(),
  has_more: t.boolean(),
};

/** Maximum number of readings in one call, and of facts for each. */
export const readingsAtMost = 100;
export const factsAtMost = 500;

const chosen = {
  orgId: t.reference(),
  after: t.optional(position()),
  types: t.optional(t.string({ max: 4_000 })),
  super_event_id: t.optional(t.uuid()),
};

export const readingFacts = {
  listFacts: get('/organizations/:orgId/facts', {
    summary: 'Read what happened in an organization, in order and without gaps',
    // Staff of the organization; with `super_event_id` staff of that hackathon as well, which the action looks at.
    access: may('know', 'organization', 'orgId'),
    params: { ...chosen, limit: t.default(t.integer({ min: 1, max: factsAtMost }), 100) },
    responses: { 200: t.object(page) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PERMISSION_DENIED', 'SECOND_FACTOR_MISSING', 'POSITION_EXPIRED'],
    addition: true,
  }),

  streamFacts: get('/organizations/:orgId/facts/stream', {
    summary: 'Be told what happens in an organization, as Server-Sent Events',
    access: may('know', 'organization', 'orgId'),
    // Only with the `super_event_id` of its hackathon.
    devices: ['board'],
    params: chosen,
    /** The data with which the gateway keeps the stream. */
    responses: {
      200: t.object({
        organization_id: t.uuid(),
        super_event_id: t.nullable(t.uuid()),
        types: t.nullable(t.array(type())),
        after: t.string(),
      }),
    },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PERMISSION_DENIED', 'SECOND_FACTOR_MISSING', 'POSITION_EXPIRED'],
    with: [eventStream()],
    addition: true,
  }),

  readFacts: internal({
    summary: 'Read on in several places at once',
    params: {
      readings: t.array(
        t.object({
          organization_id: t.uuid(),
          super_event_id: t.nullable(t.uuid()),
          types: t.nullable(t.array(type())),
          after: t.nullable(position()),
          limit: t.integer({ min: 1, max: factsAtMost }),
        }),
        { max: readingsAtMost },
      ),
    },
    /** In the order of the readings; null where the position has expired. */
    answer: t.object({ pages: t.array(t.nullable(t.object(page))) }),
  }),

  checkFactReaders: internal({
    summary: 'Tell which of these people may still read facts there',
    params: {
      readers: t.array(
        t.object({
          user_id: t.uuid(),
          organization_id: t.uuid(),
          super_event_id: t.nullable(t.uuid()),
          /** The hackathon of a board, which is no person. */
          board_of: t.optional(t.nullable(t.uuid())),
        }),
        { max: 1_000 },
      ),
    },
    answer: t.object({ allowed: t.array(t.boolean()) }),
  }),
};
