/** Generates the OpenAPI 3.1 document from the contracts. */
import { textBody, uploads, type TextType } from '../../shared/contract/concerns.ts';
import { isInQuery } from '../../shared/contract/endpoint.ts';
import { knowsKey, needsSession, type Endpoint } from '../../shared/contract/endpoint.ts';
import { listedValues } from '../../shared/contract/events/registration-form.ts';
import { factFields, facts, factTypes, type FactType } from '../../shared/contract/facts.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import { objectSchema, toJsonSchema, type JsonSchema } from '../../shared/contract/json-schema.ts';
import { t, type Fields, type Rule } from '../../shared/contract/schema.ts';
import { writeKeyLength } from './limits.ts';
import { answerComponents, headers, refusals, successes } from './openapi-answers.ts';
import { exampleOf, subjectOf } from './openapi-examples.ts';
import { descriptionOf, sectionOf, sections } from './openapi-words.ts';

interface About {
  readonly version: string;
  readonly publicUrl: string;
}

/** Returns the document for this release and public address. */
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
    tags: sections.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks: factWebhooks(),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Of one person in one organization' },
        session: { type: 'http', scheme: 'bearer', description: 'The access token a sign-in answers' },
      },
      parameters: { Prefer: prefer, 'Idempotency-Key': idempotencyKey },
      headers,
      ...answerComponents(),
    },
  };
}

const formOf = (path: string) => path.replace(/:[^/]+/g, ':');
const templates = new Map(routes.toReversed().map(({ path }) => [formOf(path), path.replace(/:([^/]+)/g, '{$1}')]));

/** Returns the path template. Paths that differ only in parameter names are one path, with the names of the first. */
export const templateOf = (path: string): string => templates.get(formOf(path)) ?? path;

/** Maps parameter names of a path to those in the document. */
function namesInPath(path: string): Map<string, string> {
  const ours = path.match(/(?<=:)[^/]+/g) ?? [];
  const theirs = templateOf(path).match(/(?<=\{)[^}]+/g) ?? [];
  return new Map(ours.map((name, position) => [name, theirs[position] ?? name]));
}

function operation({ action, path, endpoint }: Route): JsonSchema {
  const names = Object.entries(endpoint.params);
  const inPath = namesInPath(path);
  const isPath = (name: string) => inPath.has(name);
  const isQuery = (name: string) => !isPath(name) && isInQuery(endpoint, name);
  const body = names.filter(([name]) => !isPath(name) && !isQuery(name));
  return {
    operationId: action,
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    tags: [sectionOf(endpoint)],
    security: securityOf(endpoint),
    ...(endpoint.addition && { 'x-addition': true }),
    ...(typeof endpoint.access === 'object' && { 'x-access': endpoint.access.abilities }),
    parameters: [
      ...[...inPath].map(([name, called]) => parameter('path', called, endpoint.params[name] as Rule)),
      ...names.filter(([name]) => isQuery(name)).map(([name, rule]) => parameter('query', name, rule)),
      ...(endpoint.unit === 'read' ? [] : [{ $ref: '#/components/parameters/Idempotency-Key' }]),
      { $ref: '#/components/parameters/Prefer' },
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

function contentOf(endpoint: Endpoint, body: Fields): JsonSchema {
  const text = textBody.of(endpoint);
  if (text) {
    const { param, mediaType, kept } = text;
    const asJson = kept ? { schema: objectSchema(kept.inJson, true), example: exampleOfTable } : inJson[mediaType];
    return textsOf(mediaType, endpoint.example?.[param], asJson);
  }
  const schema = objectSchema(body, true);
  const json = { schema, example: endpoint.example ?? exampleOf(schema, subjectOf(endpoint.http?.path ?? '')) };
  return {
    'application/json': json,
    ...(uploads.of(endpoint) && { 'multipart/form-data': { schema: formSchema(body) } }),
  };
}

/** A body that is one text, in either form. */
const textsOf = (mediaType: TextType, example: unknown, asJson: JsonSchema): JsonSchema => ({
  [mediaType]: { schema: { type: 'string' }, example },
  'application/json': asJson,
});

const exampleOfTable = {
  columns: ['Email', 'Track'],
  rows: [['ada@example.org', 'AI']],
  mapping: { Email: 'email', Track: 'track' },
};

/** The same as JSON. */
const inJson: Readonly<Record<TextType, JsonSchema>> = {
  'application/yaml': {
    schema: { type: 'object', properties: { version: { const: 1 } }, required: ['version'] },
    example: { version: 1, organization: { slug: 'acme', name: 'Acme' } },
  },
  'text/csv': {
    schema: objectSchema(listedValues, true),
    example: { values: ['University of Mainz', 'University of California, Berkeley'] },
  },
};

/**
 * The body as a form: the same members as fields, lists and objects as JSON, and a file per field that asks for one.
 */
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

/** Returns the ways to authenticate, of which one suffices; an empty one means that none is needed. */
function securityOf({ access, errors }: Endpoint): JsonSchema[] {
  if (access === 'public') return [];
  if (access === 'device') return [{ key: [] }];
  if (needsSession(access)) return [{ session: [] }];
  const isOpen = access === 'anyone';
  return [...(isOpen ? [{}] : []), ...(isOpen && !knowsKey({ errors }) ? [] : [{ key: [] }]), { session: [] }];
}

const parameter = (location: 'path' | 'query', name: string, rule: Rule): JsonSchema => ({
  name,
  in: location,
  required: location === 'path' || !rule.optional,
  schema: toJsonSchema(rule, true),
});

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Sending the same request again with the same key answers the same and does nothing twice. Kept for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: writeKeyLength },
};

const prefer: JsonSchema = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description: 'With handling=strict, members and parameters nobody knows are refused, not ignored with a Warning.',
  schema: { type: 'string', examples: ['handling=strict'] },
};

/** The types of facts, each as a delivery to a webhook in the envelope of Standard Webhooks. */
const factWebhooks = (): Record<string, JsonSchema> =>
  Object.fromEntries(factTypes.map((type) => [type, { post: deliveryOf(type) }]));

function deliveryOf(type: FactType): JsonSchema {
  const { summary, data } = facts[type];
  const fact = objectSchema({ ...factFields, type: t.literal(type), data: t.object(data) }, false);
  const schema = {
    type: 'object',
    properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data: fact },
    required: ['type', 'timestamp', 'data'],
  };
  return {
    operationId: `facts.${type}`,
    summary,
    tags: ['Facts'],
    parameters: deliveryHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, type.split('.')[0] ?? '') } },
    },
    responses: { '2XX': { description: 'It was taken; anything else is tried again' } },
  };
}

const header = (name: string, description: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const deliveryHeaders = [
  header('webhook-id', 'The id of the fact, the same over all tries'),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970'),
  header('webhook-signature', 'As Standard Webhooks has it: v1,<base64 of the HMAC-SHA256 of id.timestamp.body>'),
];
