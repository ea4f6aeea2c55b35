/** Requests as the API document allows them, nearly allows them, and does not allow them at all. */
import fc from 'fast-check';
import { routes } from '../../shared/contract/index.ts';
import type { Operation, Parameter } from './document.ts';
import { formBody } from './forms.ts';
import { contentTypes, hostileText, hostileValue, pathParts, rawBodies, strayMembers } from './hostile.ts';
import { mention, thingAt, type Thing } from './names.ts';
import { goodValue, nearlyGood } from './schema-values.ts';

/** The callers. `rival` owns another organization; the last of them are not signed in. */
export const actors = [
  ...(['owner', 'admin', 'member', 'organizer', 'mentor', 'judge', 'participant', 'registered', 'nobody'] as const),
  ...(['owner signed in', 'judge signed in', 'registered signed in', 'rival', 'rival signed in'] as const),
  ...(['no one', 'an unknown key', 'a mistyped key', 'a revoked key', 'an unknown session', 'nonsense'] as const),
] as const;
export type Actor = (typeof actors)[number];

/** Everything but the ids: those are put in when it is sent. */
export interface Request {
  readonly operation: string;
  readonly actor: Actor;
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const often = [
  'owner',
  'owner',
  'owner',
  'organizer',
  'admin',
  'registered',
  'judge signed in',
  'owner signed in',
] as const;
const actor: fc.Arbitrary<Actor> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...often) },
  fc.constantFrom(...actors),
);

const spoiledPart = fc.oneof(
  fc.constantFrom(...pathParts),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const part = (name: string) => {
    const thing = thingAt(path, name);
    if (!thing) return fc.oneof(fc.constantFrom('JUDGE', 'ORGANIZER', 'no-such-thing'), spoiledPart);
    return fc.oneof(
      { weight: 16, arbitrary: fc.constant(mention(thing)) },
      { weight: 2, arbitrary: fc.constant(mention(thing, 'foreign')) },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: spoiledPart },
    );
  };
  return fc
    .tuple(...names.map(part))
    .map((parts) => names.reduce((made, name, place) => made.replace(`{${name}}`, () => parts[place] ?? ''), path));
}

const encode = (text: string) => (text.startsWith('{{') ? text : encodeURIComponent(text.toWellFormed()));
const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const known = parameters.filter((each) => each.in === 'query');
  const pair = ({ name, schema }: Parameter) =>
    fc.oneof(
      { weight: 5, arbitrary: goodValue(schema, name).map((value) => `${name}=${encode(asText(value))}`) },
      hostileValue.map((value) => `${name}=${encode(asText(value).slice(0, 4_000))}`),
      fc.constantFrom(...pathParts).map((text) => `${name}=${text}`),
      fc.constantFrom(
        '',
        '=',
        `${name}[]=1`,
        `${name}=1&${name}=2`,
        `${name}[a]=1`,
        '__proto__[role]=OWNER',
        '&&&',
        '%',
      ),
    );
  const pairs = known.map((parameter) =>
    fc.option(pair(parameter), { nil: undefined, freq: parameter.required ? 9 : 2 }),
  );
  const stray = fc.constantFrom('role=OWNER', 'user_id=x', '%zz=1', 'id=1&id=2', '?');
  return fc.tuple(...pairs, rarely(stray)).map((parts) => {
    const texts = parts.filter((part) => part !== undefined);
    return texts.length > 0 ? `?${texts.join('&')}` : '';
  });
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, arbitrary);

type Body = Pick<Request, 'headers' | 'body'>;
const json = { 'Content-Type': 'application/json' };

function bodyOf(operation: Operation): fc.Arbitrary<Body> {
  const schema = operation.body ?? { type: 'object', properties: {} };
  const written = (value: unknown): Body => ({ headers: json, body: JSON.stringify(value) });
  const ways = [
    { weight: 12, arbitrary: goodValue(schema).map(written) },
    { weight: 10, arbitrary: nearlyGood(schema, strayMembers).map(written) },
    { weight: 2, arbitrary: fc.constantFrom(...rawBodies).map((body) => ({ headers: json, body })) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...contentTypes), goodValue(schema)).map(([type, value]) => ({
        headers: { 'Content-Type': type },
        body: JSON.stringify(value),
      })),
    },
    { weight: operation.takesForms ? 12 : 1, arbitrary: formBody(schema) },
  ];
  if (operation.method === 'GET') return rarelyWith({ headers: {} }, fc.oneof(...ways));
  return operation.body ? fc.oneof(...ways) : rarelyWith({ headers: {} }, fc.oneof(...ways));
}

const rarelyWith = (usual: Body, other: fc.Arbitrary<Body>) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, other);

/** A few write keys only, so that they meet each other. */
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  fc.constantFrom('a', 'b', 'c', 'd').map((key) => ({ 'Idempotency-Key': key })),
  fc.constantFrom<Record<string, string>[]>(
    { 'Idempotency-Key': 'x'.repeat(256) },
    { 'Idempotency-Key': '' },
    { 'Idempotency-Key': '\u00e9\u00ff' },
    { 'X-Request-ID': 'x'.repeat(5_000) },
    { 'X-Request-ID': '<script>' },
    { 'Content-Encoding': 'gzip' },
    { 'X-Forwarded-For': "'; --, ::ffff:1.2.3.4, x" },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { Accept: 'application/xml;q=2' },
    { Expect: 'x' },
    { Cookie: '__proto__=1' },
    { 'If-None-Match': '*' },
    { Range: 'bytes=-1' },
  ),
);

export function requestTo(operation: Operation): fc.Arbitrary<Request> {
  const method = fc.oneof(
    { weight: 40, arbitrary: fc.constant(operation.method) },
    fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'),
  );
  return fc
    .record({
      actor,
      method,
      path: pathOf(operation),
      query: queryOf(operation),
      body: bodyOf(operation),
      odd: oddHeaders,
    })
    .map(({ actor, method, path, query, body, odd }) => ({
      operation: operation.id,
      actor,
      method,
      target: path + query,
      headers: { ...body.headers, ...odd },
      ...(body.body !== undefined && { body: body.body }),
    }));
}

/** People are nobody's alone: anybody may be invited. Names of lists are the same everywhere, and a link is for all who have it. */
const everybodys: readonly string[] = ['person', 'member', 'judge', 'list', 'subscription'] satisfies Thing[];

const publicOnes: ReadonlySet<string> = new Set(
  routes.filter(({ endpoint }) => endpoint.access === 'public').map(({ action }) => action),
);
/** Whether nobody has to say who they are: then a key is of no organization either. */
export const isPublic = ({ operation }: Request): boolean => publicOnes.has(operation);

/** The part of the path that belongs to the other organization. A session belongs to none, and reads public data of both. */
export type Elsewhere = 'what is asked for' | 'a part of it' | undefined;

export function elsewhere(request: Request): Elsewhere {
  const { actor, target } = request;
  if (actor === 'rival signed in' || (actor === 'rival' && isPublic(request))) return undefined;
  const [path = ''] = target.split('?');
  const named = [...path.matchAll(/\{\{(foreign )?([a-z]+)\}\}/g)].filter(
    ([, , thing = '']) => !everybodys.includes(thing),
  );
  const place = named.findIndex(([, foreign]) => (actor === 'rival') !== Boolean(foreign));
  return place < 0 ? undefined : place === 0 ? 'what is asked for' : 'a part of it';
}
