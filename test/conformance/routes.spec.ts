import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addedRoots, listedRoots } from '../../shared/contract/gateway.ts';
import { routes } from '../../shared/contract/index.ts';
import { ask } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { isId, type Rule } from '../../shared/contract/schema.ts';

const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'];
const pathWith = (path: string, value: string) => path.replace(/:[^/]+/g, value);
const isPublic = ({ endpoint: { access } }: (typeof routes)[number]) => access === 'public' || access === 'anyone';
const formOf = (path: string) => pathWith(path, ':x');
/** Each once, whatever its parameters are called. */
const paths = [...new Map(routes.map(({ path }) => [formOf(path), path])).values()];
/** Nothing is listed at it, and the shapes below it are given. */
const { organizations, ...others } = listedRoots;
const unbuilt = Object.values(others).filter((root) => !paths.some((path) => formOf(path) === formOf(root)));

let world: World;
let key: Record<string, string>;
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  key = { 'X-Api-Key': await world.keyOf(await world.member(acme, 'OWNER'), acme) };
});
afterAll(() => world.close());

describe('An endpoint of a contract', () => {
  it.each(routes)('is reached at $method $path', async (route) => {
    const answer = await ask(world.url, { method: route.method, path: pathWith(route.path, randomUUID()) });
    // A page asks by itself for what its address names.
    const isNamed = route.path.includes(':') && !/^gateway\.(apply|badges|projects|expo)Page$/.test(route.action);
    const read = isNamed ? [404, 'NOT_FOUND'] : [200, undefined];
    // Browsers come here on their way to sign in by others, and are led back to the page that tells them what is wrong.
    const leadsBack = route.path.startsWith('/auth/by/') && route.method === 'GET';
    // The link in an email is all that its endpoints want.
    const isLinkAlone = route.path === '/unsubscribe/:token';
    // A challenge is for anybody.
    const isChallenge = route.path === '/auth/passkeys/options';
    const open = leadsBack
      ? [302, undefined]
      : route.method === 'GET' || isLinkAlone || isChallenge
        ? read
        : [400, 'VALIDATION_FAILED'];
    expect([answer.status, answer.body.code]).toEqual(isPublic(route) ? open : [401, 'UNAUTHENTICATED']);
  });

  it.each(paths)('takes no other method at %s', async (path) => {
    // A word may stand where another endpoint has an id.
    const one = pathWith(path, randomUUID());
    const serves = (route: { path: string }) => new RegExp(`^${route.path.replace(/:[^/]+/g, '[^/]+')}$`).test(one);
    const taken = routes.filter(serves).map(({ method }) => method);
    const allowed = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].sort();
    for (const method of methods.filter((other) => !taken.some((its) => its === other))) {
      const answer = await ask(world.url, { method, path: pathWith(path, randomUUID()), headers: key });
      expect(answer).toBeRefused(405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    }
  });

  it('is served with one slash at its end as well', async () => {
    expect(await ask(world.url, { path: '/status/' })).toMatchObject({ status: 200 });
  });

  it.each(['/', '/status', '/openapi.json'])('answers HEAD %s like GET, without a body', async (path) => {
    const get = await ask(world.url, { path });
    const head = await ask(world.url, { method: 'HEAD', path });
    expect(head).toMatchObject({ status: get.status, text: '' });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  });
});

describe('A root that is listed and not built', () => {
  it('is one of the eighteen the interface lists', () => {
    expect(Object.keys(listedRoots)).toHaveLength(18);
  });

  it.each(unbuilt)('%s answers 501 to a key, whatever the method', async (root) => {
    for (const method of methods) {
      const answer = await ask(world.url, { method, path: pathWith(root, randomUUID()), headers: key });
      expect(answer).toBeRefused(501, 'NOT_IMPLEMENTED');
    }
  });

  it('is not that of organizations, nor that of hackathons, which nobody lists', async () => {
    for (const path of [organizations, addedRoots.super_events]) {
      expect(await ask(world.url, { path, headers: key })).toBeRefused(404, 'NOT_FOUND');
      expect(await ask(world.url, { path })).toBeRefused(404, 'NOT_FOUND');
    }
  });

  it.each(unbuilt)('%s answers 401 without one', async (root) => {
    const answer = await ask(world.url, { path: pathWith(root, randomUUID()) });
    expect(answer).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

describe('A root this product adds', () => {
  it.each(Object.values(addedRoots))('%s leads to an endpoint', (root) => {
    expect(paths.some((path) => `${pathWith(path, ':x')}/`.startsWith(`${pathWith(root, ':x')}/`))).toBe(true);
  });
});

describe('A path that no contract has', () => {
  const event = randomUUID();
  it.each([
    ['is unknown', '/nothing'],
    ['goes further than an endpoint', '/status/more'],
    ['has a double slash in front', '//status'],
    ['has a double slash inside', '/events//registrations'],
    ['has a double slash at its end', '/status//'],
    ['is encoded', '/%73tatus'],
    ['has an encoded slash', '/organizations%2Fx'],
    ['is in capitals', '/STATUS'],
    ['has a word in capitals', `/events/${event}/REGISTRATIONS`],
    ['has a dot segment', '/./status'],
    ['climbs', '/x/../status'],
    ['names a whole URL', 'http://example.org/status'],
    ['is no path', '*'],
    ['calls an internal service', '/~node/options'],
    ['calls an internal service by name', '/$node/options'],
    ['calls an internal service by action', '/$node.list'],
    ['asks for the route table', '/list-aliases'],
    ['asks for the route table by action', '/gateway/listAliases'],
    ['asks for the route table by its camel name', '/gateway.listAliases'],
    ['calls an internal action', '/identity/resolveKey'],
    ['calls an internal action by name', '/identity.resolveKey'],
    ['calls a published action by name', '/registrations/listForTrack/x'],
  ])('is not found when it %s: %s', async (_how, path) => {
    for (const method of ['GET', 'POST']) {
      expect(await ask(world.url, { method, path, headers: key })).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('An id in a path', () => {
  it.each([
    ['is not decodable', '%zz'],
    ['is half a character', '%ED%A0%80'],
    ['holds what no database compares', '%00'],
    ['holds a slash', 'a%2Fb'],
    ['is long', 'x'.repeat(5_000)],
    ['is no word', '%F0%9F%98%80%20%27%22%3B--'],
  ])('names nothing when it %s', async (_how, id) => {
    for (const path of [`/events/${id}`, `/super-events/${id}`, `/organizations/${id}`, `/registrations/${id}`]) {
      expect(await ask(world.url, { path, headers: key })).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('OPTIONS', () => {
  it('is a method like any other where no origin is allowed', async () => {
    const answer = await ask(world.url, { method: 'OPTIONS', path: '/status' });
    expect(answer).toBeRefused(405, 'METHOD_NOT_ALLOWED');
  });

  it.each(routes)('never does what a preflight asks about: $method $path', async ({ method, path }) => {
    const headers = { ...key, 'Access-Control-Request-Method': method };
    const answer = await ask(world.url, { method: 'OPTIONS', path: pathWith(path, randomUUID()), headers });
    expect(answer).toBeRefused(405, 'METHOD_NOT_ALLOWED');
  });
});

it('Every id in a path is looked for by the guard, or refused by the kit where it is none', () => {
  const unseen = routes.flatMap(({ action, path, endpoint: { access, params } }) =>
    [...path.matchAll(/:(\w*Id)\b/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(typeof access === 'object' && access.named === name) && !isId(params[name] as Rule))
      .map((name) => `${action} ${name}`),
  );
  // Its handler asks the guard once more.
  expect(unseen).toEqual(['judging.cloneCriteria sourceEventId']);
});
