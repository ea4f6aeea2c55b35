/** Tracks, which the wire calls events. */
import { gathered, wholeList } from '../concerns.ts';
import { del, get, may, patch } from '../endpoint.ts';
import { trackFields as given } from '../fields/events.ts';
import { maybe, optional } from '../fields/members.ts';
import { t } from '../schema.ts';
import { eventStatus, mode, pageOfWhole } from '../vocabulary.ts';

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
  }),
);

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

  updateTrack: patch('/events/:id', {
    summary: 'Change a track; a new name makes a new slug',
    access: may('organize', 'event', 'id'),
    params: {
      id: t.reference(),
      ...optional({ name: given.name, tz: given.tz, start_at: given.start_at, end_at: given.end_at, mode: given.mode }),
      ...maybe({ stream_url: given.stream_url, stream_start_at: given.stream_start_at }),
      ...optional({ config_json: given.config_json, status: given.status }),
    },
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
