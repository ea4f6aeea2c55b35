/** Describes answers in the API document: successes, and refusals by their codes, each described once. */
import { filename, location, nextPage, tag } from '../../shared/contract/concerns.ts';
import { codesOf, promisesOf, remaining, replayed, warnings } from '../../shared/contract/standard-concerns.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { errors, extrasOf, type ErrorCode } from '../../shared/contract/errors.ts';
import { facts } from '../../shared/contract/facts.ts';
import { namedSchemas, objectSchema, toJsonSchema, type JsonSchema } from '../../shared/contract/json-schema.ts';
import { routes } from '../../shared/contract/index.ts';
import { t, type Rule } from '../../shared/contract/schema.ts';
import { exampleOf, subjectOf } from './openapi-examples.ts';

const text = (description: string): JsonSchema => ({ description, schema: { type: 'string' } });
const texts = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([name, description]) => [name, text(description)]));

/** The headers of all answers: those of each concern, and the gateway's own. */
export const headers: Readonly<Record<string, JsonSchema>> = {
  'X-Request-ID': text('What this request is called in the logs: as the client called it, or by a name of ours'),
  ...texts(remaining),
  'Retry-After': { description: 'Seconds after which to come again', schema: { type: 'integer' } },
  'WWW-Authenticate': text('How to say who one is'),
  ...texts({ ...replayed, ...warnings, ...nextPage, ...location, ...tag, ...filename }),
};

const carrying = (...names: string[]): JsonSchema => ({
  headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
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
  const named = promisesOf(endpoint).flatMap((each) => Object.keys(each.headers ?? {}));
  const answers = Object.entries(endpoint.responses).map(([status, rule]) => {
    const own = carrying(
      'X-Request-ID',
      ...named.filter((name) => name !== 'Location' || status === '202' || status === '302'),
    );
    return [status, answerOtherThanData(endpoint, own) ?? success(endpoint, { status, rule, own })] as const;
  });
  const unchanged = { description: 'Not changed since it was given this ETag', ...carrying('ETag') };
  return Object.fromEntries(named.includes('ETag') ? [...answers, ['304', unchanged]] : answers);
}

function answerOtherThanData({ with: concerns }: Endpoint, own: JsonSchema): JsonSchema | undefined {
  const { kind, mediaType, description } = concerns.find(({ answer }) => answer)?.answer ?? {};
  if (kind === 'redirect') return { description, ...own };
  if (mediaType === undefined) return undefined;
  const content = { [mediaType]: {} };
  return description ? { description, ...own, content } : { description: 'As it is', content, ...own };
}

const statusWords: Readonly<Record<string, string>> = { 201: 'Created', 202: 'Begun, and not yet done' };

interface Success {
  readonly status: string;
  readonly rule: Rule;
  readonly own: JsonSchema;
}
function success({ http }: Endpoint, { status, rule, own }: Success): JsonSchema {
  const schema = envelope(toJsonSchema(rule, false));
  const example = exampleOf(schema, subjectOf(http?.path ?? ''), shared);
  return {
    description: statusWords[status] ?? 'Done',
    ...own,
    content: { 'application/json': { schema, example } },
  };
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

const headersOfRefusals: Readonly<Record<number, string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', ...Object.keys(remaining)],
  503: ['Retry-After'],
};

function refusal(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const schemas = codes.map((code) => ({ $ref: `#/components/schemas/${code}` }));
  return {
    description: codes.map((code) => `${code}: ${errors[code][1]}`).join('\n'),
    ...carrying('X-Request-ID', ...(headersOfRefusals[status] ?? [])),
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
