/**
 * The rules of the event file, version 1, for validator and compiler: the columns of its kinds, and their places. Only
 * what a file writes is managed: members without a default here stay absent, and take the default of their column when
 * the row is created.
 */
import { listedInFile } from '../../services/events/portable.ts';
import {
  requirementFields,
  deviceFields,
  devicesAtMost,
  secretPattern,
  webhookFields,
} from '../../shared/contract/fields.ts';
import { freeObject, entryKeyPattern, slugPattern, maybe } from '../../shared/contract/vocabulary.ts';
import { t, type Fields, type Input, type Output, type Rule } from '../../shared/contract/schema.ts';
import * as kinds from '../kinds.ts';
import { isTime } from './times.ts';

const forms = new Map<unknown, string>([
  [
    slugPattern,
    'must be lower case letters and digits joined by hyphens, such as spring-hack, and not look like a UUID',
  ],
  [entryKeyPattern, 'must be letters and digits, joined by hyphens, underscores or dots, such as main-door'],
  [secretPattern, 'must be whsec_ and 24 to 64 bytes in base64, as openssl rand -base64 32 prints them'],
]);
const timeForm = 'must be a time such as 2027-03-06T09:00 (local to tz) or 2027-03-06T08:00Z';

/** Adapts rules to files: times without an offset are local, and messages describe the format of a name. */
const written = <F extends Fields>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, { ...rule, ...formOf(rule) }])) as F;

function formOf({ format, pattern }: Rule & { format?: string; pattern?: unknown }) {
  if (format === 'date-time') return { custom: isTime, messages: { time: timeForm } };
  return forms.has(pattern) ? { messages: { stringPattern: forms.get(pattern) } } : {};
}

/** The scope of entries that are unique beyond one list. */
export const organizationWide = 'in the organization, whatever the super event';
/** A rule as seen by a walk through a file. */
export interface Shape extends Rule {
  readonly props?: Record<string, Shape>;
  /** Absent where members beside `props` are free. */
  readonly strict?: 'remove' | true;
  readonly items?: Shape;
  readonly values?: readonly string[];
  /** The list in which an entry is unique, and the members that identify it, the displayed one first. */
  readonly once?: { readonly among: string; readonly by: readonly string[] };
}

const listOf = <F extends Fields>(
  among: string,
  by: readonly string[],
  members: F,
  bounds?: { readonly max: number },
) => t.default(Object.assign(t.array(t.object(written(members)), bounds), { once: { among, by } }), []);

const { email, name, ...addresses } = kinds.people.columns;
const track = () => t.string({ max: 100 });
const { id, title, description, is_required } = requirementFields;

const checkinPoints = listOf('per track or super event', ['key'], {
  ...kinds.points.columns,
  milestone_requirements: listOf('per check-in point', ['id'], {
    id,
    title,
    ...maybe({ description }),
    is_required: t.default(is_required, true),
  }),
});

const tracks = listOf(organizationWide, ['slug'], {
  ...kinds.tracks.columns,
  roles: listOf('per role and track', ['email', 'role'], { email, ...kinds.roles.columns }),
  criteria: listOf('per track', ['name'], kinds.criteria.columns),
  checkin_points: checkinPoints,
});

const participants = listOf('per super event', ['email'], {
  email,
  name,
  ...kinds.participants.columns,
  answers: t.optional(freeObject()),
  registrations: listOf('per participant', ['track'], { track: track(), ...kinds.registrations.columns }),
});

const teams = listOf('per track', ['name', 'track'], {
  track: track(),
  ...kinds.teams.columns,
  members: listOf('per team', ['email'], { email, role: t.default(kinds.teamMembers.columns.role, 'MEMBER') }),
});

export const eventFileFields = {
  version: t.literal(1),
  organization: t.object({
    ...written(kinds.organizations.columns),
    members: listOf('in the organization', ['email'], { email, name, ...kinds.members.columns }),
    lists: listOf('in the organization', ['name'], { ...kinds.lists.columns, ...listedInFile }),
  }),
  users: listOf('under users', ['email'], {
    email,
    name,
    onboarded: t.default(t.boolean(), true),
    password: t.optional(t.string({ min: 10, max: 200 })),
    ...addresses,
  }),
  super_events: listOf('in the organization', ['slug'], {
    ...kinds.superEvents.columns,
    registration_fields: listOf('per super event', ['key'], kinds.registrationFields.columns),
    prizes: listOf('per super event', ['key'], {
      ...kinds.prizes.columns,
      ...maybe({ tracks: t.array(track(), { min: 1, max: 100 }) }),
      judges: t.optional(t.array(email, { max: 100 })),
    }),
    tracks,
    checkin_points: checkinPoints,
    devices: listOf(
      'per super event',
      ['key'],
      { ...kinds.devices.columns, ...maybe({ points: deviceFields.points }), pin: t.optional(deviceFields.pin) },
      { max: devicesAtMost },
    ),
    participants,
    teams,
  }),
  api_keys: listOf('among the API keys', ['label'], {
    label: kinds.apiKeys.columns.label,
    user: email,
    expires_at: kinds.apiKeys.columns.expires_at,
  }),
  webhooks: listOf('among the webhooks', ['key'], {
    ...kinds.webhooks.columns,
    ...maybe({ super_event: kinds.superEvents.columns.slug }),
    secret: webhookFields.secret,
  }),
};

/** The file as it may be written. */
export type WrittenEventFile = Input<typeof eventFileFields>;

/** The file as checked: emails in lower case, lists never absent. */
export type EventFile = Output<typeof eventFileFields>;
