/** The current tables of registrations. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import { registrationStatuses } from '../../shared/contract/vocabulary.ts';
import type { registrationFields, superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teamMembers, teams } from '../../shared/database/published/teams.ts';

export const file = table('file', "A file that was handed in; nobody's until a registration claims it.", {
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
  },
  [['event_id', 'user_id']],
);

export const seat = table('seat', 'How many are accepted into a hackathon, which decides whether one more fits.', {
  super_event_id: c.uuid().primary(),
  accepted: c.integer().default(0),
});

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
  },
  [['super_event_id', 'user_id']],
);

export const formerToken = table('former_token', 'A token that gave way to another, so that kiosks forget it.', {
  token: c.text().primary(),
  place_id: c.uuid(),
});

export const tables = [file, formerToken, registration, seat, superEventRegistration];

/** Everything that statements of this service read. */
export type Tables = TablesOf<
  [
    ...typeof tables,
    typeof people,
    typeof registrationFields,
    typeof superEvents,
    typeof teamMembers,
    typeof teams,
    typeof tracks,
  ]
>;
