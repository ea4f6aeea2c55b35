import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { needsSession, type Endpoint } from '../../shared/contract/endpoint.ts';
import { commonErrors, errors, type ErrorCode } from '../../shared/contract/errors.ts';
import { routes } from '../../shared/contract/index.ts';
import { templateOf } from '../../services/gateway/openapi.ts';
import { openWorld, type World } from '../support/world.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: object[];
  'x-addition'?: boolean;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { 'application/json': { schema: { properties: object; required: string[] } } } };
  responses: Record<string, { content: { 'application/json': { schema: object } } }>;
}
interface Document {
  openapi: string;
  servers: { url: string }[];
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
const codesAt = (operation: Operation | undefined, status: number) =>
  JSON.stringify(operation?.responses[String(status)]?.content['application/json'].schema ?? {});

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
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(['Error']));
  });
});

const securityOf = (access: Endpoint['access']) => {
  if (access === 'public') return [];
  if (access && needsSession(access)) return [{ session: [] }];
  return access === 'anyone' ? [{}, { session: [] }] : [{ key: [] }, { session: [] }];
};

describe('An operation', () => {
  it.each(routes)('names every parameter of its path, and no two alike: $method $path', ({ method, path }) => {
    const { parameters = [] } = operationOf(method, path) ?? {};
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(templateOf(path).match(/\{[^}]+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    expect(new Set(parameters.map((parameter) => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length);
  });

  it.each(routes)('takes each parameter in one place: $method $path', ({ method, path, endpoint }) => {
    const operation = operationOf(method, path);
    const inBody = Object.keys(operation?.requestBody?.content['application/json'].schema.properties ?? {});
    const inQuery = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'query');
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
    const absent = declared.filter((code) => !codesAt(operation, errors[code][0]).includes(`"${code}"`));
    expect(absent).toEqual([]);
  });

  it.each(routes)('says whether it needs a key and whether it was added: $method $path', (route) => {
    const { method, path, endpoint } = route;
    const operation = operationOf(method, path);
    expect(operation?.security).toEqual(securityOf(endpoint.access));
    expect(operation?.['x-addition']).toBe(endpoint.addition);
    expect(operation?.summary).toBe(endpoint.summary);
  });

  it.each(routes)('takes an Idempotency-Key where it writes: $method $path', ({ method, path, endpoint }) => {
    const names = operationOf(method, path)?.parameters.map(({ name }) => name);
    expect(names?.includes('Idempotency-Key')).toBe(endpoint.unit !== 'read');
  });
});
