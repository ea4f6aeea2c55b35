/** Super events (hackathons). */
import { gathered, wholeList } from '../concerns.ts';
import { del, get, may, patch } from '../endpoint.ts';
import { superEventFields as given } from '../fields/events.ts';
import { maybe, optional } from '../fields/members.ts';
import { t } from '../schema.ts';
import { eventStatus, mode, pageOfWhole, paymentStatus, visibility } from '../vocabulary.ts';

export const superEvent = t.named(
  'SuperEvent',
  t.object({
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
  }),
);

export const superEvents = {
  listSuperEvents: get('/organizations/:orgSlug/super-events', {
    summary: "List an organization's hackathons",
    access: may('know', 'organization', 'orgSlug'),
    params: { orgSlug: t.reference(), ...pageOfWhole },
    with: [wholeList('super_events')],
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
    with: [gathered()],
  }),

  updateSuperEvent: patch('/super-events/:id', {
    summary: 'Change a hackathon; a new name makes a new slug',
    access: may('administer', 'super_event', 'id'),
    params: {
      id: t.reference(),
      ...optional({ name: given.name }),
      ...maybe({ description: given.description }),
      ...optional({ tz: given.tz, start_at: given.start_at, end_at: given.end_at }),
      ...maybe({ max_participants: given.max_participants }),
      ...optional({ visibility: given.visibility, format: given.format }),
      ...optional({ config_json: given.config_json, status: given.status }),
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
