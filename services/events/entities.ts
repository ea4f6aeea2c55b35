/** The current tables of events. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import type { Condition } from '../../shared/contract/forms.ts';
import type { organizations } from '../../shared/database/published/organizations.ts';
import type { DecisionLetters } from '../../shared/contract/fields.ts';
import type { Texts } from '../../shared/contract/languages.ts';
import { inviteStatuses, invitedRoles } from '../../shared/contract/events/roles.ts';
import {
  eventStatuses,
  fieldTypes,
  galleryStates,
  modes,
  paymentStatuses,
  registrationSwitches,
  trackRoles,
  visibilities,
  prizeDeciders,
  type Locale,
} from '../../shared/contract/vocabulary.ts';

/** Texts in the languages of a hackathon other than its first, in which the plain text is. */
const texts = <T = string>() => c.json<Texts<T>>().defaultRaw("'{}'::jsonb");

export const choiceList = table(
  'choice_list',
  'A list of an organization, from which fields of its forms take their choices.',
  {
    id: c.id(),
    organization_id: c.uuid(),
    name: c.text(),
    value_count: c.integer().default(0),
    created_at: c.instant().defaultRaw('now()'),
    updated_at: c.instant().defaultRaw('now()'),
  },
  [['organization_id', 'name']],
);

export const choiceValue = table('choice_value', 'The values of such a list, in its order.', {
  list_id: () => c.reference(choiceList, 'list_id').primary().deleteRule('cascade'),
  position: c.integer().primary(),
  value: c.text(),
  folded: c.text().strictNullable().generated('(published.fold(value)) stored'),
});

export const prize = table('prize', 'A prize that teams of a hackathon can win.', {
  id: c.id(),
  super_event_id: () => c.reference(superEvent, 'super_event_id'),
  key: c.text().strictNullable(),
  name: c.text(),
  sponsor: c.text().strictNullable(),
  description: c.text().strictNullable(),
  order_index: c.double().default(0),
  created_at: c.instant().defaultRaw('now()'),
  /** The tracks whose teams may enter; null for every track. */
  track_ids: c.uuids().strictNullable(),
  by: c.oneOf(prizeDeciders).default('judges'),
  judge_user_ids: c.uuids().defaultRaw("'{}'::uuid[]"),
  name_i18n: texts(),
  description_i18n: texts(),
});

export const deletedField = table('deleted_field', 'The label of a deleted question, for the answers that stay.', {
  id: c.uuid().primary(),
  super_event_id: () => c.reference(superEvent, 'super_event_id'),
  label: c.text(),
  deleted_at: c.instant().defaultRaw('now()'),
});

export const registrationField = table('registration_field', "A question of a hackathon's form.", {
  id: c.id(),
  super_event_id: () => c.reference(superEvent, 'super_event_id'),
  key: c.text().strictNullable(),
  field_type: c.oneOf(fieldTypes),
  label: c.text(),
  description: c.text().strictNullable(),
  placeholder: c.text().strictNullable(),
  options: c.json<string[]>().defaultRaw("'[]'::jsonb"),
  is_required: c.boolean().default(false),
  order_index: c.double().default(0),
  validation_rules: c.json().defaultRaw("'{}'::jsonb"),
  created_at: c.instant().defaultRaw('now()'),
  at_door: c.boolean().default(false),
  choices: c.text().strictNullable(),
  show_if: c.json<Condition>().strictNullable(),
  label_i18n: texts(),
  description_i18n: texts(),
  placeholder_i18n: texts(),
  options_i18n: texts<string[]>(),
});

export const roleInvite = table('role_invite', 'Somebody invited to a role on a track. One email may bring several.', {
  id: c.uuid().primary().defaultRaw('gen_random_uuid()'),
  super_event_id: () => c.reference(superEvent, 'super_event_id'),
  event_id: () => c.reference(track, 'event_id'),
  email: c.text(),
  role: c.oneOf(invitedRoles),
  status: c.oneOf(inviteStatuses).default('pending'),
  message: c.text().strictNullable(),
  invited_by: c.uuid(),
  token_hash: c.bytes().unique(),
  expires_at: c.instant().defaultRaw("(now() + '14 days'::interval)"),
  created_at: c.instant().defaultRaw('now()'),
  accepted_in: c.text().strictNullable(),
});

export const slug = table('slug', 'Slugs in addresses; former ones redirect for 30 days.', {
  organization_id: c.uuid().primary(),
  kind: c.oneOf(['super_event', 'event']).primary(),
  slug: c.text().primary(),
  target_id: c.uuid(),
  retired_at: c.instant().strictNullable(),
});

export const superEvent = table('super_event', 'A hackathon.', {
  id: c.id(),
  organization_id: c.uuid(),
  slug: c.text(),
  name: c.text(),
  description: c.text().strictNullable(),
  status: c.oneOf(eventStatuses).default('draft'),
  visibility: c.oneOf(visibilities).default('public'),
  payment_status: c.oneOf(paymentStatuses).default('paid'),
  start_at: c.instant().strictNullable(),
  end_at: c.instant().strictNullable(),
  tz: c.text().strictNullable(),
  paid_track_count: c.integer().default(0),
  paid_days: c.integer().default(0),
  max_participants: c.integer().strictNullable(),
  format: c.oneOf(modes).strictNullable(),
  stream_url: c.text().strictNullable(),
  config_json: c.json().defaultRaw("'{}'::jsonb"),
  created_at: c.instant().defaultRaw('now()'),
  updated_at: c.instant().defaultRaw('now()'),
  deleted_at: c.instant().strictNullable(),
  opens_at: c.instant().strictNullable(),
  closes_at: c.instant().strictNullable(),
  confirm_within_hours: c.integer().strictNullable(),
  waitlist_moves: c.boolean().default(false),
  retention_days: c.integer().strictNullable(),
  privacy_url: c.text().strictNullable(),
  terms_url: c.text().strictNullable(),
  logo_url: c.text().strictNullable(),
  colour: c.text().strictNullable(),
  reply_to: c.text().strictNullable(),
  letters: c.json<DecisionLetters>().defaultRaw("'{}'::jsonb"),
  gallery: c.oneOf(galleryStates).default('closed'),
  /** None where it has one language, which it does not name. */
  locales: c.texts().$type<Locale[]>().defaultRaw("'{}'::text[]"),
  name_i18n: texts(),
  description_i18n: texts(),
});

export const track = table('track', 'A track of a hackathon; the interface calls it an event.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: () => c.reference(superEvent, 'super_event_id'),
  slug: c.text(),
  name: c.text(),
  status: c.oneOf(eventStatuses).default('draft'),
  mode: c.oneOf(modes).strictNullable(),
  start_at: c.instant().strictNullable(),
  end_at: c.instant().strictNullable(),
  tz: c.text().strictNullable(),
  stream_url: c.text().strictNullable(),
  stream_start_at: c.instant().strictNullable(),
  registration: c.oneOf(registrationSwitches).default('never_opened'),
  config_json: c.json().defaultRaw("'{}'::jsonb"),
  created_at: c.instant().defaultRaw('now()'),
  updated_at: c.instant().defaultRaw('now()'),
  deleted_at: c.instant().strictNullable(),
  name_i18n: texts(),
});

export const trackRole = table('track_role', 'The roles that people have on a track.', {
  event_id: () => c.reference(track, 'event_id').primary(),
  user_id: c.uuid().primary(),
  role: c.oneOf(trackRoles).primary(),
  created_at: c.instant().defaultRaw('clock_timestamp()'),
});

export const tables = [
  choiceList,
  choiceValue,
  deletedField,
  prize,
  registrationField,
  roleInvite,
  slug,
  superEvent,
  track,
  trackRole,
];

/** The tables of typed statements. */
export type Tables = TablesOf<[...typeof tables, typeof organizations]>;
