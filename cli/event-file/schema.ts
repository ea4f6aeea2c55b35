/**
 * The event file, version 1, as rules that the validator runs and the compiler reads.
 *
 * Only what a file writes is managed: members without a default here stay absent, and take the default of their column
 * when the row is created. Every rule is made anew where it is used, because the validator takes a rule that it meets
 * twice for a cycle and leaves out its custom check.
 */
import { validationRules } from '../../shared/contract/patterns.ts';
import { t, type Fields, type Input, type Output, type Rule } from '../../shared/contract/schema.ts';
import {
  eventStatus,
  fieldTypes,
  mode,
  organizationRoles,
  paymentStatus,
  pointTypes,
  registrationStatus,
  trackRoles,
  visibility,
} from '../../shared/contract/vocabulary.ts';
import { isTime } from './times.ts';

const slugPattern = /^(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const slugForm =
  'must be lower case letters and digits joined by hyphens, such as spring-hack, and not look like a UUID';
const keyForm = 'must be letters and digits, joined by hyphens, underscores or dots, such as main-door';
const timeForm = 'must be a time such as 2027-03-06T09:00 (local to tz) or 2027-03-06T08:00Z';

const slug = () => ({
  ...t.string({ max: 100, pattern: slugPattern }),
  messages: { stringPattern: slugForm },
});
const key = () => ({
  ...t.string({ max: 64, pattern: /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/ }),
  messages: { stringPattern: keyForm },
});
const time = () => ({ ...t.string({ max: 40 }), custom: isTime, messages: { time: timeForm } });
const maybe = <R extends Rule>(rule: R) => t.optional(t.nullable(rule));
const listOf = <F extends Fields>(members: F) => t.default(t.array(t.object(members)), []);

const name = () => t.string({ min: 2, max: 100, trim: true });
/** Null: the person gave none. */
const personName = () => maybe(t.string({ min: 1, max: 200, trim: true }));
const text = (max: number) => maybe(t.string({ max }));

const checkinPoints = () =>
  listOf({
    key: key(),
    name: name(),
    type: t.enum(...pointTypes),
    opens_at: t.optional(time()),
    closes_at: t.optional(time()),
    milestone_requirements: listOf({
      id: key(),
      title: t.string({ min: 1, max: 200, trim: true }),
      description: text(2_000),
      is_required: t.default(t.boolean(), true),
    }),
  });

const registrationFields = () =>
  listOf({
    key: key(),
    field_type: t.enum(...fieldTypes),
    label: t.string({ min: 1, max: 200, trim: true }),
    description: text(2_000),
    placeholder: text(200),
    options: t.optional(t.array(t.string({ min: 1, max: 200 }), { max: 500 })),
    is_required: t.optional(t.boolean()),
    order_index: t.optional(t.number()),
    validation_rules: t.optional(validationRules()),
  });

const criteria = () =>
  listOf({
    name: t.string({ min: 1, max: 100, trim: true }),
    description: text(2_000),
    weight: t.number({ min: 0, max: 1 }),
    order_index: t.optional(t.number()),
  });

const tracks = () =>
  listOf({
    slug: slug(),
    name: name(),
    status: t.optional(eventStatus()),
    mode: maybe(mode()),
    start_at: maybe(time()),
    end_at: maybe(time()),
    tz: maybe(t.timeZone()),
    stream_url: maybe(t.streamUrl()),
    stream_start_at: maybe(time()),
    registration: t.optional(t.enum('open', 'closed', 'never_opened')),
    config_json: t.optional(t.json()),
    roles: listOf({ email: t.email(), role: t.enum(...trackRoles) }),
    criteria: criteria(),
    checkin_points: checkinPoints(),
  });

const participants = () =>
  listOf({
    email: t.email(),
    name: personName(),
    status: t.optional(registrationStatus()),
    answers: t.optional(t.json()),
    registrations: listOf({
      track: t.string({ max: 100 }),
      status: t.optional(registrationStatus()),
      evaluation_score: maybe(t.number({ min: -1_000_000, max: 1_000_000 })),
      evaluation_recommendation: text(50),
    }),
  });

const teams = () =>
  listOf({
    track: t.string({ max: 100 }),
    name: name(),
    problem: text(10_000),
    is_open: t.optional(t.boolean()),
    members: listOf({ email: t.email(), role: t.default(t.enum('LEADER', 'MEMBER'), 'MEMBER') }),
  });

const superEvents = () =>
  listOf({
    slug: slug(),
    name: name(),
    description: text(10_000),
    status: t.optional(eventStatus()),
    visibility: t.optional(visibility()),
    payment_status: t.optional(paymentStatus()),
    paid_track_count: t.optional(t.integer({ min: 0, max: 1_000_000 })),
    paid_days: t.optional(t.integer({ min: 0, max: 1_000_000 })),
    start_at: maybe(time()),
    end_at: maybe(time()),
    tz: maybe(t.timeZone()),
    format: maybe(mode()),
    max_participants: maybe(t.integer({ min: 1, max: 2_147_483_647 })),
    stream_url: maybe(t.streamUrl()),
    config_json: t.optional(t.json()),
    registration_fields: registrationFields(),
    tracks: tracks(),
    checkin_points: checkinPoints(),
    participants: participants(),
    teams: teams(),
  });

export const eventFileFields = {
  version: t.literal(1),
  organization: t.object({
    slug: slug(),
    name: name(),
    can_create_events: t.optional(t.boolean()),
    members: listOf({ email: t.email(), name: personName(), role: t.enum(...organizationRoles) }),
  }),
  users: listOf({
    email: t.email(),
    name: personName(),
    onboarded: t.default(t.boolean(), true),
    password: t.optional(t.string({ min: 10, max: 200 })),
    linkedin_url: t.optional(t.url()),
    github_url: t.optional(t.url()),
    avatar_url: t.optional(t.url()),
  }),
  super_events: superEvents(),
  api_keys: listOf({
    label: t.string({ min: 1, max: 100, trim: true }),
    user: t.email(),
    expires_at: maybe(time()),
  }),
};

/** The file as it may be written. */
export type WrittenEventFile = Input<typeof eventFileFields>;

/** The file as checked: emails in lower case, lists never absent, times still as written. */
export type CheckedEventFile = Output<typeof eventFileFields>;
