/**
 * Every error that a client can receive, with its HTTP status, its message and the extras of its body. Add an error
 * as a row.
 */
import { t, type Fields, type Input } from './schema.ts';
import { organizationRole, ranking, registrationStatus } from './vocabulary.ts';

const people = () => t.array(t.uuid());
/** One entry per wrong field, parameter or member. */
const problems = t.array(
  t.object({
    field: t.string(),
    code: t.string(),
    message: t.string(),
    /** Where it stands in an event file, counted from 1. */
    line: t.optional(t.integer()),
    column: t.optional(t.integer()),
  }),
);

/** Parts of an event file, as its plan calls them. */
const refusedParts = t.array(t.object({ what: t.string(), reason: t.string() }));

/** Somebody from whom an event file would take things, and these in words. */
export const loss = t.object({ email: t.string(), loses: t.array(t.string()) });

/**
 * Problems that would stop people from registering if registration opened now. Codes are those of the matching errors,
 * if there are any.
 */
export const openingWarnings = [
  'NO_DATES',
  'MAX_PARTICIPANTS_REACHED',
  'SUPER_EVENT_DRAFT',
  'EVENT_IS_DRAFT',
  'EVENT_NOT_PAID',
] as const;

export const errors = {
  VALIDATION_FAILED: [400, 'Some fields are missing or wrong.', { errors: problems }],
  UNAUTHENTICATED: [401, 'A valid API key or session is required.'],
  INVALID_CREDENTIALS: [401, 'The email or the password is wrong.'],
  EMAIL_NOT_CONFIRMED: [
    403,
    'This address is not confirmed yet: use the link or the code of the email, or have it sent again.',
  ],
  PASSWORD_REQUIRED: [401, 'This account has a password: accepting the invitation needs it.'],
  INVALID_LINK: [400, 'This link was used, is out of date or incomplete; ask for a new one.'],
  INVALID_CODE: [400, 'This code is wrong or out of date. The link in the email works for an hour.'],
  SECOND_FACTOR_REQUIRED: [
    401,
    'This account has a second factor: send the ticket with a code to POST /auth/second-factor.',
    { ticket: t.string() },
  ],
  SECOND_FACTOR_INVALID: [401, 'This code is wrong, out of date, or was used before.'],
  TICKET_INVALID: [401, 'This sign-in was completed, or took too long; sign in again.'],
  SECOND_FACTOR_MISSING: [
    403,
    'This takes a session with a second factor: add a passkey or an app that makes codes to your account (/account), and sign in with it.',
  ],
  TOTP_ACTIVE: [409, 'An app makes codes for this account already; remove it first.'],
  PASSKEY_INVALID: [
    401,
    'This passkey is unknown here, or did not answer the challenge as it should; begin once more.',
  ],
  TOO_MANY_PASSKEYS: [409, 'An account has at most 25 passkeys; remove one first.'],
  EMAIL_TAKEN: [409, 'Another account has this address.'],
  SESSION_REQUIRED: [
    403,
    'This needs a signed-in session; an API key is not enough.',
    { refused: t.optional(refusedParts) },
  ],
  PERMISSION_DENIED: [403, 'You may not do this.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not take that method.'],
  NOT_IMPLEMENTED: [501, 'This root is listed but not served by this release.'],
  AMBIGUOUS_SLUG: [409, 'Several organizations use this slug; use the id.'],
  NOT_READY: [
    409,
    'Something is missing: `missing` or `warnings` says what.',
    { missing: t.optional(t.array(t.string())), warnings: t.optional(t.array(t.enum(...openingWarnings))) },
  ],
  PAYLOAD_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The body must be application/json; application/yaml for event files, text/csv for lists and tables, multipart/form-data for files.',
  ],
  RATE_LIMITED: [429, 'Too many requests; try again later.', { retry_after: t.integer({ min: 1 }) }],
  IDEMPOTENCY_KEY_REUSED: [422, 'This idempotency key was used before with another request.'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'The first request with this idempotency key is still running.'],
  UNAVAILABLE: [503, 'A part of the service is not reachable; try again.'],
  OVERLOADED: [503, 'The service is overloaded; try again.'],
  TIMEOUT: [504, 'The request took too long. It may have been carried out.'],
  INTERNAL: [500, 'Something went wrong on our side.'],

  LABEL_TAKEN: [409, 'Another key of this organization has this label.'],
  TOO_MANY_KEYS: [409, 'A person has at most 25 keys in an organization; revoke one first.'],

  SLUG_TAKEN: [409, 'Another organization has this slug.'],
  ALREADY_MEMBER: [409, 'Already a member, with another role.', { user_id: t.uuid(), role: organizationRole() }],
  LAST_OWNER: [409, 'An organization needs an owner; make somebody else an owner first.'],

  INVALID_EMAIL: [400, 'A valid email address is required.'],
  EVENT_NOT_FOUND: [404, 'There is no such hackathon.'],
  EVENT_NOT_PAID: [402, 'The payment of this hackathon is not complete.'],
  REGISTRATION_CLOSED: [409, 'Registration is closed.'],
  NO_TRACKS: [409, 'The hackathon has no tracks yet.'],
  MAX_PARTICIPANTS_REACHED: [
    409,
    'The hackathon is full.',
    { acceptedCount: t.integer(), maxParticipants: t.nullable(t.integer()) },
  ],
  UNDO_EXPIRED: [409, 'A decision can be undone for 60 seconds only.', { undo_until: t.timestamp() }],
  ALREADY_REGISTERED: [409, 'Already registered.', { registration_id: t.uuid() }],

  FIELD_IN_USE: [409, 'Other fields depend on this one: change them first.', { field_ids: t.array(t.uuid()) }],
  LIST_IN_USE: [409, 'Fields use this list: change them first.', { field_ids: t.array(t.uuid()) }],

  TARGET_TRACK_REQUIRED: [400, 'A target track is required.'],
  INVALID_TRACK: [400, 'This track does not belong to the hackathon.'],
  BUILDER_NOT_FOUND: [404, 'There is no such builder; onboard them first.', { userIds: t.optional(people()) }],
  TEAM_NOT_FOUND: [404, 'There is no such team on the target track.'],
  TEAM_FULL: [409, 'The team has too few free places.'],
  ALREADY_IN_TEAM: [409, 'A person is in one team per hackathon.', { userIds: people() }],
  NOT_ACCEPTED_ON_TRACK: [409, 'Members need an accepted registration on the track.', { userIds: people() }],
  INVALID_REPLACEMENT_LEADER: [400, 'The new leader must be another member of the team.'],
  TEAMS_LOCKED: [409, 'Teams are locked; only organizers can change them now.', { locked_at: t.timestamp() }],
  TEAM_NOT_EMPTY: [409, 'The team has other members; only its last member can delete it.'],
  INVITATION_NOT_FOUND: [404, 'This invitation is unknown, was replaced, or is older than 48 hours.'],
  TABLE_TAKEN: [409, 'Another team of the hackathon sits at this table.', { team_id: t.uuid() }],
  SUBMISSIONS_CLOSED: [409, 'The deadline for projects has passed.', { closed_at: t.timestamp() }],

  WEIGHT_TOTAL_EXCEEDED: [
    409,
    'The weights of a track are at most 1 together.',
    { current_total: t.number(), attempted_total: t.number() },
  ],
  CRITERION_IN_USE: [
    409,
    'Judges have submitted scores for this criterion; `force=true` in the query deletes it with them.',
    { score_count: t.integer() },
  ],
  LOSES_PLACES: [
    409,
    'The file takes places or teams from these people; `confirm=<count>` in the query, with their number, does it.',
    { count: t.integer(), people: t.array(loss) },
  ],
  SCORES_EXIST: [
    409,
    'Judges gave scores that would not fit this scale; `force=true` in the query changes it all the same.',
    { count: t.integer() },
  ],
  NOT_A_JUDGE: [409, 'Only a judge of the track can judge its teams.', { judge_user_ids: people() }],
  CONFLICT_OF_INTEREST: [409, 'Nobody judges a team they are a member of.', { judge_user_ids: t.optional(people()) }],
  SCORES_INCOMPLETE: [409, 'Every criterion needs a score first.', { missing: t.array(t.string()) }],
  NOT_PLANNABLE: [
    409,
    'There are not enough teams, judges or reviews per judge for such a plan.',
    { missing: t.array(t.enum('teams', 'judges', 'max_per_judge')), team_ids: t.optional(t.array(t.uuid())) },
  ],
  ALREADY_PUBLISHED: [409, 'The results are published by the other ranking.', { ranking: ranking() }],
  ASSIGNMENT_SUBMITTED: [409, 'These scores are submitted; an organizer can reopen them.'],

  INVITE_NOT_FOUND: [404, 'This invitation is unknown, used or out of date.'],

  PAIRING_NOT_FOUND: [404, 'This pairing code is unknown, used or out of date.'],
  TOO_MANY_DEVICES: [409, 'A hackathon has at most 100 devices; remove one first.'],
  POINT_IN_USE: [409, 'This point has scans or submissions and cannot be deleted.'],
  ADDRESS_FORBIDDEN: [
    400,
    'A webhook needs a public https address.',
    { reason: t.enum('address', 'scheme', 'credentials', 'port', 'private') },
  ],
  TOO_MANY_WEBHOOKS: [409, 'An organization has at most 50 webhooks; delete one first.'],
  WEBHOOK_NOT_ACTIVE: [409, 'This webhook is switched off or has ended; make it active first.'],
  POSITION_EXPIRED: [410, 'This position is too old; facts are kept for 30 days. Start again without a position.'],

  FILE_NOT_PERMITTED: [403, 'The event file contains changes that you may not make.', { refused: refusedParts }],
  FILE_NOT_APPLICABLE: [409, 'The event file contradicts the present state.', { reason: t.string(), next: t.string() }],

  ANNOUNCEMENT_SENT: [409, 'This announcement was sent or cancelled, and cannot be changed.'],
  ANNOUNCEMENT_NOT_SENT: [409, 'This announcement was not sent yet: change or delete it.'],
  ANNOUNCEMENT_CANCELLED: [409, 'This announcement was cancelled; write a new one.'],

  POINT_NOT_FOUND: [404, 'There is no such check-in point.'],
  ORGANIZER_REQUIRED: [403, 'Only an organizer may check people in by hand.'],
  INVALID_TOKEN: [404, 'This check-in token is unknown here.'],
  NOT_ACCEPTED: [
    403,
    'This registration is not accepted.',
    /** Where a scan is refused. */
    { registration_status: t.optional(registrationStatus()) },
  ],
  TOO_EARLY: [400, 'Check-in has not opened yet.'],
  TOO_LATE: [400, 'Check-in is closed.'],
  NO_TEAM: [400, 'This participant has no team.'],
} as const satisfies Record<string, readonly [status: number, message: string, extras?: Fields]>;

export type ErrorCode = keyof typeof errors;

/** Returns the rules for the members that an error's body has besides code and message. */
export const extrasOf = (code: ErrorCode): Fields => (errors[code] as readonly [number, string, Fields?])[2] ?? {};

type ReadOnly<T> = {
  readonly [K in keyof T]: T[K] extends (infer Each)[] | undefined ? readonly Each[] | Extract<T[K], undefined> : T[K];
};
/** The members of an error besides code and message; never if there are none. */
export type ExtrasOf<C extends ErrorCode> = (typeof errors)[C] extends readonly [number, string, infer F]
  ? ReadOnly<Input<F>>
  : never;
type SaysMore<C extends ErrorCode> = C extends ErrorCode ? ([ExtrasOf<C>] extends [never] ? never : C) : never;
type MustSayMore<C extends ErrorCode> = C extends ErrorCode ? (object extends ExtrasOf<C> ? never : C) : never;

/** Codes that need no extras. */
export type PlainCode = Exclude<ErrorCode, MustSayMore<SaysMore<ErrorCode>>>;

/** A code with the extras that it promises, as the arguments of `ctx.fail`. */
export type Refusal<C extends ErrorCode = ErrorCode> =
  [code: Extract<C, PlainCode>] | (C extends SaysMore<ErrorCode> ? [code: C, extras: ExtrasOf<C>] : never);

/** Errors that any request may receive, whatever its endpoint declares. */
export const commonErrors = ['RATE_LIMITED', 'UNAVAILABLE', 'OVERLOADED', 'TIMEOUT', 'INTERNAL'] as const;
