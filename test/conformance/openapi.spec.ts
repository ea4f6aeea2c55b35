import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { textBody } from '../../shared/contract/concerns.ts';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import { needsSession, type Endpoint } from '../../shared/contract/endpoint.ts';
import { commonErrors, errors, extrasOf, type ErrorCode } from '../../shared/contract/errors.ts';
import { routes } from '../../shared/contract/index.ts';
import { checkOfFields } from '../../shared/contract/validator.ts';
import { templateOf } from '../../services/gateway/openapi.ts';
import { openWorld, type World } from '../support/world.ts';

interface Reference {
  $ref: string;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: { description?: string };
}
interface Media {
  schema: object;
  example?: unknown;
}
interface Response {
  headers?: Record<string, Reference>;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: object[];
  'x-addition'?: boolean;
  parameters: (Parameter | Reference)[];
  requestBody?: { content: { 'application/json': Media & { schema: { properties: object } } } };
  responses: Record<string, Response | Reference>;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  components: object;
  paths: Record<string, Record<string, Operation>>;
}

let world: World;
let document: Document;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,gateway', PUBLIC_URL: 'https://muster.example.org' });
  document = (await world.stranger().get('/openapi.json')).body as unknown as Document;
});
afterAll(() => world.close());

const operationOf = (method: string, path: string) => document.paths[templateOf(path)]?.[method.toLowerCase()];
const at = (reference: string) =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
const followed = <T extends object>(value: T | Reference): T => ('$ref' in value ? (at(value.$ref) as T) : value);
const parametersOf = (operation: Operation | undefined) => (operation?.parameters ?? []).map(followed);
const responseAt = (operation: Operation | undefined, status: number | string): Response =>
  followed(operation?.responses[String(status)] ?? {});
const codesAt = (operation: Operation | undefined, status: number) =>
  [...JSON.stringify(responseAt(operation, status)).matchAll(/schemas\/([A-Z_]+)"/g)].map(([, code]) => code);

describe('The document of the interface', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const verdict = await validator.validate({ ...structuredClone(document) });
    expect(verdict).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('names where the interface is reached', () => {
    expect(document.servers).toEqual([{ url: 'https://muster.example.org' }]);
  });

  it('has every endpoint once and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${templateOf(path)}`).sort());
  });

  it('has no two paths that differ only in the names of their parameters', () => {
    const forms = Object.keys(document.paths).map((path) => path.replace(/\{[^}]+\}/g, '{}'));
    expect(new Set(forms).size).toBe(forms.length);
  });

  it('gives every operation an id of its own', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(routes.length);
  });

  it('resolves every reference it makes', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, name = '']) => name);
    expect([...new Set(references)].filter((reference) => at(reference) === undefined)).toEqual([]);
  });

  it('has nothing that nobody refers to', () => {
    const text = JSON.stringify(document);
    const { securitySchemes, ...components } = document.components as Record<string, object>;
    const names = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    expect(Object.keys(securitySchemes ?? {})).toEqual(['key', 'session']);
    expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });

  it('has sections, each with a sentence and at least one operation', () => {
    const used = new Set(
      Object.values(document.paths)
        .flatMap((operations) => Object.values(operations))
        .flatMap(({ tags }) => tags),
    );
    expect(document.tags.map(({ name }) => name)).toEqual([
      ...['Organizations', 'For everybody', 'Super events', 'Tracks', 'For the dashboard, with a session'],
      ...['Registrations', 'Onboarding', 'Teams', 'Check-in', 'Devices'],
      ...['Judging', 'For judges, with a session', 'Announcements'],
      ...['Webhooks', 'Event files', 'Sessions', 'Own account', 'Privacy', 'API keys', 'Audit', 'Facts', 'Status'],
    ]);
    expect(document.tags.filter(({ name, description }) => !used.has(name) || !description.endsWith('.'))).toEqual([]);
  });

  it('tells in their section which operations a key is not enough for', () => {
    const inSection = (section: string) =>
      routes
        .filter(({ method, path }) => operationOf(method, path)?.tags.includes(section))
        .map(({ action }) => action);
    expect(inSection('For the dashboard, with a session')).toEqual(['events.createSuperEvent', 'events.createTrack']);
    expect(inSection('For judges, with a session').toSorted()).toEqual([
      ...['judging.declineAssignment', 'judging.submitAssignment', 'judging.submitScore', 'judging.updateScore'],
    ]);
    const apart = routes.filter(({ method, path, endpoint: { access } }) => {
      const [section = ''] = operationOf(method, path)?.tags ?? [];
      return typeof access === 'object' && needsSession(access) !== section.endsWith('with a session');
    });
    expect(apart).toEqual([]);
  });
});

const securityOf = ({ access, errors }: Endpoint) => {
  if (access === 'public') return [];
  if (access === 'device') return [{ key: [] }];
  if (access && needsSession(access)) return [{ session: [] }];
  const byKeyOrSession = [{ key: [] }, { session: [] }];
  if (access !== 'anyone') return byKeyOrSession;
  return errors.includes('SESSION_REQUIRED') ? [{}, { session: [] }] : [{}, ...byKeyOrSession];
};

describe('An operation', () => {
  it.each(routes)('names every parameter of its path, and no two alike: $method $path', ({ method, path }) => {
    const parameters = parametersOf(operationOf(method, path));
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(templateOf(path).match(/\{[^}]+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
  });

  it.each(routes)('takes each parameter in one place: $method $path', ({ method, path, endpoint }) => {
    const operation = operationOf(method, path);
    const members = Object.keys(operation?.requestBody?.content['application/json'].schema.properties ?? {});
    const text = textBody.of(endpoint);
    const inBody = text ? [text.param] : members;
    const inQuery = parametersOf(operation).filter((parameter) => parameter.in === 'query');
    const inPath = path.match(/(?<=:)[^/]+/g) ?? [];
    const places = [...inBody, ...inQuery.map(({ name }) => name), ...inPath];
    expect(places.sort()).toEqual(Object.keys(endpoint.params).sort());
  });

  it.each(routes)('promises every success and every refusal of its contract: $method $path', (route) => {
    const { method, path, endpoint } = route;
    const operation = operationOf(method, path);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(Object.keys(endpoint.responses)));
    const declared: ErrorCode[] = [
      ...endpoint.errors,
      ...commonErrors,
      ...Object.values(endpoint.invalid ?? {}),
      ...(endpoint.access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
      ...(typeof endpoint.access === 'object' ? [endpoint.absent ?? ('NOT_FOUND' as const)] : []),
    ];
    const absent = declared.filter((code) => !codesAt(operation, errors[code][0]).includes(code));
    expect(absent).toEqual([]);
  });

  it.each(routes)('says whether it needs a key and whether it was added: $method $path', (route) => {
    const { method, path, endpoint } = route;
    const operation = operationOf(method, path);
    expect(operation?.security).toEqual(securityOf(endpoint));
    expect(operation?.['x-addition']).toBe(endpoint.addition);
    expect(operation?.summary).toBe(endpoint.summary);
    expect(operation?.description).toMatch(/^For .+\.$/);
  });

  it.each(routes)('takes an Idempotency-Key where it writes: $method $path', ({ method, path, endpoint }) => {
    const names = parametersOf(operationOf(method, path)).map(({ name }) => name);
    expect(names.includes('Idempotency-Key')).toBe(endpoint.unit !== 'read');
  });
});

describe('The words of the document', () => {
  const parametersCalled = (name: string) =>
    operations().flatMap((operation) => parametersOf(operation).filter((each) => each.name === name));

  it('say of every search that case and accents make no difference', () => {
    const searches = parametersCalled('search');
    expect(searches.length).toBeGreaterThan(4);
    for (const { schema } of searches) expect(schema.description).toMatch(/case and accents make no difference\.$/);
  });

  it.each(routes.filter(({ path }) => path.endsWith('/csv')))(
    'say of a table how cells are kept from being formulas: $path',
    ({ method, path }) => {
      const description = operationOf(method, path)?.description;
      expect(description).toContain('`=`, `+`, `-` or `@`');
      expect(description).toContain('apostrophe');
    },
  );

  it('say that scores that were only begun are in the table of scores', () => {
    expect(operationOf('GET', '/events/:eventId/scores/csv')?.description).toContain('begun');
  });

  it.each(['/events/:eventId/register', '/super-events/:slug/register'])(
    'say of a user_id that it is ignored, and show none: %s',
    (path) => {
      const body = operationOf('POST', path)?.requestBody?.content['application/json'];
      const { user_id } = (body?.schema.properties ?? {}) as Record<string, object>;
      expect(user_id).toEqual({ deprecated: true, description: expect.stringContaining('Ignored') });
      expect(body?.example).not.toHaveProperty('user_id');
    },
  );
});

const json = (media: Record<string, Media> | undefined) => media?.['application/json'];
const operations = () => Object.values(document.paths).flatMap((each) => Object.values(each));

describe('An example', () => {
  it.each(routes)('stands beside every body and every success in JSON: $method $path', ({ method, path, endpoint }) => {
    const operation = operationOf(method, path);
    const successes = Object.keys(endpoint.responses).map((status) => json(responseAt(operation, status).content));
    const media = [json(operation?.requestBody?.content), ...(answerOf(endpoint) === 'asset' ? [] : successes)];
    expect(media.filter((each) => each && each.example === undefined)).toEqual([]);
  });

  it('is valid by its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addFormat('iana-time-zone', true);
    ajv.addSchema({ $id: 'doc', ...(JSON.parse(JSON.stringify(document).replaceAll('"#/', '"doc#/')) as object) });
    const wrong = operations().flatMap((operation) => {
      const answers = Object.values(operation.responses).map((each) => json(followed(each).content));
      return [json(operation.requestBody?.content), ...answers]
        .filter((media) => media?.example !== undefined)
        .filter(
          (media) =>
            !ajv.validate(
              JSON.parse(JSON.stringify(media?.schema).replaceAll('"#/', '"doc#/')) as object,
              media?.example,
            ),
        )
        .map(() => `${operation.operationId}: ${ajv.errorsText()}`);
    });
    expect(wrong).toEqual([]);
  });

  const ofMembers = routes.filter(({ endpoint }) => !textBody.of(endpoint));
  it.each(ofMembers)('of a body is what the contract takes: $method $path', ({ method, path, endpoint }) => {
    const example = json(operationOf(method, path)?.requestBody?.content)?.example;
    const inBody = Object.keys(
      operationOf(method, path)?.requestBody?.content['application/json'].schema.properties ?? {},
    );
    const body = Object.fromEntries(Object.entries(endpoint.params).filter(([name]) => inBody.includes(name)));
    expect(checkOfFields(body, 'refuse')(structuredClone(example ?? {}))).toBe(true);
  });
});

describe('A refusal in the document', () => {
  it.each(Object.entries(errors))('says what %s says beside code and message', (code) => {
    const given = operations().some((operation) =>
      JSON.stringify(Object.values(operation.responses).map((each) => followed(each))).includes(`schemas/${code}"`),
    );
    const schema = at(`#/components/schemas/${code}`) as { properties: object; required: string[] } | undefined;
    expect(schema !== undefined).toBe(given);
    if (!schema) return;
    const extras = extrasOf(code as ErrorCode);
    const always = ['success', 'code', 'message', 'request_id'];
    expect(Object.keys(schema.properties)).toEqual([...always, ...Object.keys(extras)]);
    const required = Object.keys(extras).filter((name) => !extras[name]?.optional);
    expect(schema.required).toEqual([...always, ...required]);
  });
});

describe('The headers of an answer', () => {
  const headersAt = (method: string, path: string, status: number) =>
    Object.keys(responseAt(operationOf(method, path), status).headers ?? {});

  it.each([
    ['name the request and what is left of the limit', 'GET', '/teams/:id', 200, ['X-Request-ID', 'RateLimit']],
    ['say what was ignored', 'GET', '/teams/:id', 200, ['Warning', 'Preference-Applied']],
    ['say where the next page is', 'GET', '/events/:eventId/teams', 200, ['Link']],
    ['say that it was given before', 'PATCH', '/events/:id', 200, ['Idempotent-Replayed']],
    ['say when to come again', 'GET', '/teams/:id', 429, ['Retry-After', 'RateLimit']],
    ['say when to come back', 'GET', '/teams/:id', 503, ['Retry-After']],
    ['say what it is kept by', 'GET', '/openapi.json', 200, ['ETag']],
    ['say what a file is called', 'GET', '/files/:id', 200, ['Content-Disposition']],
  ])('%s', (_what, method, path, status, names) => {
    expect(headersAt(method, path, status)).toEqual(expect.arrayContaining(names));
  });
});
