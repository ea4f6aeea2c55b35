import { afterEach, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
afterEach(() => world.close());

const limited = async (env: Record<string, string>) => {
  world = await openWorld(env);
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const hack = await world.superEvent(acme);
  return { acme, olga, hack, path: `/super-events/${hack.id}` };
};

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
    expect(fourth).toBeRefused(429, 'RATE_LIMITED');
    expect(Number(fourth?.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(Number(fourth?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
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
    // What stands before the first address that is no proxy was written by the client.
    expect(await statuses('198.51.100.9, 203.0.113.2')).toBe(429);
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
