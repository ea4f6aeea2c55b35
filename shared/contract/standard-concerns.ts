/**
 * The concerns of every endpoint (access, body, rate limit, write key, strictness), and what an endpoint answers in all:
 * by its own declaration, by these, and by the concerns that it names.
 */
import type { AnswerKind, Additions } from './concerns.ts';
import { knowsKey, needsSession, type Ability, type Endpoint } from './endpoint.ts';
import { commonErrors, type ErrorCode } from './errors.ts';

// Access to an endpoint: its sentence in the API document, and the refusals of everybody else.

/** The people who have each ability, as decided in `shared/kit/access.ts`. */
const who: Readonly<Record<Ability, string>> = {
  know: 'everybody who is known here',
  read: 'staff and, unless it is a draft or private, everybody who is known here',
  apply: 'everybody who is known here; where it is private, those who take part',
  owner: 'the person it belongs to',
  member: 'members of the organization',
  view: 'members of the organization and those who take part in the hackathon',
  staff: 'members of the organization, organizers, mentors and judges',
  judge: 'judges of the track, each for what is theirs',
  organize: 'organizers, and owners and admins of the organization',
  administer: 'owners and admins of the organization',
};

/** The refusals of viewers without access. */
export const accessOf = ({ access, absent = 'NOT_FOUND' }: Endpoint): Additions =>
  access === 'public' ? {} : { errors: refusalsOf(access, absent) };

function refusalsOf(access: Endpoint['access'], absent: ErrorCode): ErrorCode[] {
  return [
    // A key together with a token is invalid. A device may call only endpoints for its kind.
    ...(['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PERMISSION_DENIED'] as const),
    ...(needsSession(access) ? (['SESSION_REQUIRED'] as const) : []),
    ...(typeof access === 'object' ? ([absent, 'AMBIGUOUS_SLUG', 'SECOND_FACTOR_MISSING'] as const) : []),
  ];
}

/** Says who may call an endpoint. */
export function audienceOf({ access, devices, errors }: Endpoint): string {
  if (access === 'public') return 'For everybody; no key is needed.';
  if (access === 'device') return `For the key of a device (${devices?.join(', ')}) alone.`;
  if (access === 'anyone')
    return `For everybody; with ${knowsKey({ errors }) ? 'a key or a session' : 'a session'}, for whoever it belongs to.`;
  if (typeof access !== 'object')
    return `For everybody with ${needsSession(access) ? 'a session' : 'a key or a session'}${devices ? `, devices (${devices.join(', ')}) included` : ''}.`;
  const those = access.abilities.map((ability) => who[ability]).join('; or ');
  const besides = devices ? ` And for the key of a device of the hackathon (${devices.join(', ')}).` : '';
  return `For ${those}.${besides}${needsSession(access) ? ' It takes a session: a key is not enough.' : ''}`;
}

/** The refusals of any body. */
export const bodyOf = ({ http }: Endpoint): Additions =>
  http?.method === 'GET' ? {} : { errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] };

// Rate limits. Requests beyond them are refused with RATE_LIMITED, as any request may be.

export const remaining = {
  RateLimit: 'The rest of the limit that counted this request: "requests";r=599;t=60',
  'RateLimit-Policy': 'That limit, and the seconds it is for: "requests";q=600;w=60',
};

export const rateLimitOf = ({ access }: Endpoint): Additions => (access === 'public' ? {} : { headers: remaining });

// Write keys: a write that is sent again is answered as before and happens once. Under the client's `Idempotency-Key`,
// other input is refused (422), and so is a repeat while the first still runs (409): by `shared/kit/unit-of-work.ts`,
// which keeps the keys, or by the process that works on the first (`shared/bus/transporter.ts`).

export const replayed = {
  'Idempotent-Replayed': 'true where the answer was given before, to a request with the same Idempotency-Key',
};

export const writeKeyOf = ({ access, unit }: Endpoint): Additions => {
  if (unit === 'read') return {};
  // Without a viewer, the client's own key is ignored.
  return {
    errors: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
    ...(access !== 'public' && { headers: replayed }),
  };
};

// Members and parameters that a contract does not know: ignored with a warning, or refused where the client prefers that.

export const warnings = {
  Warning: 'An ignored member: 299 muster "unknown member is_open of the body; did you mean isOpen?"',
  'Preference-Applied': 'handling=strict where that was asked for',
};

export const strictnessOf = ({ params, with: concerns }: Endpoint): Additions => ({
  ...(Object.keys(params).length > 0 && { errors: ['VALIDATION_FAILED'] }),
  ...(concerns.every(({ answer }) => !answer) && { headers: warnings }),
});

// All of an endpoint: those of every endpoint, and its own.

/** Returns the additions of each concern of an endpoint. */
export const promisesOf = (endpoint: Endpoint): readonly Additions[] => [
  ...[accessOf, bodyOf, rateLimitOf, writeKeyOf, strictnessOf].map((of) => of(endpoint)),
  ...endpoint.with,
];

/** Returns the error codes that an endpoint declares, by itself and by its own concerns. */
export const declaredBy = ({ errors, with: concerns }: Endpoint): readonly ErrorCode[] => [
  ...new Set([...errors, ...concerns.flatMap((each) => each.errors ?? [])]),
];

/** Returns every error code that an endpoint may answer. */
export const codesOf = (endpoint: Endpoint): ReadonlySet<ErrorCode> =>
  new Set([
    ...endpoint.errors,
    ...Object.values(endpoint.invalid ?? {}),
    ...commonErrors,
    ...promisesOf(endpoint).flatMap(({ errors = [] }) => errors),
  ]);

/** Returns the kind of an endpoint's answer; `data` is JSON in the envelope. */
export const answerOf = ({ with: concerns }: Pick<Endpoint, 'with'>): AnswerKind | 'data' =>
  concerns.find(({ answer }) => answer)?.answer?.kind ?? 'data';
