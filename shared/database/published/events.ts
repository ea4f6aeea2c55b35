/** What events publishes for others to read. */
import { c, view } from '../columns.ts';
import { inviteStatuses, invitedRoles } from '../../contract/events/role-invites.ts';
import {
  eventStatuses,
  fieldTypes,
  paymentStatuses,
  registrationSwitches,
  trackRoles as rolesOnTracks,
  visibilities,
} from '../../contract/vocabulary.ts';
import { located } from './located.ts';

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

export const slugs = view('slugs', 'Names in addresses that lead somewhere, former ones for 30 days.', {
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
});

export const trackRoles = view('track_roles', 'What somebody is on a live track.', {
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
});

export const locatedSuperEvent = located('super_event', 'Where a live hackathon belongs.');

export const locatedEvent = located('event', 'Where a live track belongs.');

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
