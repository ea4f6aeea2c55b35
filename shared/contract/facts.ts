/**
 * Facts: committed changes, for others to read. The list is closed: there are no facts of other types. `data` has ids,
 * and some fields as they are then; never an address, a secret or an answer.
 */
import { inEach, languages } from './languages.ts';
import { t, type Fields, type Input, type Rule } from './schema.ts';
import {
  deviceKind,
  deviceOptions,
  eventStatus,
  galleryState,
  organizationRole,
  pointType,
  ranking,
  registrationStatus,
  registrationSwitch,
  scanMethod,
  visibility,
} from './vocabulary.ts';

interface FactContract<D extends Fields = Fields> {
  readonly summary: string;
  readonly data: D;
  /** Sent only to readers who name the type, because there are many of them and few readers need them. */
  readonly byName?: true;
}

const fact = <D extends Fields>(summary: string, data: D, further: Pick<FactContract, 'byName'> = {}) => ({
  summary,
  data,
  ...further,
});

type Partly<F extends Fields> = {
  [K in keyof F]: F[K] extends Rule<infer In, infer Out> ? ReturnType<typeof t.optional<In, Out>> : never;
};
/** For a change: only the changed fields. */
const partly = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, t.optional(rule)])) as unknown as Partly<F>;

/** A place on a track (`registration_id`), or in the hackathon as a whole (`super_event_registration_id`). */
const place = {
  registration_id: t.optional(t.uuid()),
  super_event_registration_id: t.optional(t.uuid()),
  user_id: t.uuid(),
};
const placed = { ...place, status: registrationStatus() };

const checkIn = { checkin_id: t.uuid(), point_id: t.uuid(), registration_id: t.uuid(), user_id: t.uuid() };
const point = {
  name: t.string(),
  type: pointType(),
  event_id: t.nullable(t.uuid()),
  opens_at: t.timestamp(),
  closes_at: t.timestamp(),
};

const membership = { team_id: t.uuid(), user_id: t.uuid() };
const team = {
  name: t.string(),
  problem: t.nullable(t.string()),
  is_open: t.boolean(),
  squad_id: t.nullable(t.string()),
};
const seated = { table: t.optional(t.nullable(t.string())) };
const submission = { submission_id: t.uuid(), team_id: t.uuid() };
const criterion = {
  name: t.string(),
  description: t.nullable(t.string()),
  weight: t.number(),
  order_index: t.number(),
};
const period = {
  name: t.string(),
  slug: t.string(),
  status: eventStatus(),
  start_at: t.nullable(t.timestamp()),
  end_at: t.nullable(t.timestamp()),
  tz: t.nullable(t.string()),
};
const track = { ...period, registration: registrationSwitch(), ...inEach('name') };
const hackathon = {
  ...period,
  visibility: visibility(),
  max_participants: t.nullable(t.integer()),
  opens_at: t.nullable(t.timestamp()),
  closes_at: t.nullable(t.timestamp()),
  confirm_within_hours: t.nullable(t.integer()),
  waitlist_moves: t.boolean(),
  retention_days: t.nullable(t.integer()),
  ...{ privacy_url: t.nullable(t.string()), terms_url: t.nullable(t.string()) },
  gallery: galleryState(),
  locales: languages(),
  /** Texts of facts beside the plain one are those in other languages than the first. */
  ...inEach('name'),
};
const prize = { prize_id: t.uuid() };
const winnable = {
  ...{ name: t.string(), sponsor: t.nullable(t.string()), order_index: t.number() },
  ...inEach('name'),
};
const field = { registration_field_id: t.uuid() };
const question = {
  ...{ label: t.string(), field_type: t.string(), is_required: t.boolean(), order_index: t.number() },
  ...inEach('label'),
};
const role = { user_id: t.uuid(), role: t.string() };
const naming = { name: t.string(), slug: t.string() };
const key = { key_id: t.optional(t.string()), label: t.string() };

/** Only the host of its address, because path and query may hold a secret. */
const webhook = {
  host: t.string(),
  types: t.array(t.string()),
  description: t.nullable(t.string()),
  status: t.string(),
};

export const facts = {
  'registration.created': fact('Somebody registered or was accepted for the first time', placed),
  'registration.status_changed': fact('A place has another status', placed),
  'registration.cancelled': fact('A place was given up', placed),
  'registration.moved': fact('Somebody came to a track because they or their team were moved there', placed),
  'registration.lapsed': fact('A place that was not confirmed in time went to the waiting list', placed),
  'registration.changed': fact('Answers, wishes, the confirmation or the evaluation of a place were changed', {
    ...place,
    confirm_by: t.optional(t.nullable(t.timestamp())),
    confirmed_at: t.optional(t.nullable(t.timestamp())),
    looking_for_team: t.optional(t.boolean()),
    interested_track_ids: t.optional(t.array(t.uuid())),
  }),
  'review.saved': fact('An organizer reviewed an application, or changed their review', {
    super_event_registration_id: t.uuid(),
    user_id: t.uuid(),
  }),

  'participant.invited': fact('Somebody was invited by email', { invite_id: t.uuid(), expires_at: t.timestamp() }),
  'participant.onboarded': fact('Somebody accepted an invitation, or was enrolled at once', {
    user_id: t.uuid(),
    invite_id: t.optional(t.uuid()),
  }),

  'checkin.recorded': fact('Somebody was checked in', {
    ...checkIn,
    method: scanMethod(),
    checked_in_at: t.timestamp(),
  }),
  'checkin.annulled': fact('A check-in was taken back', { ...checkIn, annulled_at: t.timestamp() }),
  'checkin.refused': fact(
    'A scan was refused',
    { point_id: t.uuid(), registration_id: t.nullable(t.uuid()), reason: t.string(), scanned_at: t.timestamp() },
    { byName: true },
  ),
  'checkin_point.created': fact('A check-in point was created', { point_id: t.uuid(), ...partly(point) }),
  'checkin_point.changed': fact('A check-in point was changed', { point_id: t.uuid(), ...partly(point) }),
  'checkin_point.deleted': fact('A check-in point was deleted', { point_id: t.uuid() }),

  'team.created': fact('A team was founded', {
    team_id: t.uuid(),
    ...team,
    ...seated,
    member_user_ids: t.array(t.uuid()),
  }),
  'team.changed': fact('A team was changed', {
    team_id: t.uuid(),
    ...partly(team),
    ...seated,
    avatar_url: t.optional(t.nullable(t.string())),
  }),
  'team.deleted': fact('A team was deleted', { team_id: t.uuid() }),
  'team.moved': fact('A team is on another track', { team_id: t.uuid(), member_user_ids: t.array(t.uuid()) }),
  'team.member_joined': fact('Somebody joined a team', membership),
  'team.member_left': fact('Somebody left a team', membership),
  'team.leader_changed': fact('A team has another leader, or none', {
    team_id: t.uuid(),
    leader_user_id: t.nullable(t.uuid()),
  }),

  'submission.created': fact('A team submitted a project or a milestone', {
    ...submission,
    checkin_point_id: t.nullable(t.uuid()),
    title: t.string(),
    links: t.array(t.string()),
  }),
  'submission.changed': fact('A team changed a submission', {
    ...submission,
    title: t.optional(t.string()),
    links: t.optional(t.array(t.string())),
  }),

  'criterion.created': fact('A criterion was created', { criterion_id: t.uuid(), ...partly(criterion) }),
  'criterion.changed': fact('A criterion was changed', { criterion_id: t.uuid(), ...partly(criterion) }),
  'criterion.deleted': fact('A criterion was deleted', { criterion_id: t.uuid() }),
  'assignment.created': fact('A judge was given a team', {
    assignment_id: t.uuid(),
    judge_user_id: t.uuid(),
    team_id: t.uuid(),
  }),
  'assignment.deleted': fact('A team was taken from a judge', { assignment_id: t.uuid() }),
  'assignment.declined': fact('A judge declined a team, which they no longer judge', {
    assignment_id: t.uuid(),
    judge_user_id: t.uuid(),
    team_id: t.uuid(),
  }),
  'assignment.submitted': fact('A judge submitted their scores', {
    assignment_id: t.uuid(),
    submitted_at: t.timestamp(),
  }),
  'assignment.reopened': fact('A submitted assignment was reopened for its judge', { assignment_id: t.uuid() }),
  'results.calculated': fact('The ranking of a track was calculated', { calculated_at: t.timestamp() }),
  'results.published': fact('The results of a track were published, for the first time or others than before', {
    notifications_sent_at: t.timestamp(),
    ranking: t.optional(ranking()),
  }),

  'event.created': fact('A track was created', partly(track)),
  'event.changed': fact('A track was changed, or its registration opened or closed', partly(track)),
  'event.deleted': fact('A track was deleted', {}),
  'super_event.created': fact('A hackathon was created', partly(hackathon)),
  'super_event.changed': fact('A hackathon was changed', partly(hackathon)),
  'super_event.deleted': fact('A hackathon was deleted', {}),
  'super_event.field_added': fact('A question was added to the form', { ...field, ...partly(question) }),
  'super_event.field_changed': fact('A question of the form was changed', { ...field, ...partly(question) }),
  'super_event.field_removed': fact('A question was taken off the form', field),

  'super_event.prize_added': fact('A prize was added', { ...prize, ...partly(winnable) }),
  'super_event.prize_changed': fact('A prize was changed', { ...prize, ...partly(winnable) }),
  'prize.published': fact('Everybody may read who wins a prize', { ...prize, team_ids: t.array(t.uuid()) }),
  'super_event.prize_removed': fact('A prize was deleted', prize),

  'announcement.sent': fact('An announcement is on its way to its recipients', {
    announcement_id: t.uuid(),
    recipients: t.integer(),
  }),
  'announcement.cancelled': fact('An announcement was cancelled; emails that had not left do not leave', {
    announcement_id: t.uuid(),
  }),

  'role.invited': fact('Somebody was invited to a role on a track', { role_invite_id: t.uuid(), role: t.string() }),
  'role.invite_withdrawn': fact('An invitation to a role on a track was withdrawn', {
    role_invite_id: t.uuid(),
    role: t.string(),
  }),
  'role.granted': fact('Somebody was given a role on a track', role),
  'role.accepted': fact('Somebody accepted the invitation to a role on a track', {
    ...role,
    role_invite_id: t.uuid(),
  }),
  'role.revoked': fact('Somebody lost a role on a track', role),

  'organization.created': fact('An organization was created', partly(naming)),
  'organization.changed': fact('An organization has another name or slug', partly(naming)),
  'member.added': fact('Somebody belongs to the organization', { user_id: t.uuid(), role: organizationRole() }),
  'member.changed': fact('Somebody has another role in the organization', {
    user_id: t.uuid(),
    role: organizationRole(),
  }),
  'member.removed': fact('Somebody left the organization', { user_id: t.uuid() }),
  'person.erased': fact(
    'Everything of a person was erased, or what one hackathon had of them; receivers should do the same',
    { user_id: t.uuid() },
  ),
  'device.added': fact('A kiosk or board was added', {
    device_id: t.uuid(),
    kind: deviceKind(),
    name: t.string(),
    ...partly(deviceOptions),
  }),
  'device.changed': fact('A kiosk or a board has another name, other points or other options', {
    device_id: t.uuid(),
    name: t.optional(t.string()),
    checkin_point_ids: t.optional(t.nullable(t.array(t.uuid()))),
    ...partly(deviceOptions),
  }),
  'device.removed': fact('A kiosk or a board was ended', { device_id: t.uuid() }),
  'key.created': fact('An API key was created', { ...key, expires_at: t.optional(t.nullable(t.timestamp())) }),
  'key.changed': fact('The expiry of an API key was changed', {
    ...key,
    expires_at: t.optional(t.nullable(t.timestamp())),
  }),
  'key.revoked': fact('An API key was ended', key),

  'webhook.created': fact('A webhook was created', { webhook_id: t.uuid(), ...partly(webhook) }),
  'webhook.changed': fact('A webhook was changed, or switched on or off', { webhook_id: t.uuid(), ...partly(webhook) }),
  'webhook.secret_rotated': fact('A webhook has another secret', { webhook_id: t.uuid() }),
  'webhook.disabled': fact('A webhook was switched off after three days without a success', { webhook_id: t.uuid() }),
  'webhook.ended': fact('A webhook ended, because its receiver answered 410', { webhook_id: t.uuid() }),
  'webhook.deleted': fact('A webhook was deleted', { webhook_id: t.uuid() }),
} as const satisfies Record<string, FactContract>;

export type FactType = keyof typeof facts;
export const factTypes = Object.keys(facts) as FactType[];

/** The types for a reader who names none. */
export const defaultFactTypes: readonly FactType[] = factTypes.filter((type) => !(facts[type] as FactContract).byName);

/** Days for which a fact can be read. */
export const factDays = 30;

/** Everything of a fact but its `data`. */
export const factFields = {
  id: t.uuid(),
  position: t.string(),
  type: t.enum(...(factTypes as [FactType, ...FactType[]])),
  occurred_at: t.timestamp(),
  organization_id: t.uuid(),
  super_event_id: t.nullable(t.uuid()),
  event_id: t.nullable(t.uuid()),
  actor: t.object({ user_id: t.nullable(t.uuid()), key_id: t.nullable(t.string()) }),
};
export const factRule = t.named('Fact', t.object({ ...factFields, data: t.json() }));
export type Fact = Input<typeof factRule>;
