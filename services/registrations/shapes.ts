/** Converts rows of registrations to the JSON of the contract. Only details and new registrations carry the token. */
import { instant } from '../../shared/base/instant.ts';
import type { Listing } from './queries/lists.ts';
import type { Parent, ParentDetail } from './queries/parents.ts';
import type { Registration, RegistrationDetail } from './queries/registrations.ts';

export const newRegistration = ({ id, event_id, user_id, status, checkin_token }: Registration) => ({
  id,
  event_id,
  user_id,
  status,
  checkin_token,
});

export const application = ({ id, super_event_id, user_id, status, checkin_token }: Parent) => ({
  id,
  super_event_id,
  user_id,
  status,
  checkin_token,
});

export const registrationDetail = (row: RegistrationDetail) => ({
  ...newRegistration(row),
  answers_json: row.answers_json,
  users: { id: row.user_id, name: row.user_name, linkedin_url: row.linkedin_url, github_url: row.github_url },
  events: { id: row.event_id, name: row.event_name, slug: row.event_slug },
});

export const parentDetail = (row: ParentDetail) => ({
  ...application(row),
  answers_json: row.answers_json,
  looking_for_team: row.looking_for_team,
  interested_track_ids: row.interested_track_ids,
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
});

export const pagination = ({ page, limit }: Listing, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
