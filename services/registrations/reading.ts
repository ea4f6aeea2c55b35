/** Reads registrations and parents by page, with their details, and the forecast. */
import { instant } from '../../shared/base/instant.ts';
import { published } from '../../shared/contract/languages.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { countAttendance } from './confirming.sql.ts';
import {
  ofSuperEvent,
  ofTrack,
  pageOf,
  placesOf,
  type ListQuery,
  type OwnPlace,
  type OwnTrack,
} from './reading.sql.ts';
import { findParent, type Parent, type ParentDetail } from './parents.sql.ts';
import { findRegistration, type Registration, type RegistrationDetail } from './registrations.sql.ts';
import { expectedOf } from './rules.ts';

export const listForTrack: Action<'registrations.listForTrack'> = async ({ db, resource, params }) => {
  const { total, registrations } = await pageOf(db, ofTrack(resource.id), params);
  return { registrations, pagination: pagination(params, total) };
};

export const listForSuperEvent: Action<'registrations.listForSuperEvent'> = async ({ db, resource, params }) => {
  const { total, registrations } = await pageOf(db, ofSuperEvent(resource.id), params);
  return { registrations, pagination: pagination(params, total) };
};

export const get: Action<'registrations.get'> = async (ctx) => ({
  registration: registrationDetail((await findRegistration(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND')),
});

export const getParent: Action<'registrations.getParent'> = async (ctx) => {
  const found = (await findParent(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  return { super_event_registration: parentDetail(found) };
};

export const forecast: Action<'registrations.forecast'> = async (ctx) => {
  const { is_asked, former, ...counts } = (await countAttendance(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { accepted, confirmed, waiting, lapsed } = counts;
  const isMeasured = former !== null && former.meant > 0;
  return {
    ...{ accepted, confirmed, waiting, lapsed },
    ...expectedOf(is_asked ? confirmed : accepted, former),
    measured_at: isMeasured ? { id: former.id, name: former.name } : null,
  };
};

export const listOwn: Action<'registrations.listOwn'> = async (ctx) => {
  const { rows, count } = await readList(ctx, placesOf(ctx.viewer));
  return { registrations: rows.map(shapeOf), count };
};

const shapeOf = (row: OwnPlace) => ({
  id: row.id,
  status: row.status,
  checkin_token: row.checkin_token,
  event: row.event && placeOf(row.event),
  super_event: { ...placeOf(row.super_event), organization_id: row.super_event.organization_id },
  super_event_registration: {
    ...row.super_event_registration,
    confirm_by: instant(row.super_event_registration.confirm_by),
    confirmed_at: instant(row.super_event_registration.confirmed_at),
    lapsed_at: instant(row.super_event_registration.lapsed_at),
  },
  team: row.team,
  created_at: instant(row.created_at),
});

const placeOf = ({ id, name, slug, start_at, end_at, tz, place, name_i18n }: OwnTrack) => ({
  id,
  name,
  slug,
  start_at: instant(start_at),
  end_at: instant(end_at),
  tz,
  place,
  ...published('name_i18n', name_i18n),
});

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
  super_event_registration_id: row.super_event_registration_id,
  answers_json: row.answers_json,
  users: {
    id: row.user_id,
    name: row.user_name,
    email: row.user_email,
    linkedin_url: row.linkedin_url,
    github_url: row.github_url,
  },
  events: { id: row.event_id, name: row.event_name, slug: row.event_slug },
});

export const parentDetail = (row: ParentDetail) => ({
  ...application(row),
  answers_json: row.answers_json,
  looking_for_team: row.looking_for_team,
  interested_track_ids: row.interested_track_ids,
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at),
  confirm_by: instant(row.confirm_by),
  confirmed_at: instant(row.confirmed_at),
  lapsed_at: instant(row.lapsed_at),
  email_leaves_at: instant(row.email_leaves_at),
  users: { id: row.user_id, name: row.user_name, email: row.user_email },
});

export const pagination = ({ page, limit }: ListQuery, total: number) => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});
