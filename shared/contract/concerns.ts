/**
 * The concerns of endpoints, each with its option, its errors, its headers and its sentence in the API document. The
 * file of the same name in `services/gateway/concerns` implements it.
 */
import type { Endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import type { PageName } from './pages.ts';
import type { Fields } from './schema.ts';

/** An answer that is no data in the envelope. `stream`: the gateway keeps sending Server-Sent Events. `redirect`: it leads elsewhere. */
export type AnswerKind = 'file' | 'archive' | 'asset' | 'stream' | 'redirect';

/** The additions of a concern to an endpoint's contract. */
export interface Additions {
  /** The error codes that it adds to those which the endpoint declares. */
  readonly errors?: readonly ErrorCode[];
  /** The headers that it adds to a success, each with its words in the API document. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Its sentence in the API document. */
  readonly sentence?: string | ((endpoint: Endpoint) => string);
  readonly answer?: { readonly kind: AnswerKind; readonly mediaType?: string; readonly description?: string };
}
export interface Concern extends Additions {
  readonly name: string;
}

/** Declares a concern. The result builds it in a contract; its `of` finds it in an endpoint. */
export const concern = <Given extends unknown[], Built extends Additions & Record<string, unknown>>(
  name: string,
  build: (...given: Given) => Built,
) =>
  Object.assign((...given: Given): Concern & Built => ({ name, ...build(...given) }), {
    of: ({ with: concerns }: Pick<Endpoint, 'with'>) =>
      concerns.find((each) => each.name === name) as (Concern & Built) | undefined,
  });

const atMost = (bytes: number) => `A body may have ${bytes} bytes.`;

/** Accepts a JSON body of this size, if the usual limit is too small. */
export const maxBody = concern('maxBody', (bytes: number) => ({ bytes, sentence: atMost(bytes) }));

/** The media types of a body that is one text, beside JSON. */
export type TextType = 'application/yaml' | 'text/csv';

/** For a text that may be too large for a message: the action that stores its parts, and its members as JSON. */
interface Kept {
  readonly by: string;
  readonly inJson: Fields;
}

/**
 * Takes a body that is one text, in this type or in JSON, and is the parameter of this name; it travels packed
 * (`shared/base/packed.ts`), or is kept before and named by its hash (`services/gateway/concerns/kept-text.ts`).
 */
export const textBody = concern('textBody', (param: string, bytes: number, mediaType: TextType, kept?: Kept) => ({
  ...{ param, bytes, mediaType, kept },
  sentence: atMost(bytes) + (kept ? ' As JSON it may have twice as many.' : ''),
}));

/** Takes a body of any kind and leaves it unread: the path says everything, and mail programs send a form along. */
export const anyBody = concern('anyBody', () => ({ sentence: 'A body may be of any kind, and means nothing.' }));

/**
 * Counts against the limit of scans, once the body has been read. `cost`: how many scans a body is. Such requests also
 * have their own share of what a gateway and a process take at once.
 */
export const scanLimit = concern('scanLimit', (cost: (body: unknown) => number) => ({ cost }));

/** For small assets in memory: not counted by address, because a whole hall may open them from one. */
export const uncounted = concern('uncounted', () => ({}));

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

/** Of work that goes on, and of an answer that leads elsewhere. */
export const location = { Location: 'Where to ask how far it is, or where to go' };

const led = { kind: 'redirect', description: 'Leads elsewhere' } as const;
const signInSentences = {
  begins: 'It is for browsers: a cookie of ten minutes names the one that began.',
  returns: 'It is for the browser that began. The refresh token is set as a cookie, as when a page signs in.',
  joins: 'It is for the browser that began.',
};

/**
 * Signs a browser in by others. `begins` sets the cookie that names the browser, `returns` and `joins` read it; the
 * first two lead elsewhere.
 */
export const elsewhere = concern('elsewhere', (does: keyof typeof signInSentences) => ({
  does,
  sentence: signInSentences[does],
  ...(does !== 'joins' && { answer: led, headers: location }),
}));

/** Keeps the answer for a repeated request only in a form that this request alone can read, or not at all. */
export const carriesSecret = concern('carriesSecret', () => ({
  sentence: (endpoint: Endpoint) => (endpoint.unit === 'write' || job.of(endpoint) ? sealed : madeAnew),
}));

const sealed =
  'The answer carries a secret. It is kept for a repeated request in a form that only its `Idempotency-Key` opens, so choose one that nobody can guess.';
const madeAnew =
  'The answer carries secrets and is not kept: repeating the request with its `Idempotency-Key` makes new ones.';

export const nextPage = {
  Link: 'Of a request with a limit: `<address of the next page>; rel="next"`, as long as there is one',
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

export const tag = { ETag: 'The value for If-None-Match, so that the answer comes only if it has changed' };

/** Answers with an ETag, and 304 if the client names it; compressed for slow connections. */
export const etag = concern('etag', () => ({ headers: tag }));

/**
 * Answers from the gateway's cache for at most a second; an event expires it sooner. For public answers that are the
 * same for everybody; those to a known viewer are not cached.
 */
export const cached = concern('cached', () => ({
  sentence: ({ access }: Endpoint) =>
    `${access === 'anyone' ? 'Without a key or session it' : 'It'} is answered from memory, and a second old at most.`,
}));

/** Answers a file that the gateway holds: the action answers its name, because it is larger than a message may be. */
export const asset = concern('asset', (mediaType: string) => ({
  answer: { kind: 'asset', mediaType } as const,
  headers: tag,
}));

/** Answers a page instead of data to a client that asks for HTML. */
export const pageFor = concern('pageFor', (page: PageName) => ({ page }));

export const filename = { 'Content-Disposition': 'The name of the file' };

const saved = <K extends AnswerKind>(kind: K, mediaType: string, description: string) => ({
  answer: { kind, mediaType, description },
  headers: filename,
});
/** Answers a stream of bytes for saving. */
export const download = concern('download', (mediaType: string = 'application/octet-stream') =>
  saved('file', mediaType, 'The file, for saving'),
);
/** The media type of a table: such a download takes `bom`. */
export const tableType = 'text/csv';
/** Answers a zip: the action answers a list of files, which the gateway reads one after the other, as fast as its client does. */
export const archive = concern('archive', (description?: string) =>
  saved('archive', 'application/zip', description ?? 'The files, and `manifest.csv`'),
);

/** Answers Server-Sent Events; the action returns their subject. */
export const eventStream = concern('eventStream', () => ({
  answer: {
    kind: 'stream',
    mediaType: 'text/event-stream',
    description:
      'Server-Sent Events without end: `id` is the position, `event` the type, and `data` the fact as the list has it',
  } as const,
}));

const seconds = (ms: number) => ms / 1_000;

/** The last attempt ends this number of milliseconds after the arrival of the request. */
export const deadline = concern('deadline', (ms: number) => ({
  ms,
  sentence: `It is answered or refused within ${seconds(ms)} seconds.`,
}));

/**
 * Answers 202 if the work takes long, with the path of its progress.
 * @param action The action of the same service that tells it.
 */
export const job = concern('job', (action: string, ms: number) => ({
  action,
  ms,
  sentence: `After 8 seconds it goes on without being waited for: 202, and \`Location\` says where to ask for it. It ends within ${seconds(ms)} seconds.`,
  headers: location,
}));

/**
 * Answers 202 at once, with the path of the progress.
 * @param action The action of the same service that tells it.
 */
export const startsJob = concern('startsJob', (action: string) => ({
  action,
  sentence: 'It is answered at once and goes on by itself: `Location` says where to ask for it.',
  headers: location,
}));

/** Waits in a queue when many come at once, as password hashing does; an attempt over the bus gets more time. */
export const queued = concern('queued', () => ({}));
