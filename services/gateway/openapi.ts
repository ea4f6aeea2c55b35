/** The contracts as an OpenAPI 3.1 document. */
import { needsSession, type Endpoint } from '../../shared/contract/endpoint.ts';
import { commonErrors, errors, type ErrorCode } from '../../shared/contract/errors.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import { objectSchema, toJsonSchema, type JsonSchema } from '../../shared/contract/json-schema.ts';
import type { Fields, Rule } from '../../shared/contract/schema.ts';

interface About {
  readonly version: string;
  readonly publicUrl: string;
}

export function describeInterface({ version, publicUrl }: About): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = templateOf(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version,
      description: 'Running hackathons: registrations, teams, check-in, judging.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Of one person in one organization' },
        session: { type: 'http', scheme: 'bearer', description: 'The access token a sign-in answers' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const formOf = (path: string) => path.replace(/:[^/]+/g, ':');
const templates = new Map(routes.toReversed().map(({ path }) => [formOf(path), path.replace(/:([^/]+)/g, '{$1}')]));

/** Paths that differ only in the names of their parameters are one path; the names of the first of them count. */
export const templateOf = (path: string): string => templates.get(formOf(path)) ?? path;

/** What the document calls the parameters of a path. */
function namesInPath(path: string): Map<string, string> {
  const ours = path.match(/(?<=:)[^/]+/g) ?? [];
  const theirs = templateOf(path).match(/(?<=\{)[^}]+/g) ?? [];
  return new Map(ours.map((name, position) => [name, theirs[position] ?? name]));
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    code: { enum: Object.keys(errors) },
    message: { type: 'string' },
    request_id: { type: 'string' },
  },
  required: ['success', 'code', 'message', 'request_id'],
};

function operation({ action, method, path, endpoint }: Route): JsonSchema {
  const names = Object.entries(endpoint.params);
  const inPath = namesInPath(path);
  const isPath = (name: string) => inPath.has(name);
  const isQuery = (name: string) =>
    !isPath(name) && (method === 'GET' || method === 'DELETE' || Boolean(endpoint.query?.includes(name)));
  const body = names.filter(([name]) => !isPath(name) && !isQuery(name));
  return {
    operationId: action,
    summary: endpoint.summary,
    tags: [action.split('.')[0]],
    security: securityOf(endpoint),
    ...(endpoint.addition && { 'x-addition': true }),
    ...(typeof endpoint.access === 'object' && { 'x-access': endpoint.access.abilities }),
    parameters: [
      ...[...inPath].map(([name, called]) => parameter('path', called, endpoint.params[name] as Rule)),
      ...names.filter(([name]) => isQuery(name)).map(([name, rule]) => parameter('query', name, rule)),
      ...(endpoint.unit === 'read' ? [] : [idempotencyKey]),
    ],
    ...(body.length > 0 && {
      requestBody: {
        required: body.some(([, { optional }]) => !optional),
        content: contentOf(endpoint, Object.fromEntries(body)),
      },
    }),
    responses: { ...successes(endpoint), ...refusals(endpoint) },
  };
}

function contentOf({ uploads }: Endpoint, body: Fields): JsonSchema {
  const json = { schema: objectSchema(body, true) };
  return { 'application/json': json, ...(uploads && { 'multipart/form-data': { schema: formSchema(body) } }) };
}

/** The same members as fields, lists and objects as JSON in them, and a file for each field that asks for one. */
const formSchema = (body: Fields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(body).map(([name, rule]) => {
      const schema = toJsonSchema(rule, true);
      const isStructured = rule.type === 'object' || rule.type === 'array';
      const text = { type: 'string', contentMediaType: 'application/json', contentSchema: schema };
      return [name, isStructured ? text : schema];
    }),
  ),
  patternProperties: {
    '^file_': {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: 'A file for the registration field whose id follows file_.',
    },
  },
});

/** Any one of them; an empty one is nobody in particular. */
function securityOf({ access }: Endpoint): JsonSchema[] {
  if (access === 'public') return [];
  if (needsSession(access)) return [{ session: [] }];
  return [...(access === 'anyone' ? [{}] : [{ key: [] }]), { session: [] }];
}

const parameter = (place: 'path' | 'query', name: string, rule: Rule): JsonSchema => ({
  name,
  in: place,
  required: place === 'path' || !rule.optional,
  schema: toJsonSchema(rule, true),
});

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Sending the same request again with the same key answers the same and does nothing twice. Kept for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function successes({ responses, bare, attachment, page, asset }: Endpoint): Record<string, JsonSchema> {
  if (asset) return { 200: forBrowsers(asset), 304: { description: 'Not changed since it was given this ETag' } };
  return Object.fromEntries(
    Object.entries(responses).map(([status, rule]) => [
      status,
      attachment ? file : page ? forBrowsers('text/html') : success(toJsonSchema(rule, false), Boolean(bare)),
    ]),
  );
}

const forBrowsers = (mediaType: string): JsonSchema => ({ description: 'For a browser', content: { [mediaType]: {} } });

const file: JsonSchema = {
  description: 'The file, for saving',
  headers: { 'Content-Disposition': { schema: { type: 'string' } } },
  content: { 'application/octet-stream': {} },
};

const success = (data: JsonSchema, bare: boolean): JsonSchema => ({
  description: 'Done',
  content: {
    'application/json': {
      schema: bare
        ? data
        : {
            type: 'object',
            properties: { success: { const: true }, data },
            required: ['success', 'data'],
            additionalProperties: false,
          },
    },
  },
});

/** One entry per status, naming every code that comes with it. */
function refusals(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(endpoint)) {
    const [status] = errors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(codes)]));
}

/** Every code this endpoint may answer. */
export function codesOf({ access, absent, errors: declared, invalid, params, unit, http }: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...declared, ...Object.values(invalid ?? {}), ...commonErrors]);
  if (Object.keys(params).length > 0) codes.add('VALIDATION_FAILED');
  if (access !== 'public') codes.add('UNAUTHENTICATED').add('VALIDATION_FAILED');
  if (needsSession(access)) codes.add('SESSION_REQUIRED');
  if (typeof access === 'object') {
    codes.add(absent ?? 'NOT_FOUND').add('AMBIGUOUS_SLUG');
    if (!access.abilities.includes('know')) codes.add('PERMISSION_DENIED');
  }
  if (http?.method !== 'GET') codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (unit !== 'read') codes.add('IDEMPOTENCY_KEY_REUSED').add('IDEMPOTENCY_IN_PROGRESS');
  return codes;
}

const refusal = (codes: ErrorCode[]): JsonSchema => ({
  description: codes.map((code) => `${code}: ${errors[code][1]}`).join('\n'),
  content: {
    'application/json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
    },
  },
});
