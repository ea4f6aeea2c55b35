/** Every route says when to come again with its 503 and its 429, and at once where its service or the bus is away. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { awayAtMostMs } from '../../shared/base/limits.ts';
import { scanLimit } from '../../shared/contract/concerns.ts';
import { needsSession } from '../../shared/contract/endpoint.ts';
import { routes, type Route } from '../../shared/contract/index.ts';
import { answererOf } from '../../shared/contract/services.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer } from '../support/nats.ts';
import { accessTokenOf } from '../support/sign-in.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { ask, eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';

type Headers = Record<string, string>;
interface Keys {
  readonly key: Headers;
  readonly session: Headers;
}

/** An owner's key and session: some routes want the one, some the other. */
async function keysOf(stage: Stage): Promise<Keys> {
  const acme = await stage.organization();
  const olga = await stage.member(acme, 'OWNER');
  return {
    key: { 'X-Api-Key': await stage.keyOf(olga, acme) },
    session: { Authorization: `Bearer ${await accessTokenOf(stage, olga)}` },
  };
}

/** Asks as somebody does who names nothing that exists: nobody is there to find that out. */
const send = (url: string, keys: Keys, { method, path, endpoint }: Route) =>
  ask(url, {
    method,
    path: path.replace(/:[^/]+/g, () => randomUUID()),
    headers: needsSession(endpoint.access) ? keys.session : keys.key,
  });

const isOpen = ({ endpoint: { access } }: Route) => access === 'public' || access === 'anyone';
/** Scans have a limit of their own, which `test/features/gateway/rate-limit.spec.ts` holds. */
const counted = routes.filter((route) => !isOpen(route) && !scanLimit.of(route.endpoint));
const serviceOf = ({ action }: Route) => answererOf(action);
const elsewhere = routes.filter((route) => serviceOf(route) !== 'gateway');

const overNats = hasNatsServer ? describe : describe.skip;

overNats('Where a service or the bus is away', () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  let keys: Keys;
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    [gateway] = await Promise.all([cluster.start('gateway'), cluster.start('identity')]);
    keys = await keysOf(stage);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  /** The answer of each of these routes, one after the other, and the slowest. */
  async function all(asked: readonly Route[]) {
    const seen: string[] = [];
    let longest = 0;
    for (const route of asked) {
      const begun = performance.now();
      const { status, body, headers } = await send(`http://127.0.0.1:${gateway.port}`, keys, route);
      longest = Math.max(longest, performance.now() - begun);
      seen.push(`${route.action} ${status} ${body.code}, Retry-After ${headers.get('retry-after')}`);
    }
    return { seen, longest };
  }
  const refused = (asked: readonly Route[]) => asked.map(({ action }) => `${action} 503 UNAVAILABLE, Retry-After 1`);

  it('every route is refused at once that nobody answers', async () => {
    const unanswered = elsewhere.filter((route) => serviceOf(route) !== 'identity');
    await pause(awayAtMostMs);
    const { seen, longest } = await all(unanswered);
    expect(seen).toEqual(refused(unanswered));
    expect(longest).toBeLessThan(1_000);
  });

  it('every route is refused at once without a bus, but what the gateway answers itself', async () => {
    await cluster.killNats();
    await pause(2 * awayAtMostMs);
    const { seen, longest } = await all(elsewhere);
    expect(seen).toEqual(refused(elsewhere));
    expect(longest).toBeLessThan(1_000);
    await cluster.startNats();
    const back = () => ask(`http://127.0.0.1:${gateway.port}`, { path: '/auth/user', headers: keys.session });
    await eventually(back, ({ status }) => status === 200);
  });
});

describe('Somebody has asked too often, and', () => {
  let world: World;
  let keys: Keys;
  beforeAll(async () => {
    world = await openWorld({ SERVICES: 'identity,gateway', RATE_LIMIT: '1/h' });
    keys = await keysOf(world);
    await ask(world.url, { path: '/teams', headers: keys.key });
    await ask(world.url, { path: '/auth/user', headers: keys.session });
  });
  afterAll(() => world.close());

  it.each(counted)('is told when to come again at $method $path', async (route) => {
    const refused = await send(world.url, keys, route);
    expect(refused).toBeRefused(429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  });
});
