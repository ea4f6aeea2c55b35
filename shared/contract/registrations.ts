/** Registrations for a hackathon (the parent) and on its tracks. */
import { gathered, uploads } from './concerns.ts';
import { confirmation, decision, decisions } from './decisions.ts';
import {
  freeObject,
  maybe,
  optional,
  pagePagination,
  pageParams,
  registrationStatus,
  searchTerm,
} from './vocabulary.ts';
import { get, internal, may, patch, post } from './endpoint.ts';
import { evaluationFields } from './fields.ts';
import { files } from './files.ts';
import { imports } from './imports.ts';
import { ownRegistrations } from './own-registrations.ts';
import { peopleTables } from './people-tables.ts';
import { eraseData } from './privacy.ts';
import { reviews } from './reviews.ts';
import { t } from './schema.ts';

const listParams = {
  ...pageParams,
  status: t.optional(registrationStatus()),
  sort_by: t.default(t.enum('created_at', 'name', 'score'), 'created_at'),
  sort_order: t.default(t.enum('asc', 'desc'), 'desc'),
  search: searchTerm('the name or email'),
};

const ignoredPerson = t.described(
  "Ignored, whatever it is: people register for themselves, so it is the viewer's own user.",
  t.ignored(),
);

const seatFollows =
  "Where it ends the person's last accepted registration, their place in the hackathon takes the same status, and the seat is free.";

const evaluation = {
  evaluation_score: t.nullable(t.number()),
  evaluation_recommendation: t.nullable(t.string()),
};

const listed = t.named(
  'ListedRegistration',
  t.object({
    id: t.uuid(),
    event_id: t.uuid(),
    user_id: t.uuid(),
    status: registrationStatus(),
    name: t.string(),
    email: t.string(),
    ...evaluation,
  }),
);
const page = t.named('RegistrationPage', t.object({ registrations: t.array(listed), pagination: pagePagination }));

const created = t.object({
  id: t.uuid(),
  event_id: t.uuid(),
  user_id: t.uuid(),
  status: registrationStatus(),
  checkin_token: t.string(),
});

/** A parent as its owner sees it right after applying. */
const applied = {
  id: t.uuid(),
  super_event_id: t.uuid(),
  user_id: t.uuid(),
  status: registrationStatus(),
  checkin_token: t.string(),
};
const parent = t.named(
  'SuperEventRegistration',
  t.object({
    ...applied,
    answers_json: t.json(),
    looking_for_team: t.boolean(),
    interested_track_ids: t.array(t.uuid()),
    created_at: t.timestamp(),
    updated_at: t.timestamp(),
    ...confirmation,
    /** When the place was lost because nobody confirmed it in time; null after a new decision. */
    lapsed_at: t.nullable(t.timestamp()),
    /** When the email about the latest decision leaves; another decision takes it back until then. Null where none waits. */
    email_leaves_at: t.nullable(t.timestamp()),
    users: t.object({ id: t.uuid(), name: t.string(), email: t.string() }),
  }),
);

const wishes = optional({ looking_for_team: t.boolean(), interested_track_ids: t.array(t.uuid(), { max: 100 }) });

const decided = t.named('DecidedRegistration', t.object({ updated: t.boolean(), status: registrationStatus() }));
const cancelled = t.named('CancelledRegistration', t.object({ id: t.uuid(), status: t.literal('cancelled') }));

export const registrations = {
  ...ownRegistrations,

  listForTrack: get('/events/:eventId/registrations', {
    summary: 'List the registrations of a track',
    access: may('staff', 'event', 'eventId'),
    params: { eventId: t.reference(), ...listParams },
    responses: { 200: page },
  }),

  listForSuperEvent: get('/super-events/:superEventId/registrations', {
    summary: 'List the registrations of all tracks of a hackathon',
    access: may('staff', 'super_event', 'superEventId'),
    params: { superEventId: t.reference(), ...listParams },
    responses: { 200: page },
  }),

  enroll: internal({
    summary: 'Accept a person into a hackathon, and on its track where it has one; repeating it changes nothing',
    params: {
      super_event_id: t.uuid(),
      user_id: t.uuid(),
      /** Those that came with an invitation: they answer what the person has not. */
      answers_json: t.optional(t.json()),
      /** On these tracks, as far as there are any of them still. */
      track_ids: t.optional(t.array(t.uuid())),
    },
    answer: t.object({ enrolled: t.boolean() }),
    errors: ['EVENT_NOT_FOUND', 'EVENT_NOT_PAID', 'MAX_PARTICIPANTS_REACHED'],
    unit: 'write',
  }),

  get: get('/registrations/:id', {
    summary: 'Get a registration, with its check-in token',
    note: 'The answers are those of the application, overlaid by those given on the track.',
    access: may(['owner', 'member', 'organize'], 'registration', 'id'),
    params: { id: t.reference() },
    errors: ['NOT_FOUND'],
    responses: {
      200: t.object({
        registration: t.object({
          id: t.uuid(),
          event_id: t.uuid(),
          user_id: t.uuid(),
          status: registrationStatus(),
          checkin_token: t.string(),
          super_event_registration_id: t.uuid(),
          answers_json: t.json(),
          users: t.object({
            id: t.uuid(),
            name: t.string(),
            email: t.string(),
            linkedin_url: t.nullable(t.string()),
            github_url: t.nullable(t.string()),
          }),
          events: t.object({ id: t.uuid(), name: t.string(), slug: t.string() }),
        }),
      }),
    },
    with: [gathered()],
  }),

  register: post('/events/:eventId/register', {
    summary: "Register the viewer's own user on a track",
    access: may('read', 'event', 'eventId'),
    params: {
      eventId: t.reference(),
      answers_json: t.optional(freeObject()),
      super_event_registration_id: t.optional(t.uuid()),
      user_id: ignoredPerson,
    },
    responses: { 201: created },
    with: [uploads()],
    errors: ['ALREADY_REGISTERED', 'REGISTRATION_CLOSED', 'NOT_FOUND', 'VALIDATION_FAILED'],
  }),

  apply: post('/super-events/:slug/register', {
    summary: "Apply to a hackathon with the viewer's own user",
    access: may('apply', 'super_event', 'slug'),
    note: 'Registers on the tracks it names as well: on all of them, or nothing happens. One on which they are registered already stays as it is. Where the hackathon has a `privacy_url` or `terms_url`, `consent: true` is needed.',
    params: {
      slug: t.reference(),
      answers_json: t.optional(freeObject()),
      track_ids: t.default(t.array(t.uuid(), { max: 50 }), []),
      ...wishes,
      /** True agrees to the texts that the hackathon names, and is needed where it names any. */
      consent: t.optional(t.boolean()),
      user_id: ignoredPerson,
    },
    responses: {
      201: t.object({
        ...applied,
        registrations: t.array(t.object({ id: t.uuid(), event_id: t.uuid(), status: registrationStatus() })),
      }),
    },
    with: [uploads()],
    errors: ['ALREADY_REGISTERED', 'REGISTRATION_CLOSED', 'NOT_FOUND', 'VALIDATION_FAILED'],
    addition: true,
  }),

  updateAnswers: patch('/registrations/:id', {
    summary: 'Change the answers of a registration; its owner only while it is pending',
    note: 'It replaces what was answered on the track, and answers what is read afterwards: the answers of the application, overlaid by these.',
    access: may(['owner', 'organize'], 'registration', 'id'),
    params: { id: t.reference(), answers_json: freeObject() },
    responses: { 200: t.object({ id: t.uuid(), answers_json: t.json() }) },
    with: [uploads()],
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'VALIDATION_FAILED'],
  }),

  updateEvaluation: patch('/registrations/:id/evaluation', {
    summary: 'Set what organizers think of a registration; null takes it back',
    access: may('organize', 'registration', 'id'),
    params: { id: t.reference(), ...maybe(evaluationFields) },
    responses: { 200: t.object({ id: t.uuid(), ...evaluation }) },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  updateStatus: patch('/registrations/:id/status', {
    summary: 'Accept, waitlist or reject a registration, or set it back to pending',
    note: seatFollows,
    access: may('organize', 'registration', 'id'),
    params: { id: t.reference(), status: decision() },
    responses: { 200: decided },
    errors: ['EVENT_NOT_PAID', 'MAX_PARTICIPANTS_REACHED', 'NOT_FOUND'],
  }),

  cancel: post('/registrations/:id/cancel', {
    summary: 'Give up a place on a track; repeating it changes nothing',
    note: seatFollows,
    access: may(['owner', 'organize'], 'registration', 'id'),
    params: { id: t.reference() },
    responses: { 200: cancelled },
    addition: true,
  }),

  getParent: get('/super-event-registrations/:id', {
    summary: 'Get a super-event registration, with its check-in token',
    access: may(['owner', 'member', 'organize'], 'super_event_registration', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ super_event_registration: parent }) },
    errors: ['NOT_FOUND'],
    addition: true,
    with: [gathered()],
  }),

  updateParent: patch('/super-event-registrations/:id', {
    summary: 'Change what a person said when applying; the answers, its owner only while it is pending',
    note: '`confirm_by` is for organizers: until when an accepted place has to be confirmed; null asks for nothing any more.',
    access: may(['owner', 'organize'], 'super_event_registration', 'id'),
    params: {
      id: t.reference(),
      ...wishes,
      answers_json: t.optional(freeObject()),
      confirm_by: t.optional(t.nullable(t.timestamp())),
    },
    responses: { 200: t.object({ super_event_registration: parent }) },
    with: [uploads()],
    errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'VALIDATION_FAILED', 'NOT_ACCEPTED'],
    addition: true,
  }),

  updateParentStatus: patch('/super-event-registrations/:id/status', {
    summary: 'Accept, waitlist or reject a super-event registration, or set it back to pending',
    access: may('organize', 'super_event_registration', 'id'),
    params: { id: t.reference(), status: decision() },
    responses: { 200: decided },
    errors: ['EVENT_NOT_PAID', 'MAX_PARTICIPANTS_REACHED', 'NOT_FOUND'],
    addition: true,
  }),

  cancelParent: post('/super-event-registrations/:id/cancel', {
    summary: 'Give up a place in a hackathon and on its tracks; repeating it changes nothing',
    access: may(['owner', 'organize'], 'super_event_registration', 'id'),
    params: { id: t.reference() },
    responses: { 200: cancelled },
    addition: true,
  }),

  eraseData,

  ...peopleTables,
  ...imports,
  ...reviews,
  ...decisions,
  ...files,
};
