/** The current tables of registrations. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import { lineStatuses, type LineCode } from '../../shared/contract/imports.ts';
import { decidedStatuses, registrationStatuses, type RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { registrationFields, superEvents, tracks } from '../../shared/database/published/events.ts';
import type { checkins } from '../../shared/database/published/check-in.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teamMembers, teams } from '../../shared/database/published/teams.ts';

/** How a place stood: of a registration on a track its status alone. */
type Former = Readonly<Record<string, unknown>> & { readonly status: RegistrationStatus };

export const decision = table(
  'decision',
  'A decision about many people at once, which can be taken back for a minute.',
  {
    id: c.id(),
    organization_id: c.uuid(),
    super_event_id: c.uuid(),
    user_id: c.uuid(),
    status: c.oneOf(decidedStatuses),
    decided_at: c.instant().defaultRaw('now()'),
    undo_until: c.instant().defaultRaw("(now() + '00:01:00'::interval)"),
    undone_at: c.instant().strictNullable(),
  },
);

export const decided = table('decided', 'The state of a place before a decision about many people.', {
  id: c.id(),
  decision_id: c.uuid(),
  parent_id: c.uuid(),
  registration_id: c.uuid().strictNullable(),
  former: c.json<Former>().strictNullable(),
  decided_at: c.instant().defaultRaw('now()'),
});

export const file = table('file', 'An uploaded file; it belongs to nobody until a registration claims it.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid().strictNullable(),
  user_id: c.uuid(),
  field_id: c.uuid(),
  key: c.text().unique(),
  filename: c.text(),
  size: c.integer(),
  content_type: c.text(),
  sha256: c.text(),
  claimed_by: c.uuid().strictNullable(),
  discarded_at: c.instant().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
});

/** The email about the status of a place. */
const heldLetter = {
  letter_key: c.text().strictNullable(),
  /** Before this, the email can be taken back. */
  letter_at: c.instant().strictNullable(),
  /** The status before the decision that the email is about. */
  letter_before: c.oneOf(registrationStatuses).strictNullable(),
  /** Whether an email told that status. */
  letter_told: c.boolean().default(false),
};

export const registration = table(
  'registration',
  "Somebody's registration on a track.",
  {
    id: c.id(),
    organization_id: c.uuid(),
    super_event_id: c.uuid(),
    event_id: c.uuid(),
    super_event_registration_id: () => c.reference(superEventRegistration, 'super_event_registration_id'),
    user_id: c.uuid(),
    status: c.oneOf(registrationStatuses),
    checkin_token: c.text().defaultRaw('new_token()').unique(),
    answers_json: c.json().defaultRaw("'{}'::jsonb"),
    evaluation_score: c.double().strictNullable(),
    evaluation_recommendation: c.text().strictNullable(),
    created_at: c.instant().defaultRaw('now()'),
    updated_at: c.instant().defaultRaw('now()'),
    name_key: c.text().strictNullable(),
    ...heldLetter,
  },
  [['event_id', 'user_id']],
);

export const seat = table(
  'seat',
  'The number of people accepted into a hackathon, which decides whether there is a seat.',
  {
    super_event_id: c.uuid().primary(),
    accepted: c.integer().default(0),
    withheld: c.integer().default(0),
  },
);

export const superEventRegistration = table(
  'super_event_registration',
  "Somebody's registration for a hackathon; the parent of those on its tracks.",
  {
    id: c.id(),
    organization_id: c.uuid(),
    super_event_id: c.uuid(),
    user_id: c.uuid(),
    status: c.oneOf(registrationStatuses),
    checkin_token: c.text().defaultRaw('new_token()').unique(),
    answers_json: c.json().defaultRaw("'{}'::jsonb"),
    looking_for_team: c.boolean().default(false),
    interested_track_ids: c.uuids().defaultRaw("'{}'::uuid[]"),
    created_at: c.instant().defaultRaw('now()'),
    updated_at: c.instant().defaultRaw('now()'),
    evaluation_score: c.double().strictNullable(),
    confirm_by: c.instant().strictNullable(),
    confirmed_at: c.instant().strictNullable(),
    asked_at: c.instant().strictNullable(),
    remind_at: c.instant().strictNullable(),
    waiting_since: c.instant().strictNullable(),
    lapsed_at: c.instant().strictNullable(),
    decision_id: c.uuid().strictNullable(),
    ...heldLetter,
    consented_at: c.instant().strictNullable(),
    /** Addresses of the texts. */
    consented_to: c.json<readonly string[]>().strictNullable(),
  },
  [['super_event_id', 'user_id']],
);

export const formerToken = table('former_token', 'A token that was replaced, so that kiosks remove it.', {
  token: c.text().primary(),
  place_id: c.uuid(),
});

export const review = table('review', 'The score that an organizer gave an application, 1 to 5.', {
  super_event_registration_id: () =>
    c.reference(superEventRegistration, 'super_event_registration_id').primary().deleteRule('cascade'),
  reviewer_id: c.uuid().primary(),
  super_event_id: c.uuid(),
  score: c.smallint(),
  note: c.text().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
  updated_at: c.instant().defaultRaw('now()'),
});

export const reviewLease = table(
  'review_lease',
  'An application that a reviewer is reading, with the time until which no other gets it.',
  {
    super_event_id: c.uuid().primary(),
    reviewer_id: c.uuid().primary(),
    super_event_registration_id: () =>
      c.reference(superEventRegistration, 'super_event_registration_id').unique().deleteRule('cascade'),
    expires_at: c.instant(),
  },
);

export const peopleImport = table('people_import', 'An import of a table of people, with its sender; kept for a day.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  user_id: c.uuid(),
  key_id: c.text().strictNullable(),
  session_id: c.uuid().strictNullable(),
  request_id: c.text().strictNullable(),
  rows: c.integer(),
  created_at: c.instant().defaultRaw('now()'),
});

export const importLine = table(
  'import_line',
  'A line of an import, with its values until it is done, and its outcome.',
  {
    import_id: () => c.reference(peopleImport, 'import_id').primary().deleteRule('cascade'),
    line: c.integer().primary(),
    email: c.text().strictNullable(),
    first_name: c.text().strictNullable(),
    last_name: c.text().strictNullable(),
    track_ids: c.uuids().defaultRaw("'{}'::uuid[]"),
    answers_json: c.json().defaultRaw("'{}'::jsonb"),
    status: c.oneOf(lineStatuses).strictNullable(),
    code: c.text().$type<LineCode>().strictNullable(),
  },
);

export const tablePart = table('table_part', 'A part of a table that was sent, kept for an hour until it is read.', {
  user_id: c.uuid().primary(),
  sha256: c.bytes().primary(),
  index: c.integer().primary(),
  count: c.integer(),
  content: c.bytes(),
  kept_at: c.instant().defaultRaw('now()'),
});

export const reviewRanking = table(
  'review_ranking',
  'The certainty of the scores of a hackathon, as last calculated.',
  {
    super_event_id: c.uuid().primary(),
    connected: c.boolean(),
    pairs_right: c.double().strictNullable(),
    /** How much more each reviewer gives than the others, by their ids. */
    effects: c.json<Readonly<Record<string, number>>>(),
    calculated_at: c.instant().defaultRaw('now()'),
  },
);

export const tables = [
  decided,
  decision,
  file,
  formerToken,
  importLine,
  peopleImport,
  registration,
  review,
  reviewLease,
  reviewRanking,
  seat,
  superEventRegistration,
  tablePart,
];

/** Everything that statements of this service read. */
export type Tables = TablesOf<
  [
    ...typeof tables,
    typeof checkins,
    typeof people,
    typeof registrationFields,
    typeof superEvents,
    typeof teamMembers,
    typeof teams,
    typeof tracks,
  ]
>;
