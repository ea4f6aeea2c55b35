/** The fields that HTTP and the event file share, each with its limits. */
import { maxUrlLength, type FormatCheck } from './formats.ts';
import { languages, translated } from './languages.ts';
import { t, type Input } from './schema.ts';
import {
  registrationStatus,
  trackRole,
  freeObject,
  slug,
  displayName,
  eventStatus,
  fieldType,
  mode,
  paymentStatus,
  registrationSwitch,
  visibility,
  galleryState,
  deviceKind,
  entryKey,
  pointType,
  prizeDeciders,
  optional,
} from './vocabulary.ts';
import { validationRules } from './patterns.ts';
import { projectQuestions, questionTexts } from './questions.ts';
import { factTypes } from './facts.ts';

// Texts of organizers to people: announcements, and their own paragraph in the email about a decision.

/** Placeholders in braces, which are replaced for each person. */
export const placeholders = ['first_name', 'hackathon', 'track', 'team', 'code'] as const;
export type Placeholder = (typeof placeholders)[number];
/** Placeholders of an email about a decision. */
export const decisionPlaceholders = ['first_name', 'hackathon', 'track'] as const;

const braces = /\\[{}\\]|\{([^{}\n]*)\}|[{}]/g;

/** Returns the braces of a text that stand for nothing. A backslash before one makes it a plain character. */
const unknownBraces = (text: string, known: readonly string[]): string[] =>
  [...text.matchAll(braces)].flatMap(([found, name]) =>
    found.startsWith('\\') || (name !== undefined && known.includes(name)) ? [] : [found],
  );

const knows =
  (known: readonly string[]): FormatCheck =>
  (value, problems) => {
    const [first] = typeof value === 'string' ? unknownBraces(value, known) : [];
    if (first === undefined) return value;
    const expected = known.map((name) => `{${name}}`).join(' ');
    problems.push({ type: 'placeholder', actual: first.slice(0, 40), expected });
    return value;
  };

const withPlaceholders = (max: number, known: readonly string[]) => ({
  ...t.string({ min: 1, max, trim: true }),
  custom: knows(known),
});

export const announcementFields = {
  subject: withPlaceholders(200, placeholders),
  /** Markdown of paragraphs, emphasis, lists and links. */
  body: withPlaceholders(20_000, placeholders),
  send_at: t.timestamp(),
};

/** The recipients of an announcement: people who match all of these. */
export const audience = t.named(
  'Audience',
  t.object({
    statuses: t.optional(t.array(registrationStatus(), { min: 1, max: 5 })),
    track_ids: t.optional(t.array(t.uuid(), { min: 1, max: 200 })),
    roles: t.optional(t.array(trackRole(), { min: 1, max: 4 })),
    confirmed: t.optional(t.boolean()),
    checked_in: t.optional(t.boolean()),
    has_team: t.optional(t.boolean()),
  }),
);

const paragraph = withPlaceholders(2_000, decisionPlaceholders);
const paragraphs = { accepted: paragraph, waitlisted: paragraph, rejected: paragraph };

/** The own paragraph of a hackathon in the emails about decisions, in the same Markdown. */
export const decisionLetters = t.named(
  'DecisionLetters',
  t.object({ ...optional(paragraphs), ...translated(paragraphs) }),
);
export type DecisionLetters = Input<typeof decisionLetters>;

// Hackathons, tracks, prizes and registration fields.

/** The known members of a track's `config_json`; a hackathon's applies to tracks without a value. */
const teams = freeObject({
  self_service: t.optional(t.boolean()),
  locked_at: t.optional(t.nullable(t.timestamp())),
});
const reviews = freeObject({
  blind: t.optional(t.boolean()),
  /** Scores are 1 to 5. */
  scale: t.optional(t.literal(5)),
});
const submissions = freeObject({
  closes_at: t.optional(t.nullable(t.timestamp())),
  questions: t.optional(projectQuestions),
});

const title = t.name({ min: 1, max: 200 });
/** Parts of a long form. A field is named by its id, or by its key of the event file. */
export const formSections = t.array(
  t.object({
    ...{ title, ...translated({ title }) },
    field_ids: t.array(t.string({ min: 1, max: 64 }), { max: 500 }),
  }),
  { max: 50 },
);
const form = freeObject({ sections: t.optional(formSections) });

/** The common fields of hackathons and tracks. */
const period = { status: eventStatus(), tz: t.timeZone(), start_at: t.timestamp(), end_at: t.timestamp() };

const ofSuperEvent = { name: displayName(), description: t.string({ max: 10_000 }) };

export const superEventFields = {
  ...period,
  ...ofSuperEvent,
  /** None where it has one language, as it has unless said. */
  locales: languages(),
  ...translated(ofSuperEvent),
  visibility: visibility(),
  gallery: galleryState(),
  payment_status: paymentStatus(),
  paid_track_count: t.integer({ min: 0, max: 1_000_000 }),
  paid_days: t.integer({ min: 0, max: 1_000_000 }),
  format: mode(),
  max_participants: t.integer({ min: 1, max: 2_147_483_647 }),
  opens_at: t.timestamp(),
  closes_at: t.timestamp(),
  confirm_within_hours: t.integer({ min: 1, max: 8_760 }),
  waitlist_moves: t.boolean(),
  retention_days: t.integer({ min: 1, max: 3_650 }),
  /** The texts that people agree to when they apply. */
  privacy_url: t.httpsUrl(),
  terms_url: t.httpsUrl(),
  stream_url: t.streamUrl(),
  logo_url: t.url(),
  colour: t.string({ pattern: /^#[0-9a-f]{6}$/ }),
  reply_to: t.email(),
  letters: decisionLetters,
  config_json: freeObject({ teams: t.optional(teams), reviews: t.optional(reviews), form: t.optional(form) }),
};

export const trackFields = {
  ...period,
  name: displayName(),
  ...translated({ name: displayName() }),
  mode: mode(),
  stream_url: t.streamUrl(),
  stream_start_at: t.timestamp(),
  registration: registrationSwitch(),
  config_json: freeObject({ teams: t.optional(teams), submissions: t.optional(submissions) }),
};

const ofPrize = { name: displayName(), description: t.string({ max: 2_000 }) };

export const prizeFields = {
  ...{ ...ofPrize, ...translated(ofPrize) },
  sponsor: t.name({ min: 1, max: 100 }),
  order_index: t.number(),
  track_ids: t.array(t.uuid(), { min: 1, max: 100 }),
  by: t.enum(...prizeDeciders),
  judge_user_ids: t.array(t.uuid(), { max: 100 }),
};

const answer = () => t.string({ min: 1, max: 200 });
/** By which answer to another field a field is shown: one of these. */
export const conditionAnswers = {
  equals: t.optional(t.anyOf(answer(), t.boolean())),
  includes: t.optional(answer()),
};

/** The name of a list that an organization keeps. */
export const listName = () => slug();

export const registrationFieldFields = {
  field_type: fieldType(),
  ...{ ...questionTexts, ...translated(questionTexts) },
  is_required: t.boolean(),
  order_index: t.number(),
  validation_rules: validationRules(),
  at_door: t.boolean(),
  choices: listName(),
  show_if: t.named('Condition', t.object({ field_id: t.uuid(), ...conditionAnswers })),
};

// People, organizations and keys.

export const organizationFields = { slug: slug(), name: displayName(), can_create_events: t.boolean() };

export const personFields = {
  email: t.email(),
  name: t.name({ min: 1, max: 200 }),
  linkedin_url: t.url(),
  github_url: t.url(),
  avatar_url: t.url(),
};

export const keyFields = { label: t.name({ min: 1, max: 100 }), expires_at: t.timestamp() };

// Kiosks and boards.

/** Devices that one hackathon may have at a time. */
export const devicesAtMost = 100;

/** How many points one device may have; without any it has all of its hackathon. */
const several = { min: 1, max: 200 };

export const deviceFields = {
  key: entryKey(),
  kind: deviceKind(),
  name: t.name({ min: 1, max: 100 }),
  checkin_point_ids: t.array(t.uuid(), several),
  /** Unlocks the settings of a kiosk. */
  pin: t.string({ pattern: /^\d{4,8}$/ }),
  /** By their keys, as an event file names them. */
  points: t.array(entryKey(), several),
};

// Check-in points.

/** Portions that one person may have at one point. */
export const portionsAtMost = 100;

export const pointFields = {
  name: displayName(),
  type: pointType(),
  opens_at: t.timestamp(),
  closes_at: t.timestamp(),
  /** `portions`: how often one person may be recorded at a point of type `meal` or `item`; once unless said. */
  config_json: freeObject({ portions: t.optional(t.integer({ min: 1, max: portionsAtMost })) }),
};

export const requirementFields = {
  id: entryKey(),
  title: t.name({ min: 1, max: 200 }),
  description: t.string({ max: 2_000 }),
  is_required: t.boolean(),
};

// Members of a registration that organizers set.

/** Far beyond any scale, and finite, which a number in JSON need not be. */
const highest = 1e9;

export const evaluationFields = {
  evaluation_score: t.number({ min: -highest, max: highest }),
  evaluation_recommendation: t.string({ max: 50 }),
};

// Criteria.

/** A weight is kept with ten decimals; the weights of a track are at most 1 together, give or take 0.00001 of rounding. */
export const criterionFields = {
  name: t.name({ min: 1, max: 100 }),
  weight: t.number({ min: 0, max: 1 }),
  order_index: t.number({ min: -1e9, max: 1e9 }),
  description: t.string({ max: 2_000 }),
};

// Webhooks.

/** Every type except those that must be named. */
export const allFactTypes = '*';

/** 24 to 64 bytes in base64, as Standard Webhooks has them. */
export const secretPattern =
  /^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==)?)$/;

export const webhookFields = {
  key: entryKey(),
  url: t.string({ min: 1, max: maxUrlLength, trim: true }),
  types: t.array(t.named('WebhookType', t.enum(allFactTypes, ...factTypes)), { min: 1, max: factTypes.length + 1 }),
  description: t.string({ max: 500, trim: true }),
  secret: t.string({ pattern: secretPattern }),
};
