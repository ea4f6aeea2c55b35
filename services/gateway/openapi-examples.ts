/**
 * Generates the examples of the API document from its schemas, so that they are always valid. A value follows from
 * the member's name and from the object it belongs to: the same team has the same id everywhere.
 */
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../shared/contract/json-schema.ts';

const answers = { '018f4d5e-0000-7000-8000-8e2c5a417b90': 'M' };
const password = 'violet tractors under glass';

/** Values for members of any object. */
const usual: Readonly<Record<string, unknown>> = {
  access_token: 'mss_9vQxW1pZ',
  action: 'registrations.updateStatus',
  after: { status: 'accepted' },
  answers,
  answers_json: answers,
  avatarUrl: 'https://example.org/ada.png',
  avatar_url: 'https://example.org/ada.png',
  before: { status: 'pending' },
  checkin_token: 'MC4h2mQ4nB7kTMd3',
  closes_at: '2027-03-06T12:00:00.000Z',
  code: '7K2MQ4NB9XTRD3HV',
  colour: '#4338ca',
  comment: 'The demo worked.',
  config_json: { max_team_size: 4 },
  criterion_description: 'How much it changes, and for whom.',
  criterion_name: 'Impact',
  criterion_weight: 0.4,
  email: 'ada@example.org',
  endpoints: { organizations: '/organizations', super_events: '/super-events', events: '/events' },
  end_at: '2027-03-07T17:00:00.000Z',
  evaluation_recommendation: 'accept',
  evaluation_score: 8.5,
  event_name: 'Climate',
  event_slug: 'climate',
  expires_at: '2027-02-06T09:00:00.000Z',
  expires_in: 600,
  feedback: 'Show next time what it costs.',
  firstName: 'Ada',
  githubUrl: 'https://github.com/ada',
  github_url: 'https://github.com/ada',
  hasMore: false,
  has_more: false,
  http: 201,
  ids: { registration_id: '018f4d5e-0000-7000-8000-074de6fedbb7' },
  isFull: false,
  judge_name: 'Grace Hopper',
  key: 'mst_k7hQ2mQ4_shownOnce',
  key_id: 'k7hQ2mQ4nB',
  label: 'The size of your T-shirt',
  lastName: 'Lovelace',
  leftAt: null,
  limit: 50,
  linkedinUrl: 'https://www.linkedin.com/in/ada',
  linkedin_url: 'https://www.linkedin.com/in/ada',
  maxMembers: 4,
  max_participants: 120,
  message: 'Muster is running.',
  new_password: password,
  nextCursor: null,
  nonce: 'kiosk-1-00042',
  notifications_sent_at: '2027-03-07T18:00:00.000Z',
  offset: 0,
  option: 'M',
  overall_progress: 0.5,
  overall_score: 8.25,
  password,
  point_name: 'Main entrance',
  problem: 'Nobody knows where bees starve.',
  progress: 0.5,
  reason: 'The judge noticed a mistake.',
  refresh_token: 'msr_3kTMd3o0',
  request_id: '0f3a1c52-6f0e-4f6b-9a51-1f0b6c1f7e11',
  scanned_at: '2027-03-06T09:00:00.000Z',
  score_value: 8.5,
  response_status: 204,
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  stream_url: 'https://example.org/live',
  super_event_scoring_mode: 'slider',
  teamName: 'The Bees',
  team_name: 'The Bees',
  team_problem: 'Nobody knows where bees starve.',
  title: 'Pollen map',
  token: 'MC4h2mQ4nB7kTMd3',
  trackName: 'Climate',
  ticket: 'MC4h2mQ4nB7kTMd3MC4h2mQ4nB7kTMd3',
  tz: 'Europe/Berlin',
  value: 8.5,
  version: '0.1.0',
  weight: 0.4,
};

/** Preferred words where an example can choose. */
const preferredWords: readonly string[] = [
  'accepted',
  'final',
  'paid',
  'onsite',
  'JUDGE',
  'MEMBER',
  'select',
  'active',
  'delivered',
];

const hackathon = {
  name: 'Spring Hack',
  slug: 'spring-hack',
  description: 'Two days, four tracks, one prize for each.',
};
const window = { opens_at: '2027-01-10T09:00:00.000Z', closes_at: '2027-02-28T22:00:00.000Z' };
const track = { name: 'Climate', slug: 'climate' };
const team = { name: 'The Bees', memberCount: 3, member_count: 3 };
const ada = { name: 'Ada Lovelace' };
const grace = { name: 'Grace Hopper' };
const impact = { name: 'Impact', description: 'How much it changes, and for whom.' };
const hook = { url: 'https://hall.example.org/hook', description: 'The screen in the hall' };
const field = { message: 'The field is deleted.' };

/** Values for members of these objects only. */
const inContext: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  organization: { name: 'Acme', slug: 'acme', member_count: 3 },
  super_event: { ...hackathon, ...window },
  hackathon: { ...hackathon, ...window, spots_left: 36 },
  field: { description: 'It waits for you at the door.', placeholder: null },
  prize: { name: 'Best use of open data', sponsor: 'Globex', description: 'A weekend at the observatory.' },
  event: track,
  track,
  team,
  activeTeam: team,
  api_key: { id: 'k7hQ2mQ4', label: 'Door laptop', user_name: 'Ada Lovelace' },
  device: { name: 'Main entrance, left', version: '0.1.0', queued: 0 },
  pairing: { url: 'https://muster.example.org/kiosk#7K2MQ4NB9XTRD3HV' },
  user: ada,
  member: ada,
  builder: ada,
  registration: ada,
  super_event_registration: ada,
  register: ada,
  leader: { ...ada, role: 'LEADER' },
  judge: grace,
  role: grace,
  criterion: impact,
  criteria: impact,
  checkin_point: { name: 'Main entrance', checked_in_count: 84, refused_count: 2 },
  checkin: {},
  submission: { description: 'A map of what blooms when, and of the gaps.' },
  assignment: { message: 'All of them judge this team already.' },
  invite: { message: 'We would like you to judge.' },
  answer: { label: 'Diet', value: 'Vegan' },
  count: { value: 'vegan', count: 84 },
  list: { name: 'schools', value: 'University of Mainz' },
  webhook: hook,
  webhook_delivery: { type: 'checkin.recorded', error: 'REFUSED', duration_ms: 42 },
  role_invite: { message: 'We would like you to judge.' },
  registration_field: field,
  super_event_registration_field: field,
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

/** The name of a value's member, and the object it belongs to. */
interface ValueContext {
  readonly name: string;
  readonly about: string;
}

/** Returns the object that a path is about: its last segment that names one. */
export const subjectOf = (path: string): string =>
  path
    .split('/')
    .map((part) => singular(part.replaceAll('-', '_')))
    .findLast((part) => part in inContext) ?? 'user';

const singular = (name: string) => name.replace(/s$/, '');

/**
 * Generates the example of a schema.
 * @param about The object it is about.
 * @param components What references in the schema point to.
 */
export function exampleOf(schema: JsonSchema, about: string, components: Readonly<Record<string, JsonSchema>> = {}) {
  const follow = ({ $ref, ...given }: Schema): Schema =>
    $ref === undefined ? given : (components[$ref.split('/').at(-1) ?? ''] ?? {});

  function valueAt({ name, about }: ValueContext, reference: Schema): unknown {
    const schema = follow(reference);
    const [way] = schema.anyOf ?? [];
    if (way) return valueAt({ name, about }, way);
    const [type] = [schema.type].flat();
    const singularName = singular(name);
    if (type === 'array') return schema.items ? [valueAt({ name: singularName, about }, schema.items)] : [];
    if (type === 'object' && schema.properties) {
      const inside = singularName in inContext ? singularName : about;
      const members = Object.entries(schema.properties).filter(([, { deprecated }]) => !deprecated);
      return Object.fromEntries(members.map(([name, each]) => [name, valueAt({ name, about: inside }, each)]));
    }
    return simple({ name, about }, type, schema);
  }
  return valueAt({ name: '', about }, schema);
}

function simple({ name, about }: ValueContext, type: string | undefined, schema: Schema): unknown {
  const special = inContext[about]?.[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return wordOf(schema.enum, schema.default ?? special);
  if (special !== undefined) return special;
  if (name in usual) return usual[name];
  if (type === 'string' && (schema.format === 'uuid' || /(_i|I)ds?$/.test(name))) return idOf(name, about);
  return plain(type, schema);
}

const wordOf = (words: readonly string[], wanted: unknown) =>
  words.find((word) => word === wanted) ?? words.find((word) => preferredWords.includes(word)) ?? words[0];

/** Returns the id of an object, the same for `team_id`, `teamId` and the `id` of a team. */
function idOf(name: string, about: string): string {
  const thing = name === 'id' ? about : name.replace(/_ids?$|Ids?$/, '');
  return `018f4d5e-0000-7000-8000-${createHash('sha256').update(thing).digest('hex').slice(0, 12)}`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  'date-time': '2027-03-06T09:00:00.000Z',
  uri: 'https://example.org/pollen-map',
};

function plain(type: string | undefined, { default: usually, format = '', minimum = 0 }: Schema): unknown {
  if (usually !== undefined) return usually;
  if (type === 'string') return formats[format] ?? 'example';
  if (type === 'number' || type === 'integer') return Math.max(minimum, 1);
  if (type === 'boolean') return true;
  return type === 'object' ? {} : null;
}
