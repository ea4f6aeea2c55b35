/**
 * Announcements of organizers to the people of a hackathon, and their unsubscription. All other emails are jobs, which
 * are added in the transaction that causes them.
 */
import { anyBody, pageFor, wholeList } from './concerns.ts';
import { del, get, may, patch, post } from './endpoint.ts';
import { announcementFields as given, audience } from './fields.ts';
import { optional, announcementStatus, pageOfWhole } from './vocabulary.ts';
import { t } from './schema.ts';

const announcement = t.named(
  'Announcement',
  t.object({
    id: t.uuid(),
    super_event_id: t.uuid(),
    subject: t.string(),
    body: t.string(),
    audience,
    status: announcementStatus(),
    send_at: t.nullable(t.timestamp()),
    /** The time at which its recipients were determined. */
    sent_at: t.nullable(t.timestamp()),
    created_by: t.uuid(),
    created_at: t.timestamp(),
    /** Null in a list for one that was not sent yet: those of now are counted where one is asked for. */
    recipients: t.nullable(t.integer()),
    /** Emails that are not sent yet. */
    queued: t.integer(),
    sent: t.integer(),
    failed: t.integer(),
  }),
);
const one = { 200: t.object({ announcement }) };

const ofHackathon = may('organize', 'super_event', 'slug');
const ofAnnouncement = may('organize', 'announcement', 'id');

const markdown =
  'The body is Markdown of paragraphs, emphasis, lists and links (http, https and mailto); HTML stands there as text. `{first_name}`, `{hackathon}`, `{track}`, `{team}` and `{code}` stand for what differs, other braces are refused; a backslash makes a brace a plain character.';
const reach =
  'It goes to everybody whom each member of `audience` allows: without `statuses` to all who applied and have not cancelled; with `track_ids` the status is that on these tracks; with `roles` to those who have one, and without `statuses` and `confirmed` also to those who never applied. Nobody gets it twice, and nobody who unsubscribed from the emails of the organization.';

export const announcements = {
  listAnnouncements: get('/super-events/:slug/announcements', {
    summary: 'List the announcements of a hackathon',
    access: ofHackathon,
    params: { slug: t.reference(), ...pageOfWhole },
    with: [wholeList('announcements')],
    responses: { 200: t.object({ announcements: t.array(announcement), count: t.integer() }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  createAnnouncement: post('/super-events/:slug/announcements', {
    summary: 'Write an announcement; with send_at it is sent then by itself',
    note: `${markdown} ${reach}`,
    access: ofHackathon,
    params: {
      slug: t.reference(),
      subject: given.subject,
      body: given.body,
      audience: t.default(audience, {}),
      send_at: t.optional(t.nullable(given.send_at)),
    },
    responses: { 201: t.object({ announcement }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_TRACK'],
    addition: true,
  }),

  previewAnnouncement: post('/super-events/:slug/announcements/preview', {
    summary: 'See whom an announcement would reach, and what it looks like with examples in its braces',
    access: ofHackathon,
    unit: 'read',
    params: {
      slug: t.reference(),
      ...optional({ subject: given.subject, body: given.body }),
      audience: t.default(audience, {}),
    },
    responses: {
      200: t.object({ recipients: t.integer(), subject: t.string(), text: t.string(), html: t.string() }),
    },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_TRACK'],
    addition: true,
  }),

  getAnnouncement: get('/announcements/:id', {
    summary: 'Get an announcement, with how many of its emails have left',
    access: ofAnnouncement,
    params: { id: t.reference() },
    responses: one,
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  updateAnnouncement: patch('/announcements/:id', {
    summary: 'Change an announcement that was not sent; send_at of null makes it a draft again',
    access: ofAnnouncement,
    params: {
      id: t.reference(),
      ...optional({ subject: given.subject, body: given.body, audience }),
      send_at: t.optional(t.nullable(given.send_at)),
    },
    responses: one,
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_TRACK', 'ANNOUNCEMENT_SENT'],
    addition: true,
  }),

  deleteAnnouncement: del('/announcements/:id', {
    summary: 'Delete an announcement that was not sent',
    access: ofAnnouncement,
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'ANNOUNCEMENT_SENT'],
    addition: true,
  }),

  testAnnouncement: post('/announcements/:id/test', {
    summary: 'Send an announcement to yourself, with examples in its braces',
    access: ofAnnouncement,
    params: { id: t.reference() },
    responses: { 200: t.object({ email: t.string() }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  sendAnnouncement: post('/announcements/:id/send', {
    summary: 'Send an announcement now, once: its recipients are settled, and a further request changes nothing',
    access: ofAnnouncement,
    params: { id: t.reference() },
    responses: one,
    errors: ['NOT_FOUND', 'ANNOUNCEMENT_CANCELLED'],
    addition: true,
  }),

  cancelAnnouncement: post('/announcements/:id/cancel', {
    summary: 'Cancel an announcement: emails that have not left do not leave',
    access: ofAnnouncement,
    params: { id: t.reference() },
    responses: one,
    errors: ['NOT_FOUND', 'ANNOUNCEMENT_SENT', 'ANNOUNCEMENT_NOT_SENT'],
    addition: true,
  }),
};

/** A link stands for one person and one organization. */
const link = { token: t.id() };
const subscription = t.object({ organization_name: t.string(), unsubscribed: t.boolean() });

export const unsubscribing = {
  readSubscription: get('/unsubscribe/:token', {
    summary:
      'Say whose emails the link of an announcement stops; a browser gets the page, and opening it changes nothing',
    access: 'public',
    params: link,
    responses: { 200: subscription },
    errors: ['NOT_FOUND'],
    with: [pageFor('unsubscribe')],
    addition: true,
  }),

  unsubscribe: post('/unsubscribe/:token', {
    summary: 'Stop the announcements of the organization, as mail programs do with one click (RFC 8058)',
    note: 'Emails about a person’s own place still come.',
    access: 'public',
    params: link,
    responses: { 200: subscription },
    errors: ['NOT_FOUND'],
    with: [anyBody()],
    addition: true,
  }),

  resubscribe: del('/unsubscribe/:token', {
    summary: 'Get the announcements of the organization again',
    access: 'public',
    params: link,
    responses: { 200: subscription },
    errors: ['NOT_FOUND'],
    addition: true,
  }),
};

export const mail = { ...announcements, ...unsubscribing };
