/** Decisions about many people at once, confirmations, and the forecast. */
import { deadline, queued } from './concerns.ts';
import { get, may, post } from './endpoint.ts';
import { t } from './schema.ts';
import { decidedStatuses, registrationStatus, searchTerm } from './vocabulary.ts';

/** People that one decision is about, at most. */
export const decidedAtMost = 2_000;

/** The status that an organizer may give. */
export const decision = () => t.enum(...decidedStatuses);

const filter = t.object({
  status: t.optional(registrationStatus()),
  search: searchTerm('the name or email'),
  track_id: t.optional(t.uuid()),
  min_score: t.optional(t.number()),
  field: t.optional(t.object({ id: t.uuid(), equals: t.anyOf(t.string({ max: 10_000 }), t.number(), t.boolean()) })),
  limit: t.optional(t.integer({ min: 1, max: decidedAtMost })),
});

const refused = t.named(
  'RefusedDecision',
  t.object({ id: t.uuid(), code: t.enum('NOT_FOUND', 'MAX_PARTICIPANTS_REACHED') }),
);
const kept = t.named(
  'KeptDecision',
  t.object({ id: t.uuid(), code: t.enum('DECIDED_ANEW', 'MAX_PARTICIPANTS_REACHED') }),
);

/** When a place has to be confirmed, and when it was. */
export const confirmation = { confirm_by: t.nullable(t.timestamp()), confirmed_at: t.nullable(t.timestamp()) };

export const decisions = {
  decide: post('/super-events/:slug/decisions', {
    summary: 'Decide about many people at once: those named by `ids`, or all whom a filter finds',
    note:
      'All of it is one transaction. Whom the cap leaves no seat is refused, in the order of score, then of application. ' +
      'Each person gets one email, which leaves when the decision can no longer be taken back, and is the only one where an ' +
      'earlier one still waits; `pending` is told to people who know another status by an email. `left` counts whom the filter ' +
      'found beyond its limit. `track_ids` and `confirm_by` go with `accepted`; without `track_ids`, people are accepted on ' +
      'the tracks they applied for. A filter that names no status leaves out who was rejected or gave up their place.',
    access: may('organize', 'super_event', 'slug'),
    params: {
      slug: t.reference(),
      status: decision(),
      ids: t.optional(t.array(t.uuid(), { min: 1, max: decidedAtMost })),
      filter: t.optional(filter),
      track_ids: t.optional(t.array(t.uuid(), { min: 1, max: 50 })),
      confirm_by: t.optional(t.timestamp()),
      letters: t.default(t.boolean(), true),
    },
    example: { status: 'accepted', filter: { status: 'pending', min_score: 3.5, limit: 500 } },
    responses: {
      200: t.object({
        id: t.uuid(),
        decided: t.integer(),
        unchanged: t.integer(),
        refused: t.array(refused),
        left: t.integer(),
        undo_until: t.timestamp(),
      }),
    },
    errors: ['VALIDATION_FAILED', 'EVENT_NOT_PAID', 'INVALID_TRACK', 'NOT_FOUND'],
    with: [queued(), deadline(30_000)],
    addition: true,
  }),

  undo: post('/decisions/:id/undo', {
    summary: 'Take a decision about many back, within 60 seconds',
    note:
      'Places, codes, confirmations and teams are as they were, and the emails do not leave. `kept` names whose place stays: it ' +
      'was decided anew since, or their seat was given away. `without_team` names people whose team has no room for them any ' +
      'more. Repeating it changes nothing, unless nothing could be taken back before.',
    access: may('organize', 'decision', 'id'),
    params: { id: t.reference() },
    responses: {
      200: t.object({
        id: t.uuid(),
        undone: t.integer(),
        kept: t.array(kept),
        without_team: t.array(t.uuid()),
      }),
    },
    errors: ['UNDO_EXPIRED', 'NOT_FOUND'],
    with: [queued(), deadline(30_000)],
    addition: true,
  }),

  confirm: post('/super-event-registrations/:id/confirm', {
    summary: 'Confirm that one will come; repeating it changes nothing',
    access: may('owner', 'super_event_registration', 'id'),
    params: { id: t.reference() },
    responses: { 200: t.object({ id: t.uuid(), status: registrationStatus(), ...confirmation }) },
    errors: ['NOT_ACCEPTED', 'NOT_FOUND'],
    addition: true,
  }),

  forecast: get('/super-events/:slug/forecast', {
    summary: 'Foretell how many will come',
    note:
      '`expected` is `confirmed` times `share`; where nobody was asked to confirm, `accepted` times `share`. The share is that ' +
      'of the people who came to the latest hackathon of the organization that is over, as its check-ins tell (`measured_at`), ' +
      'else 0.75.',
    access: may('staff', 'super_event', 'slug'),
    params: { slug: t.reference() },
    responses: {
      200: t.object({
        accepted: t.integer(),
        confirmed: t.integer(),
        waiting: t.integer(),
        lapsed: t.integer(),
        expected: t.integer(),
        share: t.number(),
        measured_at: t.nullable(t.object({ id: t.uuid(), name: t.string() })),
      }),
    },
    errors: ['NOT_FOUND'],
    addition: true,
  }),
};
