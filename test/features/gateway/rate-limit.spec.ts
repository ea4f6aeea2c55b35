import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import { mintKey } from '../../../shared/base/api-key.ts';
import { skip } from '../../support/clock.ts';
import { bearer, personWithPassword, signIn } from '../../support/sign-in.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

const opened: World[] = [];
async function limited(env: Record<string, string>): Promise<World> {
  const made = await openWorld({ SERVICES: 'identity,events,check-in,gateway', ...env });
  opened.push(made);
  return made;
}

/** Counts an address for itself, and has few requests and fewer scans. Each test has keys and addresses of its own. */
let world: World;
beforeAll(async () => {
  const limits = { RATE_LIMIT: '5/min', RATE_LIMIT_SCANS: '4/min' };
  world = await limited({ ...limits, TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' });
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => void (await Promise.all(opened.map((each) => each.close()))));

/** An organization with its owner, and what the owner may read. */
async function scene(of = world) {
  const acme = await of.organization();
  const olga = await of.member(acme, 'OWNER');
  const hack = await of.superEvent(acme);
  return { acme, olga, ada: of.as(olga, acme), hack, path: `/super-events/${hack.id}` };
}
let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;
/** Somebody at this address with a key, which is wrong unless it is given. */
const from = (address: string, key: string = mintKey().text): Client =>
  world.stranger({ 'X-Api-Key': key, 'X-Forwarded-For': address });

const times = async (count: number, ask: () => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n++) answers.push(await ask());
  return answers;
};
const statusesOf = async (count: number, ask: () => Promise<Answer>) =>
  (await times(count, ask)).map(({ status }) => status);

describe('Requests of one key', () => {
  it('are refused beyond the limit, and told what is left and when to come back', async () => {
    const { ada, path } = await scene();
    const [first, , , , fifth, sixth] = await times(6, () => ada.get(path));
    expect(first?.headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60');
    expect(first?.headers.get('ratelimit')).toBe('"requests";r=4;t=60');
    expect(fifth).toMatchObject({ status: 200 });
    const after = Number(sixth?.headers.get('retry-after'));
    expect(sixth).toBeRefused(429, 'RATE_LIMITED', { retry_after: after });
    expect(after).toBeGreaterThan(30);
    expect(after).toBeLessThanOrEqual(60);
  });

  it('do not use up those of another key of the same person', async () => {
    const { acme, olga, ada, path } = await scene();
    expect(await statusesOf(6, () => ada.get(path))).toEqual([200, 200, 200, 200, 200, 429]);
    const other = world.stranger({ 'X-Api-Key': await world.key(olga, acme) });
    expect(await other.get(path)).toMatchObject({ status: 200 });
  });

  it('are taken again when the time has passed', async () => {
    const hasty = await limited({ RATE_LIMIT: '1/s' });
    const { ada, path } = await scene(hasty);
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
    const { ada } = await scene();
    expect(await statusesOf(5, () => ada.get('/teams'))).toEqual([501, 501, 501, 501, 501]);
    expect(await ada.get('/teams')).toBeRefused(429, 'RATE_LIMITED');
    expect(await ada.get('/status')).toMatchObject({ status: 200 });
  });
});

describe('Requests without a valid key', () => {
  it('are counted by address, whatever the header of a client says', async () => {
    const open = await limited({ RATE_LIMIT: '2/min' });
    const { ada, path } = await scene(open);
    const stranger = () => open.stranger({ 'X-Api-Key': 'wrong', 'X-Forwarded-For': newAddress() });
    expect(await statusesOf(3, () => stranger().get(path))).toEqual([401, 401, 429]);
    expect(await ada.get(path)).toMatchObject({ status: 200 });
  });

  it('are counted by the address a trusted proxy passes on, and by no other', async () => {
    const { path } = await scene();
    const [one, other] = [newAddress(), newAddress()];
    expect(await statusesOf(5, () => from(one).get(path))).toEqual([401, 401, 401, 401, 401]);
    expect(await from(other, 'wrong').get(path)).toMatchObject({ status: 401 });
    expect(await from(`${one}, 10.0.0.7`, 'wrong').get(path)).toMatchObject({ status: 429 });
    // Addresses before the first one that is no proxy were written by the client.
    expect(await from(`198.51.100.9, ${one}`, 'wrong').get(path)).toMatchObject({ status: 429 });
  });

  it('are counted by their network where it is of IPv6', async () => {
    const { path } = await scene();
    const asked = ['::1', ':ffff::2', ':1:2:3:4', '::5', '::6', '::7'].map((host) => `2001:db8:1:1${host}`);
    const statuses: number[] = [];
    for (const address of asked) statuses.push((await from(address, 'wrong').get(path)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await from('2001:db8:1:2::1', 'wrong').get(path)).toMatchObject({ status: 401 });
  });
});

describe('The document, and what browsers load', () => {
  it('are limited by address, apart from everything else', async () => {
    const { acme, olga, path } = await scene();
    const address = newAddress();
    const visitor = world.stranger({ 'X-Forwarded-For': address });
    expect(await statusesOf(6, () => visitor.get('/openapi.json'))).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await visitor.get('/reference/swagger-ui.css')).toBeRefused(429, 'RATE_LIMITED');
    expect(await from(address, await world.key(olga, acme)).get(path)).toMatchObject({ status: 200 });
    expect(await visitor.get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

describe('The landing page, the status and unknown paths', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/status', 200],
    ['GET', '/nothing', 404],
    ['DELETE', '/status', 405],
    ['GET', '/auth/providers', 200],
  ])('are limited by address as pages are: %s %s', async (method, path, status) => {
    const visitor = world.stranger({ 'X-Forwarded-For': newAddress() });
    expect(await statusesOf(6, () => visitor.send(method, path))).toEqual([...Array(5).fill(status), 429]);
    expect((await visitor.get('/openapi.json')).status).toBe(429);
  });
});

describe('Keys nobody knows', () => {
  it('are hardly looked up any more once their address is beyond the limit', async () => {
    const { path } = await scene();
    const call = jest.spyOn(world.gateway.broker, 'call');
    const address = newAddress();
    const begun = Date.now();
    const answers = await Promise.all(Array.from({ length: 100 }, () => from(address).get(path)));
    const seconds = Math.ceil((Date.now() - begun) / 1_000) + 1;
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(401), ...Array(95).fill(429)]);
    const lookups = call.mock.calls.filter(([action]) => action === 'identity.resolveKey').length;
    expect(lookups).toBeGreaterThanOrEqual(5 + 10);
    // Ten more in each further second that a busy machine takes.
    expect(lookups).toBeLessThanOrEqual(5 + 10 * seconds);
  });

  it('keep nobody out who is new behind the same address and has a right one', async () => {
    const { acme, olga, path } = await scene();
    const address = newAddress();
    expect((await statusesOf(6, () => from(address).get(path))).at(-1)).toBe(429);
    const answer = await from(address, await world.key(olga, acme)).get(path);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=4;/);
    expect(answer.headers.get('retry-after')).toBeNull();
  });

  it('keep nobody out whose key was right before, however many there are', async () => {
    const { acme, olga, path } = await scene();
    const address = newAddress();
    const ada = from(address, await world.key(olga, acme));
    expect(await ada.get(path)).toMatchObject({ status: 200 });
    await Promise.all(Array.from({ length: 50 }, () => from(address).get(path)));
    // Nobody remembers any more whose it is.
    skip(10_000);
    expect(await ada.get(path)).toMatchObject({ status: 200 });
  });

  it('count, and the right ones do not', async () => {
    const { acme, path } = await scene();
    const address = newAddress();
    const ownerKey = async () => world.key(await world.member(acme, 'OWNER'), acme);
    const right = async () => from(address, await ownerKey()).get(path);
    expect(await statusesOf(7, right)).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(await statusesOf(6, () => from(address).get(path))).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

describe('Sessions', () => {
  it('of one person are counted together', async () => {
    const { path } = await scene();
    const ada = await personWithPassword(world);
    const [one, other] = [await signIn(world, ada), await signIn(world, ada)].map(({ access_token }) =>
      bearer(world, access_token),
    ) as [Client, Client];
    expect(await statusesOf(3, () => one.get(path))).toEqual([200, 200, 200]);
    expect(await statusesOf(3, () => other.get(path))).toEqual([200, 200, 429]);
  });
});

describe('Scans', () => {
  const scanning = async () => {
    const { ada, hack, path } = await scene();
    return { kiosk: ada, path, scans: `/checkin-points/${(await world.point(hack)).id}/scan` };
  };
  const batch = (size: number) => ({ scans: Array.from({ length: size }, (_, n) => ({ token: 'x', nonce: `${n}` })) });

  it('have a limit of their own', async () => {
    const { kiosk, path, scans } = await scanning();
    expect(await statusesOf(5, () => kiosk.get(path))).toEqual([200, 200, 200, 200, 200]);
    expect(await statusesOf(5, () => kiosk.post(scans, { token: 'x' }))).toEqual([404, 404, 404, 404, 429]);
  });

  it('use up nothing of other requests', async () => {
    const { kiosk, path, scans } = await scanning();
    expect(await statusesOf(5, () => kiosk.post(scans, { token: 'x' }))).toEqual([404, 404, 404, 404, 429]);
    expect((await kiosk.get(path)).headers.get('ratelimit')).toMatch(/^"requests";r=4;/);
  });

  it('of a batch are counted one by one', async () => {
    const { kiosk, scans } = await scanning();
    const first = await kiosk.post(`${scans}/batch`, batch(3));
    expect(first.headers.get('ratelimit')).toMatch(/^"scans";r=1;/);
    expect(await kiosk.post(`${scans}/batch`, batch(2))).toBeRefused(429, 'RATE_LIMITED');
  });

  it('that are none, or no list, cost one and are refused for what they are', async () => {
    const { kiosk, scans } = await scanning();
    for (const wrong of ['x'.repeat(50), { length: -5 }, [], null]) {
      expect(await kiosk.post(`${scans}/batch`, { scans: wrong })).toBeRefused(400, 'VALIDATION_FAILED');
    }
    expect(await kiosk.post(`${scans}/batch`, { scans: [] })).toBeRefused(429, 'RATE_LIMITED');
  });
});

describe('RATE_LIMIT=off', () => {
  it('lifts every limit', async () => {
    const open = await limited({ RATE_LIMIT: 'off', RATE_LIMIT_SCANS: '1/min' });
    const { ada, hack, path } = await scene(open);
    const scans = `/checkin-points/${(await open.point(hack)).id}/scan`;
    const answers = await times(6, () => ada.get(path));
    expect(answers.every(({ status, headers }) => status === 200 && !headers.has('ratelimit'))).toBe(true);
    expect(await statusesOf(2, () => ada.post(scans, { token: 'x' }))).toEqual([404, 404]);
  });
});
