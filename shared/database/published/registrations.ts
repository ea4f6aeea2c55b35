/** The views that registrations publishes for others to read. */
import { c, view } from '../columns.ts';
import { registrationStatuses } from '../../contract/vocabulary.ts';
import { located } from './located.ts';

export const checkinTokens = view(
  'checkin_tokens',
  'The registration of a token: on a track, or, without `event_id`, for a hackathon.',
  {
    checkin_token: c.text().primary(),
    registration_id: c.uuid(),
    user_id: c.uuid(),
    super_event_id: c.uuid(),
    event_id: c.uuid().nullable(),
    status: c.oneOf(registrationStatuses),
  },
);

export const files = view('files', 'Files that a registration claimed.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid().nullable(),
  user_id: c.uuid(),
});

export const registrationTally = view('registration_tally', 'Numbers of registrations, as differences to be summed.', {
  event_id: c.uuid().primary(),
  status: c.text().primary(),
  n: c.integer(),
});

export const registrations = view('registrations', 'Registrations on live tracks.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  super_event_registration_id: c.uuid(),
  user_id: c.uuid(),
  status: c.oneOf(registrationStatuses),
  created_at: c.instant(),
  answers_json: c.json(),
});

export const rosters = view(
  'rosters',
  'Every token for kiosks, with the tokens that it replaced and the transaction (32 bits) that wrote it last.',
  {
    checkin_token: c.text().primary(),
    user_id: c.uuid(),
    super_event_id: c.uuid(),
    event_id: c.uuid().nullable(),
    status: c.oneOf(registrationStatuses),
    former_tokens: c.texts(),
    changed_in: c.text(),
  },
);

export const seats = view('seats', 'The number of people accepted into a hackathon.', {
  super_event_id: c.uuid().primary(),
  accepted: c.integer(),
});

export const superEventRegistrationTally = view(
  'super_event_registration_tally',
  'Numbers of applications, as differences to be summed.',
  {
    super_event_id: c.uuid().primary(),
    status: c.text().primary(),
    looking_for_team: c.boolean(),
    n: c.integer(),
  },
);

export const superEventRegistrations = view('super_event_registrations', 'Registrations for live hackathons.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  user_id: c.uuid(),
  status: c.oneOf(registrationStatuses),
  answers_json: c.json(),
  looking_for_team: c.boolean(),
  interested_track_ids: c.uuids(),
  created_at: c.instant(),
  updated_at: c.instant(),
  confirm_by: c.instant().nullable(),
  confirmed_at: c.instant().nullable(),
  lapsed_at: c.instant().nullable(),
  consented_at: c.instant().nullable(),
  consented_to: c.json<readonly string[]>().nullable(),
});

export const locatedRegistration = located('registration', 'Where a registration on a track belongs, and to whom.');

export const locatedSuperEventRegistration = located(
  'super_event_registration',
  'Where a registration for a hackathon belongs, and to whom.',
);

export const locatedDecision = located('decision', 'Where a decision about many people belongs.');

export const locatedFile = located('file', 'Where a claimed file belongs, and to whom.');
