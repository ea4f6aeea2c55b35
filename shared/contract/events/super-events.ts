/** Super events (hackathons). */
import { del, get, may, patch } from '../endpoint.ts';
import { t } from '../schema.ts';
import { displayName, eventStatus, mode, paymentStatus, visibility } from '../vocabulary.ts';

const superEvent = t.object({
  id: t.uuid(),
  name: t.string(),
  slug: t.string(),
  description: t.nullable(t.string()),
  status: eventStatus(),
  visibility: visibility(),
  payment_status: paymentStatus(),
  start_at: t.nullable(t.timestamp()),
  end_at: t.nullable(t.timestamp()),
  tz: t.nullable(t.string()),
  track_count: t.integer(),
  paid_track_count: t.integer(),
  paid_days: t.integer(),
  max_participants: t.nullable(t.integer()),
  format: t.nullable(mode()),
  config_json: t.json(),
});

export const superEvents = {
  listSuperEvents: get('/organizations/:orgSlug/super-events', {
    summary: "List an organization's hackathons",
    access: may('know', 'organization', 'orgSlug'),
    params: { orgSlug: t.reference() },
    responses: {
      200: t.object({
        super_events: t.array(t.object({ id: t.uuid(), name: t.string(), slug: t.string(), status: eventStatus() })),
        count: t.integer(),
      }),
    },
  }),

  getSuperEvent: get('/super-events/:slug', {
    summary: 'Get a hackathon',
    access: may('read', 'super_event', 'slug'),
    params: { slug: t.reference() },
    responses: { 200: t.object({ super_event: superEvent }) },
    errors: ['NOT_FOUND'],
  }),

  updateSuperEvent: patch('/super-events/:id', {
    summary: 'Change a hackathon; a new name makes a new slug',
    access: may('administer', 'super_event', 'id'),
    params: {
      id: t.reference(),
      name: t.optional(displayName()),
      description: t.optional(t.nullable(t.string({ max: 10_000 }))),
      tz: t.optional(t.timeZone()),
      start_at: t.optional(t.timestamp()),
      end_at: t.optional(t.timestamp()),
      max_participants: t.optional(t.nullable(t.integer({ min: 1, max: 2_147_483_647 }))),
      visibility: t.optional(visibility()),
      format: t.optional(mode()),
      config_json: t.optional(t.json()),
      status: t.optional(eventStatus()),
    },
    responses: { 200: t.object({ id: t.uuid(), name: t.string(), status: eventStatus() }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY'],
  }),

  deleteSuperEvent: del('/super-events/:id', {
    summary: 'Delete a hackathon and its tracks',
    access: may('administer', 'super_event', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
  }),
};
