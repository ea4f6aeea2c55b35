/** Every endpoint, asked through the client. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import { pages } from '../../shared/contract/pages.ts';
import type { Muster } from '../../clients/typescript/src/index.ts';
import { matrix, stage, type Scene } from '../conformance/access-matrix.ts';
import { openWorld, type World } from '../support/world.ts';
import { clientAt } from './asked.ts';
import { ways, type Way } from './ways.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Asking = (params: object) => Promise<unknown> | AsyncIterable<unknown>;

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const callOf = (muster: Muster, { action }: Route): Asking => {
  const [service = '', name = ''] = action.split('.');
  const services = muster as unknown as Record<string, Record<string, Asking>>;
  return services[camelCase(service)]?.[name] ?? (() => Promise.reject(new Error(`The client has no ${action}.`)));
};

/** The parameters of the matrix and of the way, as far as the contract accepts them. */
function paramsFor({ action, endpoint }: Route, { params }: Way, scene: Scene): object {
  const row = matrix[action];
  const all = { ...row?.params?.(scene), ...(row?.body?.(scene) as object | undefined), ...params };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in endpoint.params));
}

/** Asks in a scene of its own; strangers and sessions come without the owner's key. */
async function asked(route: Route) {
  const acme = await world.organization();
  const { scene } = await stage(world, acme);
  const way = (await ways[route.action]?.(world, scene)) ?? {};
  const owner = await world.member(acme, 'OWNER');
  const muster = clientAt(world, way.as ?? { apiKey: await world.keyOf(owner, acme) });
  return { acme, answer: callOf(muster, route)(paramsFor(route, way, scene)) };
}

/** Pages are opened in browsers; the client has no calls for them. */
const isPage = ({ endpoint }: Route) => Object.values<unknown>(pages).includes(endpoint);
const called = routes.filter((route) => !isPage(route));
const answering = (kind: string) => called.filter(({ endpoint }) => answerOf(endpoint) === kind);

describe.each(answering('data'))('$action', (route) => {
  it('answers as the contract says', async () => {
    expect(await (await asked(route)).answer).toEqual(expect.any(Object));
  });
});

describe.each(['file', 'archive', 'asset'].flatMap(answering))('$action', (route) => {
  it('answers what is to be read as it is', async () => {
    const response = (await (await asked(route)).answer) as Response;
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(0);
  });
});

describe.each(answering('stream'))('$action', (route) => {
  it('yields what has happened', async () => {
    const { answer, acme } = await asked(route);
    for await (const fact of answer as AsyncIterable<object>) {
      expect(fact).toMatchObject({ organization_id: acme.id });
      break;
    }
    expect.assertions(1);
  });
});

it('The client has nothing else', () => {
  const services = Object.entries(clientAt(world) as unknown as Record<string, object>);
  const offered = services.flatMap(([service, calls]) => Object.keys(calls).map((name) => `${service}.${name}`));
  expect(offered.sort()).toEqual(called.map(({ action }) => camelCase(action)).sort());
});
