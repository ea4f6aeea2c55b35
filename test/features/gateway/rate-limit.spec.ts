import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import { mintKey } from '../../../shared/base/api-key.ts';
import { bearer, personWithPassword, signIn } from '../../support/sign-in.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
afterEach(async () => {
  jest.restoreAllMocks();
  await world.close();
});

const limited = async (env: Record<string, string>) => {
  world = await openWorld({ SERVICES: 'identity,events,check-in,gateway', ...env });
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const hack = await world.superEvent(acme);
  return { acme, olga, hack, path: `/super-events/${hack.id}` };
};

/** How often an action was called from here on. */
function countCalls(action: string): () => number {
  const { broker } = world.gateway;
  const call = jest.spyOn(broker, 'call');
  return () => call.mock.calls.filter(([name]) => name === action).length;
}

/** Sets the clock of the key cache forward. */
function skip(milliseconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}

const times = async (count: number, ask: () => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n++) answers.push(await ask());
  return answers;
};

describe('Requests of one key', () => {
  it('are refused beyond the limit, and told what is left and when to come back', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '3/min' });
    const [first, , third, fourth] = await times(4, () => world.as(olga, acme).get(path));
    expect(first?.headers.get('ratelimit-policy')).toBe('"requests";q=3;w=60');
    expect(first?.headers.get('ratelimit')).toBe('"requests";r=2;t=60');
    expect(third).toMatchObject({ status: 200 });
    const after = Number(fourth?.headers.get('retry-after'));
    expect(fourth).toBeRefused(429, 'RATE_LIMITED', { retry_after: after });
    expect(after).toBeGreaterThan(30);
    expect(after).toBeLessThanOrEqual(60);
  });

  it('do not use up those of another key of the same person', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '2/min' });
    await times(3, () => world.as(olga, acme).get(path));
    const other = world.stranger({ 'X-Api-Key': await world.key(olga, acme) });
    expect(await other.get(path)).toMatchObject({ status: 200 });
  });

  it('are taken again when the time has passed', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '1/s' });
    const ada = world.as(olga, acme);
    // At the same time, so that they are in the same second however slow the machine is.
    const answers = await Promise.all([ada.get(path), ada.get(path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    await eventually(
      () => ada.get(path),
      ({ status }) => status === 200,
    );
  });

  it('are counted also where they ask for what is not built, and not where they need no key', async () => {
    const { acme, olga } = await limited({ RATE_LIMIT: '1/min' });
    const ada = world.as(olga, acme);
    expect(await ada.get('/teams')).toMatchObject({ status: 501 });
    expect(await ada.get('/teams')).toBeRefused(429, 'RATE_LIMITED');
    expect(await ada.get('/status')).toMatchObject({ status: 200 });
  });
});

describe('Requests without a valid key', () => {
  const from = (address: string, key = 'wrong'): Client =>
    world.stranger({ 'X-Api-Key': key, 'X-Forwarded-For': address });

  it('are counted by address, whatever the header of a client says', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '2/min' });
    const answers = await times(3, () => from(`203.0.113.${Math.ceil(Math.random() * 250)}`).get(path));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(await world.as(olga, acme).get(path)).toMatchObject({ status: 200 });
  });

  it('are counted by the address a trusted proxy passes on, and by no other', async () => {
    const { path } = await limited({ RATE_LIMIT: '1/min', TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' });
    const statuses = async (address: string) => (await from(address).get(path)).status;
    expect(await statuses('203.0.113.1')).toBe(401);
    expect(await statuses('203.0.113.2')).toBe(401);
    expect(await statuses('203.0.113.1, 10.0.0.7')).toBe(429);
    // Addresses before the first one that is no proxy were written by the client.
    expect(await statuses('198.51.100.9, 203.0.113.2')).toBe(429);
  });
});

describe('An address that a trusted proxy passes on', () => {
  const refusedAfter = (first: string, second: string) => async () => {
    const { path } = await limited({ RATE_LIMIT: '1/min', TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8,2001:db8:ffff::/48' });
    const statusOf = async (address: string) =>
      (await world.stranger({ 'X-Api-Key': 'wrong', 'X-Forwarded-For': address }).get(path)).status;
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 429]);
  };

  it.each([
    ['is the same whatever port it came from', '9.9.9.9:1234', '9.9.9.9:4321'],
    ['is the same with a port and without', '9.9.9.9', '9.9.9.9:1'],
    ['is the same as one of IPv6 in brackets', '[2001:db8:1:1::1]', '2001:db8:1:1::1'],
    ['is the same as one of IPv6 with a port', '[2001:db8:1:1::1]:1234', '[2001:db8:1:1::1]:4321'],
    ['is the same whatever its zone is called', 'fe80::1%eth0', '[fe80::1%25eth1]:80'],
    ['is the same as one of IPv4 written as of IPv6', '[::ffff:9.9.9.9]:80', '9.9.9.9'],
    ['is found behind proxies that say their port', '9.9.9.9, 10.0.0.7:80', '9.9.9.9, [2001:db8:ffff::1]:80'],
    ['is that of the proxy where there is none', 'unknown', '_hidden, 10.0.0.x'],
    ['is that of the last proxy where what stands before is none', '10.0.0.7', 'unknown, 10.0.0.7'],
    ['is no other one for what stands before none', '9.9.9.9, unknown', '8.8.8.8, 1'],
    ['is that of the proxy where it is empty', ', ', '9.9.9.9,'],
  ])('%s', (_what, first, second) => refusedAfter(first, second)());
});

describe('The document, and what browsers load', () => {
  it('are limited by address, apart from everything else', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '4/min' });
    const statuses = (await times(5, () => world.stranger().get('/openapi.json'))).map(({ status }) => status);
    // The first was asked for by the client, to hold every answer against it.
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await world.stranger().get('/reference/swagger-ui.css')).toBeRefused(429, 'RATE_LIMITED');
    expect(await world.as(olga, acme).get(path)).toMatchObject({ status: 200 });
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

describe('Keys nobody knows', () => {
  it('are hardly looked up any more once their address is beyond the limit', async () => {
    const { path } = await limited({ RATE_LIMIT: '5/min' });
    const asked = countCalls('identity.resolveKey');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => world.stranger({ 'X-Api-Key': mintKey().text }).get(path)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(95).fill(429)]);
    expect(asked()).toBeLessThan(60);
  });

  it('keep nobody out who is new behind the same address and has a right one', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '5/min' });
    await times(6, () => world.stranger({ 'X-Api-Key': mintKey().text }).get(path));
    const answer = await world.as(olga, acme).get(path);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=4;/);
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  it('keep nobody out whose key was right before, however many there are', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: '5/min' });
    expect(await world.as(olga, acme).get(path)).toMatchObject({ status: 200 });
    await Promise.all(Array.from({ length: 50 }, () => world.stranger({ 'X-Api-Key': mintKey().text }).get(path)));
    // Nobody remembers any more whose it is.
    skip(10_000);
    expect(await world.as(olga, acme).get(path)).toMatchObject({ status: 200 });
  });

  it('count, and the right ones do not', async () => {
    const { acme, path } = await limited({ RATE_LIMIT: '2/min' });
    for (let n = 0; n < 4; n++) {
      expect(await world.as(await world.member(acme, 'OWNER'), acme).get(path)).toMatchObject({ status: 200 });
    }
    const statuses = await times(3, () => world.stranger({ 'X-Api-Key': mintKey().text }).get(path));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 429]);
  });
});

describe('Sessions', () => {
  it('of one person are counted together', async () => {
    const { path } = await limited({ RATE_LIMIT: '4/min' });
    const ada = await personWithPassword(world);
    const [one, other] = [await signIn(world, ada), await signIn(world, ada)].map(({ access_token }) =>
      bearer(world, access_token),
    ) as [Client, Client];
    const answers = await times(2, () => one.get(path));
    expect([...answers, ...(await times(3, () => other.get(path)))].map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 429,
    ]);
  });
});

describe('Addresses of IPv6', () => {
  it('count by their network: whoever has one has all of a /64', async () => {
    const { path } = await limited({ RATE_LIMIT: '2/min', TRUST_PROXY: '127.0.0.0/8' });
    const status = async (address: string) =>
      (await world.stranger({ 'X-Api-Key': 'wrong', 'X-Forwarded-For': address }).get(path)).status;
    expect(await status('2001:db8:1:1::1')).toBe(401);
    expect(await status('2001:db8:1:1:ffff::2')).toBe(401);
    expect(await status('2001:db8:1:1:1:2:3:4')).toBe(429);
    expect(await status('2001:db8:1:2::1')).toBe(401);
  });
});

describe('Scans', () => {
  const scanning = async (env: Record<string, string>) => {
    const { acme, olga, hack, path } = await limited(env);
    const point = await world.point(hack);
    return { kiosk: world.as(olga, acme), path, scans: `/checkin-points/${point.id}/scan` };
  };
  const batch = (size: number) => ({ scans: Array.from({ length: size }, (_, n) => ({ token: 'x', nonce: `${n}` })) });

  it('have a limit of their own', async () => {
    const { kiosk, path, scans } = await scanning({ RATE_LIMIT: '1/min', RATE_LIMIT_SCANS: '2/min' });
    const statuses = (await times(3, () => kiosk.post(scans, { token: 'x' }))).map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 429]);
    expect(await kiosk.get(path)).toMatchObject({ status: 200 });
  });

  it('of a batch are counted one by one', async () => {
    const { kiosk, scans } = await scanning({ RATE_LIMIT: '600/min', RATE_LIMIT_SCANS: '10/min' });
    const first = await kiosk.post(`${scans}/batch`, batch(8));
    expect(first.headers.get('ratelimit')).toMatch(/^"scans";r=2;/);
    expect(await kiosk.post(`${scans}/batch`, batch(3))).toBeRefused(429, 'RATE_LIMITED');
  });

  it('that are none, or no list, cost one and are refused for what they are', async () => {
    const { kiosk, scans } = await scanning({ RATE_LIMIT: '600/min', RATE_LIMIT_SCANS: '4/min' });
    for (const wrong of ['x'.repeat(50), { length: -5 }, [], null]) {
      expect(await kiosk.post(`${scans}/batch`, { scans: wrong })).toBeRefused(400, 'VALIDATION_FAILED');
    }
    expect(await kiosk.post(`${scans}/batch`, { scans: [] })).toBeRefused(429, 'RATE_LIMITED');
  });
});

describe('RATE_LIMIT=off', () => {
  it('lifts every limit', async () => {
    const { acme, olga, path } = await limited({ RATE_LIMIT: 'off', RATE_LIMIT_SCANS: '1/min' });
    const answers = await times(5, () => world.as(olga, acme).get(path));
    expect(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit'))).toBe(true);
  });
});
