/** Describes answers in the API document: successes, and refusals by their codes, each described once. */
import { needsSession, type Endpoint } from '../../shared/contract/endpoint.ts';
import { commonErrors, errors, extrasOf, type ErrorCode } from '../../shared/contract/errors.ts';
import { facts } from '../../shared/contract/facts.ts';
import { namedSchemas, objectSchema, toJsonSchema, type JsonSchema } from '../../shared/contract/json-schema.ts';
import { routes } from '../../shared/contract/index.ts';
import { t, type Rule } from '../../shared/contract/schema.ts';
import { exampleOf, subjectOf } from './openapi-examples.ts';

const text = (description: string): JsonSchema => ({ description, schema: { type: 'string' } });
const whole = (description: string): JsonSchema => ({ description, schema: { type: 'integer' } });

export const headers = {
  'X-Request-ID': text('What this request is called in the logs: as the client called it, or by a name of ours'),
  RateLimit: text('What is left of the limit that counted this request: "requests";r=599;t=60'),
  'RateLimit-Policy': text('That limit, and the seconds it is for: "requests";q=600;w=60'),
  'Retry-After': whole('Seconds after which to come again'),
  'WWW-Authenticate': text('How to say who one is'),
  'Idempotent-Replayed': text('true where the answer was given before, to a request with the same Idempotency-Key'),
  Warning: text('What was ignored: 299 muster "unknown member is_open of the body; did you mean isOpen?"'),
  'Preference-Applied': text('handling=strict where that was asked for'),
  Link: text('Of a request with a limit: <address of the next page>; rel="next", as long as there is one'),
  Location: text('Where to ask how far it is'),
  ETag: text('What If-None-Match takes, so that it comes only where it has changed'),
  'Content-Disposition': text('What the file is called'),
} satisfies Record<string, JsonSchema>;
type Header = keyof typeof headers;

const carrying = (...names: (Header | false | undefined)[]): JsonSchema => ({
  headers: Object.fromEntries(
    names.filter((name) => typeof name === 'string').map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
});

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { success: { const: true }, data },
  required: ['success', 'data'],
  additionalProperties: false,
});

const order = Object.keys(errors) as ErrorCode[];

/** The named shapes that answers, refusals and facts share. */
const shared = namedSchemas([
  ...routes.flatMap(({ endpoint }) => Object.values(endpoint.responses)),
  ...order.flatMap((code) => Object.values(extrasOf(code))),
  ...Object.values(facts).flatMap(({ data }) => Object.values<Rule>(data)),
]);

/** Describes the success answers of an endpoint. */
export function successes(endpoint: Endpoint): Record<string, JsonSchema> {
  const answers = Object.entries(endpoint.responses).map(
    ([status, rule]) => [status, successOf(endpoint, status, toJsonSchema(rule, false))] as const,
  );
  const unchanged = { description: 'Not changed since it was given this ETag', ...carrying('ETag') };
  return Object.fromEntries(endpoint.answer === 'asset' || endpoint.etag ? [...answers, ['304', unchanged]] : answers);
}

function successOf(endpoint: Endpoint, status: string, data: JsonSchema): JsonSchema {
  switch (endpoint.answer) {
    case 'asset':
      return { ...asItIs(endpoint.mediaType ?? ''), ...carrying('X-Request-ID', 'ETag') };
    case 'file':
      return file;
    case 'stream':
      return stream;
    case 'data':
      return success(endpoint, status, data);
  }
}

const asItIs = (mediaType: string): JsonSchema => ({ description: 'As it is', content: { [mediaType]: {} } });

const file: JsonSchema = {
  description: 'The file, for saving',
  ...carrying('X-Request-ID', 'RateLimit', 'RateLimit-Policy', 'Content-Disposition'),
  content: { 'application/octet-stream': {} },
};

const stream: JsonSchema = {
  description:
    'Server-Sent Events without end: `id` is the position, `event` the type, and `data` the fact as the list has it',
  ...carrying('X-Request-ID', 'RateLimit', 'RateLimit-Policy'),
  content: { 'text/event-stream': {} },
};

const statusWords: Readonly<Record<string, string>> = { 201: 'Created', 202: 'Begun, and not yet done' };

function success({ access, unit, whole, etag, http }: Endpoint, status: string, data: JsonSchema): JsonSchema {
  const isCounted = access !== 'public';
  const schema = envelope(data);
  return {
    description: statusWords[status] ?? 'Done',
    ...carrying(
      'X-Request-ID',
      isCounted && 'RateLimit',
      isCounted && 'RateLimit-Policy',
      isCounted && unit !== 'read' && 'Idempotent-Replayed',
      'Warning',
      'Preference-Applied',
      whole !== undefined && 'Link',
      etag && 'ETag',
      status === '202' && 'Location',
    ),
    content: { 'application/json': { schema, example: exampleOf(schema, subjectOf(http?.path ?? ''), shared) } },
  };
}

/** Returns every error code that an endpoint may answer. */
export function codesOf({ access, absent, errors: declared, invalid, params, unit, http }: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...declared, ...Object.values(invalid ?? {}), ...commonErrors]);
  if (Object.keys(params).length > 0) codes.add('VALIDATION_FAILED');
  // Whatever people may, a device may only what is meant for it.
  if (access !== 'public') codes.add('UNAUTHENTICATED').add('VALIDATION_FAILED').add('PERMISSION_DENIED');
  if (needsSession(access)) codes.add('SESSION_REQUIRED');
  if (typeof access === 'object') {
    codes.add(absent ?? 'NOT_FOUND').add('AMBIGUOUS_SLUG');
  }
  if (http?.method !== 'GET') codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (unit !== 'read') codes.add('IDEMPOTENCY_KEY_REUSED').add('IDEMPOTENCY_IN_PROGRESS');
  return codes;
}

/** Groups codes by status in the order of the error table, so that equal groups become one response. */
function codesByStatus(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const promised = codesOf(endpoint);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of order.filter((each) => promised.has(each))) {
    const [status] = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const nameOf = (codes: readonly ErrorCode[]) => codes.join('.');

/** Describes the refusals of an endpoint. */
export const refusals = (endpoint: Endpoint): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...codesByStatus(endpoint)].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  );

function refusal(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const schemas = codes.map((code) => ({ $ref: `#/components/schemas/${code}` }));
  return {
    description: codes.map((code) => `${code}: ${errors[code][1]}`).join('\n'),
    ...carrying(
      'X-Request-ID',
      (status === 429 || status === 503) && 'Retry-After',
      status === 401 && 'WWW-Authenticate',
      status === 429 && 'RateLimit',
      status === 429 && 'RateLimit-Policy',
    ),
    content: { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } } },
  };
}

const errorSchema = (code: ErrorCode): JsonSchema => ({
  description: errors[code][1],
  ...objectSchema(
    {
      success: t.literal(false),
      code: t.literal(code),
      message: t.string(),
      request_id: t.string(),
      ...extrasOf(code),
    },
    false,
  ),
});

/** Returns every refusal of any endpoint and every named shape. */
export function answerComponents(): { responses: JsonSchema; schemas: JsonSchema } {
  const given = new Map(
    routes.flatMap(({ endpoint }) =>
      [...codesByStatus(endpoint)].map(([status, codes]) => [nameOf(codes), refusal(status, codes)] as const),
    ),
  );
  const codes = new Set(routes.flatMap(({ endpoint }) => [...codesOf(endpoint)]));
  const ofCodes = order.filter((code) => codes.has(code)).map((code) => [code, errorSchema(code)] as const);
  return { responses: Object.fromEntries(given), schemas: { ...shared, ...Object.fromEntries(ofCodes) } };
}
