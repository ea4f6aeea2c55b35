import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CallingOptions } from 'moleculer';
import type { Client } from '../../support/client.ts';
import { openFragileWorld, type Fragile } from '../../support/outage.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

describe('While the database is away', () => {
  let fragile: Fragile;
  let kiosk: Client;
  let unknown: Client;
  let scans: string;
  let token: string;
  let registration: string;
  let asked: Map<string, Promise<unknown>>;
  beforeAll(async () => {
    fragile = await openFragileWorld();
    const { stage, port } = fragile;
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const place = await stage.registered(await stage.person(), track);
    kiosk = stage.at(port, await stage.member(acme, 'OWNER'), acme);
    unknown = stage.at(port, await stage.person(), acme);
    scans = `/checkin-points/${(await stage.point(track)).id}/scan`;
    registration = `/registrations/${place.id}`;
    token = place.token;
    await kiosk.get(registration);
    fragile.cut();
    // Each waits as long as it may; together they do not take longer than one.
    asked = new Map([
      ['a scan', kiosk.post(scans, { token }, { once: true })],
      ['a read', kiosk.get(registration, { once: true })],
      ['a write', kiosk.patch(`${registration}/status`, { status: 'accepted' }, { once: true })],
      ['a key nobody has seen yet', unknown.get(registration, { once: true })],
    ]);
  });
  afterAll(() => fragile.close());

  it.each(['a scan', 'a read', 'a write', 'a key nobody has seen yet'])(
    '%s is 503 and worth another try, never unknown',
    async (what) => {
      const answer = (await asked.get(what)) as Awaited<ReturnType<Client['get']>>;
      expect(answer.status).toBe(503);
      expect(['UNAVAILABLE', 'OVERLOADED']).toContain(answer.body.code);
      expect(answer.headers.get('retry-after')).toBe('1');
    },
  );

  it('what needs none is answered', async () => {
    expect(await kiosk.get('/status')).toMatchObject({ status: 200 });
  });

  it('and everything is as before once it is back', async () => {
    fragile.restore();
    const answer = await eventually(
      () => kiosk.post(scans, { token }),
      ({ status }) => status !== 503,
    );
    expect(answer).toMatchObject({ status: 201 });
  });
});

describe('While nobody knows keys', () => {
  it('a request waits for somebody, and is 503 in the end', async () => {
    const world = await openWorld({ SERVICES: 'gateway' });
    const acme = await world.organization();
    const answer = await world.as(await world.person(), acme).get('/teams');
    expect(answer).toBeRefused(503, 'UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('1');
    await world.close();
  });
});

/** The milliseconds that each attempt at a scan had until its deadline when it was sent. */
function timesLeft({ gateway: { broker } }: World): number[] {
  const left: number[] = [];
  const call = broker.call.bind(broker) as (...given: unknown[]) => Promise<unknown>;
  jest.spyOn(broker, 'call').mockImplementation((action: string, params: unknown, options: CallingOptions = {}) => {
    if (action === 'check-in.scan') left.push(Number(options.headers?.deadline) - Date.now());
    return call(action, params, options);
  });
  return left;
}

describe('While a service is away', () => {
  it('a scan is 503 within its own deadline, and other services answer', async () => {
    const world = await openWorld({ SERVICES: 'identity,organizations,gateway' });
    const acme = await world.organization();
    const owner = world.as(await world.member(acme, 'OWNER'), acme);
    const leftMs = timesLeft(world);
    const answer = await owner.post('/checkin-points/5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb/scan', { token: 'x' });
    expect(answer).toBeRefused(503, 'UNAVAILABLE');
    // Other requests have eight seconds.
    expect(leftMs.length).toBeGreaterThan(0);
    expect(Math.max(...leftMs)).toBeLessThanOrEqual(3_000);
    expect(await owner.get(`/organizations/${acme.slug}`)).toMatchObject({ status: 200 });
    await world.close();
  });
});
