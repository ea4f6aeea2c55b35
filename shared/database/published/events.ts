/** The views that events publishes for others to read. */
import { c, view } from '../columns.ts';
import type { Condition } from '../../contract/forms.ts';
import type { DecisionLetters } from '../../contract/fields.ts';
import type { Texts } from '../../contract/languages.ts';
import { inviteStatuses, invitedRoles } from '../../contract/events/roles.ts';
import {
  eventStatuses,
  fieldTypes,
  galleryStates,
  paymentStatuses,
  registrationSwitches,
  trackRoles as rolesOnTracks,
  visibilities,
  prizeDeciders,
  type Locale,
} from '../../contract/vocabulary.ts';
import { located } from './located.ts';

/** A text in each language of the hackathon; null where it has no more than one. */
const texts = () => c.json<Texts>().nullable();

export const looks = view('looks', 'The looks of live hackathons in emails and on pages.', {
  super_event_id: c.uuid().primary(),
  logo_url: c.text().nullable(),
  colour: c.text().nullable(),
  reply_to: c.text().nullable(),
  letters: c.json<DecisionLetters>(),
  locales: c.texts().$type<Locale[]>(),
});

export const prizes = view('prizes', 'The prizes that teams of a hackathon can win.', {
  id: c.uuid().primary(),
  super_event_id: c.uuid(),
  name: c.text(),
  order_index: c.double(),
  track_ids: c.uuids().nullable(),
  by: c.oneOf(prizeDeciders),
  judge_user_ids: c.uuids(),
  name_i18n: texts(),
});

export const registrationFields = view('registration_fields', 'Questions of the forms of live hackathons.', {
  id: c.uuid().primary(),
  super_event_id: c.uuid(),
  key: c.text().nullable(),
  field_type: c.oneOf(fieldTypes),
  label: c.text(),
  options: c.json<readonly string[]>(),
  is_required: c.boolean(),
  order_index: c.double(),
  validation_rules: c.json(),
  at_door: c.boolean(),
  choices: c.text().nullable(),
  show_if: c.json<Condition>().nullable(),
  label_i18n: texts(),
});

export const deletedFields = view('deleted_fields', 'Labels of deleted questions, answers to which stay.', {
  id: c.uuid().primary(),
  super_event_id: c.uuid(),
  label: c.text(),
  deleted_at: c.instant(),
});

export const roleInvites = view('role_invites', 'Invitations to roles, with those that have run out.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  email: c.text(),
  role: c.oneOf(invitedRoles),
  expires_at: c.instant(),
  status: c.oneOf(inviteStatuses),
});

export const slugs = view('slugs', 'Slugs that resolve; former ones for 30 days.', {
  organization_id: c.uuid().primary(),
  kind: c.oneOf(['super_event', 'event']).primary(),
  slug: c.text().primary(),
  target_id: c.uuid(),
});

export const superEvents = view('super_events', 'Live hackathons.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  slug: c.text(),
  name: c.text(),
  status: c.oneOf(eventStatuses),
  visibility: c.oneOf(visibilities),
  payment_status: c.oneOf(paymentStatuses),
  start_at: c.instant().nullable(),
  end_at: c.instant().nullable(),
  tz: c.text().nullable(),
  max_participants: c.integer().nullable(),
  config_json: c.json(),
  opens_at: c.instant().nullable(),
  closes_at: c.instant().nullable(),
  /** True outside its period, or when every track was closed. */
  is_closed: c.boolean(),
  /** Hours within which people confirm their place; null if they are not asked to. */
  confirm_within_hours: c.integer().nullable(),
  /** Freed seats go to the waiting list automatically. */
  waitlist_moves: c.boolean(),
  gallery: c.oneOf(galleryStates),
  privacy_url: c.text().nullable(),
  terms_url: c.text().nullable(),
  name_i18n: texts(),
});

export const trackRoles = view('track_roles', 'The roles that people have on live tracks.', {
  user_id: c.uuid().primary(),
  role: c.oneOf(rolesOnTracks).primary(),
  event_id: c.uuid().primary(),
  super_event_id: c.uuid(),
  organization_id: c.uuid(),
});

export const tracks = view('tracks', 'Live tracks of live hackathons.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  slug: c.text(),
  name: c.text(),
  status: c.oneOf(eventStatuses),
  start_at: c.instant().nullable(),
  end_at: c.instant().nullable(),
  tz: c.text().nullable(),
  registration: c.oneOf(registrationSwitches),
  config_json: c.json(),
  /** True while its switch is on, within the period of its hackathon. */
  is_open: c.boolean(),
  name_i18n: texts(),
});

export const locatedSuperEvent = located('super_event', 'Where a live hackathon belongs.');

export const locatedEvent = located('event', 'Where a live track belongs.');

export const locatedPrize = located('prize', 'Where a prize belongs.');

export const locatedRegistrationField = located('registration_field', 'Where a question belongs.');

export const standings = view(
  'standings',
  'The standing of a person: in an organization, with `event_id` on a track, else as an applicant in a hackathon.',
  {
    user_id: c.uuid().primary(),
    organization_id: c.uuid().primary(),
    super_event_id: c.uuid().nullable(),
    event_id: c.uuid().nullable(),
    role: c.text().primary(),
    is_staff: c.boolean(),
    organizes: c.boolean(),
  },
);
