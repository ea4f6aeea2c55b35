/** Reads single rows in one prepared statement, after the guard. */
import { ask, type Statement } from './server.ts';
import type { Found } from './guard.ts';

const statement = (name: string, text: string): Statement => ({ name, text });
/** Runs a statement that finds one row by its first parameter. */
const one = async (asked: Statement, ...values: unknown[]) =>
  (await ask<Record<string, unknown>>(asked, values))[0] ?? {};

const findRegistration = statement(
  'find registration',
  `select r.id, r.event_id, r.user_id, r.status, r.checkin_token, a.answers_json || r.answers_json as answers_json,
          p.name as user_name, p.linkedin_url, p.github_url, t.name as event_name, t.slug as event_slug
     from registrations.registration r
     join events.track t on t.id = r.event_id
     join registrations.super_event_registration a on a.id = r.super_event_registration_id
     left join identity.person p on p.id = r.user_id
    where r.id = $1`,
);
export async function registration({ id }: Found) {
  const { user_name, linkedin_url, github_url, event_name, event_slug, ...row } = await one(findRegistration, id);
  const users = { id: row.user_id, name: user_name, linkedin_url, github_url };
  return {
    registration: { ...row, users, events: { id: row.event_id, name: event_name, slug: event_slug } },
  };
}

const findTrack = statement(
  'find track',
  `select t.id, t.name, t.slug, t.status, t.super_event_id, t.mode, t.start_at, t.end_at, t.tz, t.stream_start_at,
          t.config_json,
          (select coalesce(sum(r.n), 0)::int from registrations.registration_tally r
            where r.event_id = t.id and r.status <> 'cancelled') as registration_count,
          (select coalesce(sum(m.n), 0)::int from teams.team_tally m where m.event_id = t.id) as team_count
     from events.track t where t.id = $1`,
);
export async function track({ id }: Found) {
  const { registration_count, team_count, ...event } = await one(findTrack, id);
  return { event, registration_count, team_count };
}

const findSuperEvent = statement(
  'find super event',
  `select s.id, s.name, s.slug, s.status, s.description, s.visibility, s.payment_status, s.start_at, s.end_at, s.tz,
          (select count(*)::int from events.track t where t.super_event_id = s.id and t.deleted_at is null) as track_count,
          s.paid_track_count, s.paid_days, s.max_participants, s.format, s.config_json
     from events.super_event s where s.id = $1`,
);
export const superEvent = async ({ id }: Found) => ({ super_event: await one(findSuperEvent, id) });

const findOrganization = statement(
  'find organization',
  `select o.id, o.name, o.slug, o.can_create_events,
          (select count(*)::int from organizations.member m where m.organization_id = o.id) as member_count,
          (select count(*)::int from events.role_invite i join events.super_event s on s.id = i.super_event_id
            where s.organization_id = o.id and i.status = 'pending' and i.expires_at > now()) as invitation_count
     from organizations.organization o where o.id = $1`,
);
export async function organization(found: Found) {
  const { id, name, slug, can_create_events, member_count, invitation_count } = await one(findOrganization, found.id);
  const onboarding_state = { team_setup_complete: Number(member_count) > 1, invitation_count, member_count };
  return { organization: { id, name, slug }, member_count, can_create_events, onboarding_state };
}

const listCriteria = statement(
  'list criteria',
  `select id, event_id, name, description, weight::float8 as weight, order_index
     from judging.criterion where event_id = $1 order by order_index, id limit 1000`,
);
export async function criteria({ id }: Found) {
  const found = await ask(listCriteria, [id]);
  return { criteria: found, count: found.length };
}
