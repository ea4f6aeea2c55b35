/** A whole hackathon as one event file: the plan, the apply, and the export. */
import { deadline, download, job, queued, carriesSecret, textBody } from './concerns.ts';
import { get, may, post } from './endpoint.ts';
import { errors, loss } from './errors.ts';
import { optional } from './vocabulary.ts';
import { t } from './schema.ts';

/** Bytes of an event file that comes over HTTP. */
export const maxEventFileBytes = 2_000_000;
/** Of a file for an organization in whose hackathons nobody takes part, and what each person who does adds to it. */
export const [usualEventFileBytes, eventFileBytesPerPerson] = [300_000, 2_000] as const;
/** Of the file as it travels to the service: packed, so that it fits into one message of the bus. */
export const maxPackedLength = 900_000;
const deadlineMs = 60_000;

const counts = t.object({
  created: t.integer(),
  changed: t.integer(),
  unchanged: t.integer(),
  /** Only with `prune`. */
  removed: t.optional(t.integer()),
});

const given = {
  orgSlug: t.reference(),
  file: t.string({ min: 1, max: maxPackedLength }),
  /** Also removes configuration that the file does not name; never people and their data. */
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
const body = textBody('file', maxEventFileBytes, 'application/yaml');
const refusals = [
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'NOT_FOUND',
  'FILE_NOT_PERMITTED',
  'FILE_NOT_APPLICABLE',
  'TOO_MANY_KEYS',
] as const;

/** The answer of an apply. */
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
    /** The answer of the apply; secrets in it are only for its sender. */
    result: t.nullable(applied),
    /** The refusal of the apply, and its status. */
    error: t.nullable(
      t.object({
        status: t.integer(),
        code: t.string(),
        message: t.string(),
        ...optional({
          ...errors.VALIDATION_FAILED[2],
          ...errors.FILE_NOT_PERMITTED[2],
          ...errors.FILE_NOT_APPLICABLE[2],
          ...errors.LOSES_PLACES[2],
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
        losses: t.optional(
          t.described(
            'The people who would lose a place or a team; `confirm` of an apply takes their number',
            t.array(loss),
          ),
        ),
      }),
    },
    errors: refusals,
  }),

  applyEventFile: post('/organizations/:orgSlug/event-file/apply', {
    ...asked,
    summary: 'Bring the organization in line with an event file, all of it or nothing; a second time changes nothing',
    note: 'The file wins over what was decided since it was written. Where that takes a place or a team from somebody, `confirm` has to be the number of those people, as the plan lists them.',
    params: { ...given, confirm: t.optional(t.integer({ min: 0, max: 1_000_000 })) },
    query: ['prune', 'confirm'],
    unit: 'own',
    with: [carriesSecret(), body, job('getEventFileJob', deadlineMs), queued()],
    responses: { 200: applied, 202: t.object({ job: started }) },
    errors: [...refusals, 'LOSES_PLACES', 'SESSION_REQUIRED'],
  }),

  getEventFileJob: get('/organizations/:orgSlug/event-file/jobs/:jobId', {
    summary: 'Ask how far an apply is that was answered before its end, and what came of it',
    // The action also admits the person who sent it.
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
