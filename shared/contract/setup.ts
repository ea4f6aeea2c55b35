/** A whole hackathon as one file: what it would change, changing it, and what is there as such a file. */
import { deadline, download, job, queued, secret, textBody } from './concerns.ts';
import { get, may, post } from './endpoint.ts';
import { errors } from './errors.ts';
import { optional } from './fields/members.ts';
import { t } from './schema.ts';

/** Bytes of an event file that comes over HTTP. */
export const largestEventFile = 2_000_000;
/** Of a file for an organization in whose hackathons nobody takes part, and what each person who does adds to it. */
export const [largestUsualFile, moreForEachPerson] = [300_000, 2_000] as const;
/** Of the file as it travels to the service: packed, so that it fits into one message of the bus. */
export const largestPacked = 900_000;
const deadlineMs = 60_000;

const counts = t.object({
  created: t.integer(),
  changed: t.integer(),
  unchanged: t.integer(),
  /** Only where pruning was asked for. */
  removed: t.optional(t.integer()),
});

const given = {
  orgSlug: t.reference(),
  file: t.string({ min: 1, max: largestPacked }),
  /** Also removes configuration that the file does not name; never people and what they did. */
  prune: t.default(t.boolean(), false),
};
const example = {
  file: [
    'version: 1',
    'organization: { slug: acme, name: Acme }',
    'super_events:',
    '  - { slug: spring-hack, name: Spring Hack, tz: Europe/Berlin }',
    '',
  ].join('\n'),
};
const asked = {
  access: may('administer', 'organization', 'orgSlug'),
  params: given,
  query: ['prune'],
  example,
  addition: true,
} as const;
const body = textBody('file', largestEventFile);
const refusals = [
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'NOT_FOUND',
  'FILE_NOT_PERMITTED',
  'FILE_NOT_APPLICABLE',
  'TOO_MANY_KEYS',
] as const;

/** What an apply answers. */
const applied = t.object({
  changes: counts,
  organization: t.object({ id: t.uuid(), slug: t.string() }),
  /** Ids by what the file calls each. */
  users: t.mapOf(t.uuid()),
  /** Of a device, also the address that pairs it, as long as it is not paired and nobody was told a good one; else null. */
  super_events: t.json(),
  /** Texts of keys that were made by this, once; null for those that were there. */
  api_keys: t.mapOf(t.nullable(t.string())),
  /** Ids by their keys. */
  webhooks: t.mapOf(t.uuid()),
});

export const jobStatuses = ['running', 'done', 'failed'] as const;
const started = t.named(
  'EventFileJob',
  t.object({
    id: t.uuid(),
    status: t.enum(...jobStatuses),
    created_at: t.timestamp(),
    ended_at: t.nullable(t.timestamp()),
    /** What the apply answers; secrets in it are for its sender alone. */
    result: t.nullable(applied),
    /** What the apply is refused with, and its status. */
    error: t.nullable(
      t.object({
        status: t.integer(),
        code: t.string(),
        message: t.string(),
        ...optional({
          ...errors.VALIDATION_FAILED[2],
          ...errors.FILE_NOT_PERMITTED[2],
          ...errors.FILE_NOT_APPLICABLE[2],
        }),
      }),
    ),
  }),
);

export const setup = {
  planEventFile: post('/organizations/:orgSlug/event-file/plan', {
    ...asked,
    summary: 'Say what applying an event file would change, and change nothing',
    with: [body, deadline(deadlineMs), queued()],
    unit: 'own',
    responses: {
      200: t.object({
        changes: counts,
        /**
         * Rows that would be created, changed and removed; `fields`: as each is, and as it would be. `needs_session`: an API
         * key is not enough to apply it.
         */
        actions: t.array(
          t.object({
            action: t.enum('create', 'change', 'remove'),
            what: t.string(),
            needs_session: t.optional(t.literal(true)),
            fields: t.json(),
          }),
        ),
      }),
    },
    errors: refusals,
  }),

  applyEventFile: post('/organizations/:orgSlug/event-file/apply', {
    ...asked,
    summary: 'Bring the organization in line with an event file, all of it or nothing; a second time changes nothing',
    unit: 'own',
    with: [secret(), body, job('getEventFileJob', deadlineMs), queued()],
    responses: { 200: applied, 202: t.object({ job: started }) },
    errors: [...refusals, 'SESSION_REQUIRED'],
  }),

  getEventFileJob: get('/organizations/:orgSlug/event-file/jobs/:jobId', {
    summary: 'Ask how far an apply is that was answered before its end, and what came of it',
    // Whoever sent it may ask as well, which the action looks at.
    access: may('know', 'organization', 'orgSlug'),
    params: { orgSlug: t.reference(), jobId: t.id() },
    responses: { 200: t.object({ job: started }) },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED'],
    addition: true,
  }),

  exportEventFile: get('/super-events/:slug/event-file', {
    summary: 'Download a hackathon as an event file, with its people; applied again it changes nothing',
    access: may('administer', 'super_event', 'slug'),
    params: { slug: t.reference() },
    responses: { 200: t.attachment() },
    errors: ['NOT_FOUND'],
    with: [download()],
    addition: true,
  }),
};
