/**
 * The concerns of endpoints: what some have beside the rest, each with its option and what it promises (errors, headers, its
 * sentence in the API document). The file of the same name in `services/gateway/concerns` keeps the promise.
 */
import { needsSession, type Ability, type Endpoint } from './endpoint.ts';
import { commonErrors, type ErrorCode } from './errors.ts';
import type { PageName } from './pages.ts';

/** An answer that is no data in the envelope. `stream`: the gateway goes on sending Server-Sent Events. */
export type AnswerKind = 'file' | 'asset' | 'stream';

/** The additions of a concern to what an endpoint promises. */
export interface Promised {
  /** The error codes that it adds to those which the endpoint declares. */
  readonly errors?: readonly ErrorCode[];
  /** The headers that it adds to a success, each with its words in the API document. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its sentence in the API document. */
  readonly sentence?: string | ((endpoint: Endpoint) => string);
  readonly answer?: { readonly kind: AnswerKind; readonly mediaType: string; readonly description?: string };
}
export interface Concern extends Promised {
  readonly name: string;
}

/** Declares a concern. The result builds it in a contract; its `of` finds it in an endpoint. */
export const concern = <Given extends unknown[], Built extends Promised & Record<string, unknown>>(
  name: string,
  build: (...given: Given) => Built,
) =>
  Object.assign((...given: Given): Concern & Built => ({ name, ...build(...given) }), {
    of: ({ with: concerns }: Pick<Endpoint, 'with'>) =>
      concerns.find((each) => each.name === name) as (Concern & Built) | undefined,
  });

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

/** The refusals of those who may not. */
export const accessOf = ({ access, absent = 'NOT_FOUND' }: Endpoint): Promised =>
  access === 'public' ? {} : { errors: refusalsOf(access, absent) };

function refusalsOf(access: Endpoint['access'], absent: ErrorCode): ErrorCode[] {
  return [
    // A key and a token at once are invalid; whatever people may, a device may only what is meant for it.
    ...(['UNAUTHENTICATED', 'VALIDATION_FAILED', 'PERMISSION_DENIED'] as const),
    ...(needsSession(access) ? (['SESSION_REQUIRED'] as const) : []),
    ...(typeof access === 'object' ? ([absent, 'AMBIGUOUS_SLUG'] as const) : []),
  ];
}

/** Says who may call an endpoint. */
export function audienceOf({ access, devices }: Endpoint): string {
  if (access === 'public') return 'For everybody; no key is needed.';
  if (access === 'device') return `For the key of a device (${devices?.join(', ')}) alone.`;
  if (access === 'anyone') return 'For everybody; with a session, for whoever it belongs to.';
  if (typeof access !== 'object')
    return `For everybody with ${needsSession(access) ? 'a session' : 'a key or a session'}${devices ? `, devices (${devices.join(', ')}) included` : ''}.`;
  const those = access.abilities.map((ability) => who[ability]).join('; or ');
  const besides = devices ? ` And for the key of a device of the hackathon (${devices.join(', ')}).` : '';
  return `For ${those}.${besides}${needsSession(access) ? ' It takes a session: a key is not enough.' : ''}`;
}

/** Tells whether a parameter outside the path may be in the query string. */
export const isInQuery = ({ http, query }: Endpoint, name: string): boolean =>
  http?.method === 'GET' || http?.method === 'DELETE' || (query?.includes(name) ?? false);

/** Tells whether a parameter outside the path may be in the body. */
export const isInBody = ({ query }: Endpoint, name: string): boolean => !query?.includes(name);

const atMost = (bytes: number) => `A body may have ${bytes} bytes.`;

/** Takes a JSON body of so many bytes, where the usual limit is too small. */
export const maxBody = concern('maxBody', (bytes: number) => ({ bytes, sentence: atMost(bytes) }));

/**
 * Takes a body that is one text in YAML or JSON, and is the parameter of this name; it travels packed
 * (`shared/base/packed.ts`).
 */
export const textBody = concern('textBody', (param: string, bytes: number) => ({
  param,
  bytes,
  sentence: atMost(bytes),
}));

/** The refusals of any body. */
export const bodyOf = ({ http }: Endpoint): Promised =>
  http?.method === 'GET' ? {} : { errors: ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] };

// Rate limits. Requests beyond them are refused with RATE_LIMITED, as any request may be.

/**
 * Counts against the limit of scans, once the body has been read. `cost`: how many scans a body is. Such requests also
 * have their own share of what a gateway and a process take at once.
 */
export const scanLimit = concern('scanLimit', (cost: (body: unknown) => number) => ({ cost }));

/** Small and held in memory: not counted by address, because a whole hall opens it at once from one. */
export const uncounted = concern('uncounted', () => ({}));

export const remaining = {
  RateLimit: 'What is left of the limit that counted this request: "requests";r=599;t=60',
  'RateLimit-Policy': 'That limit, and the seconds it is for: "requests";q=600;w=60',
};

export const rateLimitOf = ({ access }: Endpoint): Promised => (access === 'public' ? {} : { headers: remaining });

// Write keys: a write that is sent again is answered as before and happens once. Under the client's `Idempotency-Key`,
// other input is refused (422), and so is a repeat while the first still runs (409): by `shared/kit/unit-of-work.ts`,
// which keeps the keys, or by the process that works on the first (`shared/bus/transporter.ts`).

export const replayed = {
  'Idempotent-Replayed': 'true where the answer was given before, to a request with the same Idempotency-Key',
};

export const writeKeyOf = ({ access, unit }: Endpoint): Promised => {
  if (unit === 'read') return {};
  // Without a viewer, the client's own key is ignored.
  return {
    errors: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
    ...(access !== 'public' && { headers: replayed }),
  };
};

// Members and parameters that a contract does not know: ignored with a warning, or refused where the client prefers that.

export const warnings = {
  Warning: 'What was ignored: 299 muster "unknown member is_open of the body; did you mean isOpen?"',
  'Preference-Applied': 'handling=strict where that was asked for',
};

export const strictnessOf = ({ params, with: concerns }: Endpoint): Promised => ({
  ...(Object.keys(params).length > 0 && { errors: ['VALIDATION_FAILED'] }),
  ...(concerns.every(({ answer }) => !answer) && { headers: warnings }),
});

/** Also takes multipart/form-data: parameters as fields, and files named `file_<field id>`. */
export const uploads = concern('uploads', () => ({
  sentence:
    'Files come along in a form (`multipart/form-data`), each named `file_` and the id of its registration field.',
}));

const sentences = {
  opens:
    'With `cookie: true`, for pages of this service, the refresh token is set as a cookie (`HttpOnly`, `SameSite=Strict`, for `/auth` alone) and left out of the body.',
  renews:
    'With `cookie: true` the refresh token is read from the cookie and its successor set as one, and left out of the body.',
  ends: 'A cookie with a refresh token is removed.',
};

/**
 * Where the body says `cookie: true`, `opens` sets the cookie, `renews` reads the refresh token from it and sets it anew;
 * `ends` has the browser drop it.
 */
export const sessionCookie = concern('sessionCookie', (does: keyof typeof sentences) => ({
  does,
  sentence: sentences[does],
  // To the page of another site.
  errors: does === 'ends' ? [] : (['PERMISSION_DENIED'] satisfies ErrorCode[]),
}));

/** Keeps the answer for a repeated request only in a form that this request alone can read, or not at all. */
export const secret = concern('secret', () => ({
  sentence: (endpoint: Endpoint) => (endpoint.unit === 'write' || job.of(endpoint) ? sealed : madeAnew),
}));

const sealed =
  'The answer carries a secret. It is kept for a repeated request in a form that only its `Idempotency-Key` opens, so choose one that nobody can guess.';
const madeAnew =
  'The answer carries secrets and is not kept: repeating the request with its `Idempotency-Key` makes new ones.';

export const nextPage = {
  Link: 'Of a request with a limit: <address of the next page>; rel="next", as long as there is one',
};

/**
 * Answers a complete list, in this member of the answer. The endpoint takes `pageOfWhole`; over the bus such a list gets
 * more time for an attempt.
 */
export const wholeList = concern('wholeList', (member: string) => ({
  member,
  sentence:
    'The list is answered whole. With `limit` it comes in pages, and the header `Link` says where the next one is.',
  headers: nextPage,
}));

/**
 * Lets concurrent requests share one call. For small, independent requests of similar cost that only read, or that can
 * safely be repeated.
 */
export const gathered = concern('gathered', () => ({}));

export const tag = { ETag: 'What If-None-Match takes, so that it comes only where it has changed' };

/** Answers with an ETag, and 304 where the client names it; packed for slow lines. */
export const etag = concern('etag', () => ({ headers: tag }));

/** Answers a file that the gateway holds: the action answers its name, because it is larger than a message may be. */
export const asset = concern('asset', (mediaType: string) => ({
  answer: { kind: 'asset', mediaType } as const,
  headers: tag,
}));

/** Answers a page instead of data to a client that asks for HTML. */
export const pageFor = concern('pageFor', (page: PageName) => ({ page }));

export const filename = { 'Content-Disposition': 'What the file is called' };

/** Answers a stream of bytes for saving. */
export const download = concern('download', () => ({
  answer: { kind: 'file', mediaType: 'application/octet-stream', description: 'The file, for saving' } as const,
  headers: filename,
}));

/** Answers Server-Sent Events; the answer of the action is what they are about. */
export const eventStream = concern('eventStream', () => ({
  answer: {
    kind: 'stream',
    mediaType: 'text/event-stream',
    description:
      'Server-Sent Events without end: `id` is the position, `event` the type, and `data` the fact as the list has it',
  } as const,
}));

/** Of an answer 202 alone. */
export const location = { Location: 'Where to ask how far it is' };

const seconds = (ms: number) => ms / 1_000;

/** Has its last attempt by so many milliseconds from the arrival of the request. */
export const deadline = concern('deadline', (ms: number) => ({
  ms,
  sentence: `It is answered or refused within ${seconds(ms)} seconds.`,
}));

/**
 * Is answered 202 where it takes long, with the path that tells how far it is.
 * @param action The action of the same service that tells it.
 */
export const job = concern('job', (action: string, ms: number) => ({
  action,
  ms,
  sentence: `After 8 seconds it goes on without being waited for: 202, and \`Location\` says where to ask for it. It ends within ${seconds(ms)} seconds.`,
  headers: location,
}));

/** Waits in a queue when many come at once, as password hashing does; an attempt over the bus gets more time. */
export const queued = concern('queued', () => ({}));

// All of an endpoint: those of every endpoint, and its own.

/** Returns what each concern of an endpoint promises. */
export const promisesOf = (endpoint: Endpoint): readonly Promised[] => [
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
