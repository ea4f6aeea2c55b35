/** Super events (hackathons), and their public reads. */
import { gathered, wholeList, etag, cached } from '../concerns.ts';
import { del, get, may, patch, post } from '../endpoint.ts';
import { superEventFields as given, registrationFieldFields } from '../fields.ts';
import { inEach, languages, optionsInEach } from '../languages.ts';
import {
  maybe,
  optional,
  eventStatus,
  galleryState,
  mode,
  pageOfWhole,
  paymentStatus,
  visibility,
  fieldType,
  displayName,
} from '../vocabulary.ts';
import { t } from '../schema.ts';

export const superEvent = t.named(
  'SuperEvent',
  t.object({
    id: t.uuid(),
    name: t.string(),
    slug: t.string(),
    description: t.nullable(t.string()),
    status: eventStatus(),
    visibility: visibility(),
    gallery: galleryState(),
    payment_status: paymentStatus(),
    start_at: t.nullable(t.timestamp()),
    end_at: t.nullable(t.timestamp()),
    tz: t.nullable(t.string()),
    track_count: t.integer(),
    paid_track_count: t.integer(),
    paid_days: t.integer(),
    max_participants: t.nullable(t.integer()),
    opens_at: t.nullable(t.timestamp()),
    closes_at: t.nullable(t.timestamp()),
    confirm_within_hours: t.nullable(t.integer()),
    waitlist_moves: t.boolean(),
    /** Days after the end when its people are erased; null keeps them. */
    retention_days: t.nullable(t.integer()),
    /** The texts that people agree to when they apply. */
    privacy_url: t.nullable(t.string()),
    terms_url: t.nullable(t.string()),
    format: t.nullable(mode()),
    logo_url: t.nullable(t.string()),
    /** Such as `#4338ca`. */
    colour: t.nullable(t.string()),
    reply_to: t.nullable(t.string()),
    /** The own paragraphs of the emails about decisions. */
    letters: given.letters,
    config_json: t.json(),
    /** Its languages, the one of its plain texts first. Texts in them are absent where it has no more than one. */
    locales: languages(),
    ...inEach('name', 'description'),
  }),
);

/** Members of a hackathon that can be changed. Creating one takes the same, of which only the name is required. */
const changes = {
  ...optional({ name: given.name }),
  ...maybe({ description: given.description }),
  ...optional({ tz: given.tz, start_at: given.start_at, end_at: given.end_at }),
  ...maybe({ max_participants: given.max_participants, opens_at: given.opens_at, closes_at: given.closes_at }),
  ...maybe({ confirm_within_hours: given.confirm_within_hours, retention_days: given.retention_days }),
  ...maybe({ privacy_url: given.privacy_url, terms_url: given.terms_url }),
  ...optional({ waitlist_moves: given.waitlist_moves, visibility: given.visibility, format: given.format }),
  ...optional({ gallery: given.gallery }),
  ...maybe({ logo_url: given.logo_url, colour: given.colour, reply_to: given.reply_to }),
  ...optional({ letters: given.letters }),
  ...optional({ config_json: given.config_json, status: given.status, locales: given.locales }),
  ...{ name_i18n: given.name_i18n, description_i18n: given.description_i18n },
};

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

  createSuperEvent: post('/organizations/:id/super-events', {
    summary: 'Make a hackathon; its slug follows from its name',
    access: may('administer', 'organization', 'id', { withSession: true }),
    params: { id: t.reference(), ...changes, name: displayName() },
    example: {
      name: 'Spring Hack',
      tz: 'Europe/Berlin',
      start_at: '2027-03-06T09:00:00.000Z',
      end_at: '2027-03-07T17:00:00.000Z',
    },
    responses: { 201: t.object({ super_event: superEvent }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY', 'PERMISSION_DENIED'],
    addition: true,
  }),

  updateSuperEvent: patch('/super-events/:id', {
    summary:
      'Change a hackathon; a new name makes a new slug. `force=true` also changes a scale that scores were given by',
    access: may('administer', 'super_event', 'id'),
    params: { id: t.reference(), ...changes, force: t.default(t.boolean(), false) },
    query: ['force'],
    responses: { 200: t.object({ id: t.uuid(), name: t.string(), status: eventStatus() }) },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'NOT_READY', 'SCORES_EXIST'],
  }),

  previewRetention: get('/super-events/:slug/retention', {
    summary: 'How much would be erased of the people of a hackathon, and when',
    note: 'Without `days`, those of the hackathon count. Invited people without an account are counted as people; `letters` wait to be sent.',
    access: may('administer', 'super_event', 'slug'),
    params: { slug: t.reference(), days: t.optional(given.retention_days) },
    responses: {
      200: t.object({
        days: t.nullable(t.integer()),
        /** Null without days, or without an end. */
        due_at: t.nullable(t.timestamp()),
        people: t.integer(),
        files: t.integer(),
        letters: t.integer(),
      }),
    },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  deleteSuperEvent: del('/super-events/:id', {
    summary: 'Delete a hackathon and its tracks',
    access: may('administer', 'super_event', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND'],
  }),
};

// Public reads of hackathons, without an account. They never contain applicants, their number, or the stream.

const organizer = t.named('PublicOrganization', t.object({ name: t.string(), slug: t.string() }));

/** A question as the application page shows and checks it. */
const field = t.named(
  'PublicField',
  t.object({
    id: t.uuid(),
    field_type: fieldType(),
    label: t.string(),
    description: t.nullable(t.string()),
    placeholder: t.nullable(t.string()),
    /** Also of a field whose `choices` are countries. */
    options: t.array(t.string()),
    is_required: t.boolean(),
    order_index: t.number(),
    validation_rules: t.json(),
    at_door: t.boolean(),
    /** `countries`, or the name of a list, whose values `GET /super-events/:slug/lists/:name` finds; else null. */
    choices: t.nullable(t.string()),
    /** The field is shown, and required, only where another one has this answer. */
    show_if: t.nullable(registrationFieldFields.show_if),
    /** Where the hackathon has several languages. Answers are options of `options`, whatever the page shows. */
    ...inEach('label', 'description', 'placeholder'),
    options_i18n: optionsInEach(),
  }),
);

/** Fields in no section stand before the first. */
const section = t.named(
  'FormSection',
  t.object({ title: t.string(), field_ids: t.array(t.uuid()), ...inEach('title') }),
);

const track = t.named(
  'PublicTrack',
  t.object({
    id: t.uuid(),
    name: t.string(),
    slug: t.string(),
    mode: t.nullable(mode()),
    start_at: t.nullable(t.timestamp()),
    end_at: t.nullable(t.timestamp()),
    is_open: t.boolean(),
    ...inEach('name'),
  }),
);

const prize = t.named(
  'PublicPrize',
  t.object({
    id: t.uuid(),
    name: t.string(),
    sponsor: t.nullable(t.string()),
    description: t.nullable(t.string()),
    ...inEach('name', 'description'),
  }),
);

/** A hackathon in the public list. */
const listed = {
  id: t.uuid(),
  name: t.string(),
  slug: t.string(),
  organization: organizer,
  start_at: t.nullable(t.timestamp()),
  end_at: t.nullable(t.timestamp()),
  tz: t.nullable(t.string()),
  format: t.nullable(mode()),
  /** Open where everybody may read `GET /super-events/:slug/projects`. */
  gallery: galleryState(),
  /** Registration is open at this moment. */
  is_open: t.boolean(),
  ...inEach('name'),
} as const;

export const publicReads = {
  listHackathons: get('/hackathons', {
    summary: 'List the public hackathons that have not ended, soonest first',
    access: 'public',
    params: pageOfWhole,
    with: [wholeList('hackathons'), cached(), etag()],
    responses: { 200: t.object({ hackathons: t.array(t.named('ListedHackathon', t.object(listed))) }) },
    addition: true,
  }),

  getHackathon: get('/super-events/:slug/public', {
    summary:
      'Get what anybody may know of a hackathon that is final, and public or unlisted: all that it takes to apply',
    access: 'public',
    params: { slug: t.reference() },
    with: [cached(), etag()],
    responses: {
      200: t.object({
        hackathon: t.named(
          'PublicHackathon',
          t.object({
            ...listed,
            description: t.nullable(t.string()),
            logo_url: t.nullable(t.string()),
            colour: t.nullable(t.string()),
            max_participants: t.nullable(t.integer()),
            /** Null without a cap. */
            spots_left: t.nullable(t.integer()),
            opens_at: t.nullable(t.timestamp()),
            closes_at: t.nullable(t.timestamp()),
            /** The largest file that an answer may be. */
            max_file_bytes: t.integer(),
            /** An application agrees to these texts (`consent`), where there are any. */
            privacy_url: t.nullable(t.string()),
            terms_url: t.nullable(t.string()),
            tracks: t.array(track),
            fields: t.array(field),
            sections: t.array(section),
            prizes: t.array(prize),
            /** The language of its plain texts first. */
            locales: languages(),
            ...inEach('description'),
          }),
        ),
      }),
    },
    errors: ['NOT_FOUND', 'AMBIGUOUS_SLUG'],
    addition: true,
  }),
};
