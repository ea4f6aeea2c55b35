/** The current tables of events. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import type { organizations } from '../../shared/database/published/organizations.ts';
import { inviteStatuses, invitedRoles } from '../../shared/contract/events/role-invites.ts';
import {
  eventStatuses,
  fieldTypes,
  modes,
  paymentStatuses,
  registrationSwitches,
  trackRoles,
  visibilities,
} from '../../shared/contract/vocabulary.ts';

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
});

export const roleInvite = table('role_invite', 'Somebody invited to a role on a track. One letter may bring several.', {
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

export const slug = table('slug', 'Names in addresses, former ones included: they lead on for 30 days.', {
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
});

export const trackRole = table('track_role', 'What somebody is on a track.', {
  event_id: () => c.reference(track, 'event_id').primary(),
  user_id: c.uuid().primary(),
  role: c.oneOf(trackRoles).primary(),
  created_at: c.instant().defaultRaw('clock_timestamp()'),
});

export const tables = [registrationField, roleInvite, slug, superEvent, track, trackRole];

/** The tables of typed statements. */
export type Tables = TablesOf<[...typeof tables, typeof organizations]>;
