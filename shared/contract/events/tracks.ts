/** Tracks, which the wire calls events, and the switch of their registration. */
import { gathered, wholeList } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { trackFields as given } from '../fields.ts';
import { inEach } from '../languages.ts';
import { maybe, optional, eventStatus, mode, pageOfWhole, displayName } from '../vocabulary.ts';
import { t } from '../schema.ts';

export const track = t.named(
  'Track',
  t.object({
    id: t.uuid(),
    name: t.string(),
    slug: t.string(),
    status: eventStatus(),
    mode: t.nullable(mode()),
    start_at: t.nullable(t.timestamp()),
    end_at: t.nullable(t.timestamp()),
    tz: t.nullable(t.string()),
    super_event_id: t.uuid(),
    stream_start_at: t.nullable(t.timestamp()),
    config_json: t.json(),
    /** Where its hackathon has several languages. */
    ...inEach('name'),
  }),
);

/** Members of a track that can be changed. Creating one takes the same, of which only the name is required. */
const changes = {
  ...optional({ name: given.name, tz: given.tz, start_at: given.start_at, end_at: given.end_at, mode: given.mode }),
  ...maybe({ stream_url: given.stream_url, stream_start_at: given.stream_start_at }),
  ...optional({ config_json: given.config_json, status: given.status }),
  name_i18n: given.name_i18n,
};

export const tracks = {
  listTracks: get('/organizations/:orgSlug/events', {
    summary: "List an organization's tracks",
    access: may('know', 'organization', 'orgSlug'),
    params: { orgSlug: t.reference(), ...pageOfWhole },
    with: [wholeList('events')],
    responses: {
      200: t.object({
        events: t.array(
          t.object({
            id: t.uuid(),
            name: t.string(),
            slug: t.string(),
            status: eventStatus(),
            super_event_id: t.uuid(),
          }),
        ),
      }),
    },
  }),

  getTrack: get('/events/:slug', {
    summary: 'Get a track with how many are registered and in how many teams',
    access: may('read', 'event', 'slug'),
    params: { slug: t.reference() },
    responses: {
      200: t.object({ event: track, registration_count: t.integer(), team_count: t.integer() }),
    },
    errors: ['NOT_FOUND'],
    with: [gathered()],
  }),

  createTrack: post('/super-events/:id/events', {
    summary: 'Make a track of a hackathon; its slug follows from its name',
    access: may('administer', 'super_event', 'id', { withSession: true }),
    params: { id: t.reference(), ...changes, name: displayName() },
    example: { name: 'Climate', mode: 'onsite', tz: 'Europe/Berlin' },
    responses: { 201: t.object({ event: track }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY'],
    addition: true,
  }),

  updateTrack: patch('/events/:id', {
    summary: 'Change a track; a new name makes a new slug',
    access: may('organize', 'event', 'id'),
    params: { id: t.reference(), ...changes },
    responses: {
      200: t.object({ event: t.object({ id: t.uuid(), name: t.string(), status: eventStatus() }) }),
    },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY'],
  }),

  deleteTrack: del('/events/:id', {
    summary: 'Delete a track',
    access: may('organize', 'event', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
  }),

  getStream: get('/events/:slug/stream', {
    summary: "Get the address of a track's stream, or else of its hackathon's",
    access: may('view', 'event', 'slug'),
    params: { slug: t.reference() },
    responses: { 200: t.object({ stream_url: t.string(), stream_start_at: t.nullable(t.timestamp()) }) },
    errors: ['PERMISSION_DENIED', 'NOT_FOUND'],
    with: [gathered()],
  }),
};

// Opens and closes the registration of a track, and lists what is missing before it can open.

const event = t.object({ id: t.uuid() });

export const registrationSwitch = {
  getSetupStatus: get('/events/:eventId/setup-status', {
    summary: 'Tell how far a track is set up, and how many are registered and in how many teams; a draft is not ready',
    access: may('view', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: {
      200: t.object({
        checklist: t.object({ has_name: t.boolean(), has_dates: t.boolean(), has_registration_open: t.boolean() }),
        is_ready_for_registration: t.boolean(),
        stats: t.object({ registrations: t.integer(), teams: t.integer() }),
      }),
    },
    errors: ['NOT_FOUND'],
  }),

  openRegistration: post('/events/:eventId/open-registration', {
    summary: 'Open the registration of a track; `force=true` overrides warnings',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), force: t.default(t.boolean(), false) },
    query: ['force'],
    responses: { 200: t.object({ registration_opened: t.literal(true), event }) },
    errors: ['NOT_FOUND', 'NOT_READY'],
  }),

  closeRegistration: post('/events/:eventId/close-registration', {
    summary: 'Close the registration of a track',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.object({ registration_opened: t.literal(false), event }) },
  }),
};
