import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { GatheredOutcome } from '../../../shared/contract/gathered.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import type { Answer, Client } from '../../support/client.ts';
import type { Organization, Track } from '../../support/fixtures.ts';
import { sharedCallsOf, together } from '../../support/shared-calls.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let track: Track;
let kiosk: Client;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,organizations,events,registrations,teams,check-in,gateway' });
  acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
});
afterAll(() => world.close());

const guests = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => world.registered(await world.person(), track)));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const timesOf = (status: number, answers: readonly Answer[]) =>
  statuses(answers).filter((one) => one === status).length;

const sharedCalls = () => sharedCallsOf(world, 'check-in.scan');

describe('Scans that arrive together', () => {
  it('share calls, and each has an answer of its own', async () => {
    const door = await world.point(track);
    const path = `/checkin-points/${door.id}/scan`;
    const places = await guests(36);
    await kiosk.post(path, { token: 'nobody' });
    const before = await sharedCalls();
    const wrong = [{ token: 'nobody' }, { method: 'by_eye', token: 'x' }, { token: '' }, { token: 'x'.repeat(7_000) }];
    const bodies = [...places.map(({ token }) => ({ token })), ...wrong];
    const asks = bodies.map((body) => () => kiosk.post(path, body));
    const answers = await together(world, 'check_in.point', asks);
    expect(statuses(answers)).toEqual([...places.map(() => 201), 404, 400, 400, 404]);
    expect(new Set(answers.slice(0, places.length).map(({ body }) => body.data.registration_id))).toEqual(
      new Set(places.map(({ id }) => id)),
    );
    expect(await sharedCalls()).toBeGreaterThan(before);
  });

  it('are counted one by one where a key is limited, and take nothing from others', async () => {
    const limited = await openWorld({
      SERVICES: 'identity,organizations,events,registrations,teams,check-in,gateway',
      RATE_LIMIT: '1000/min',
      RATE_LIMIT_SCANS: '40/min',
    });
    const org = await limited.organization();
    const place = await limited.track(await limited.superEvent(org));
    const path = `/checkin-points/${(await limited.point(place)).id}/scan`;
    const [hasty, calm] = [
      limited.as(await limited.member(org, 'MEMBER'), org),
      limited.as(await limited.member(org, 'MEMBER'), org),
    ];
    const scans = (client: Client, count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => client.post(path, { token: `nobody-${n}` })));
    const [many, few] = await Promise.all([scans(hasty, 64), scans(calm, 10)]);
    await limited.close();
    expect([timesOf(429, many), timesOf(429, few)]).toEqual([24, 0]);
  });
});

describe('A call that carries several scans', () => {
  const call = (requests: object[]) =>
    world.gateway.broker.call<GatheredOutcome[], object>('check-in.scan.gathered', { requests });
  const viewer = async (): Promise<Viewer> => {
    const { id: user_id } = await world.member(acme, 'MEMBER');
    return { user_id, organization_id: acme.id, key_id: randomUUID().slice(0, 8), session_id: null };
  };
  const headers = (deadline = Date.now() + 3_000) => ({ deadline, write_key: randomUUID() });

  it('judges each by its own viewer, deadline and words', async () => {
    const { id: pointId } = await world.point(track);
    const [first, second, third, fourth] = await guests(4);
    const params = (token: string | undefined) => ({ pointId, token });
    const mine = { viewer: await viewer(), headers: headers(), request_id: 'r' };
    const outcomes = await call([
      { ...mine, params: params(first?.token) },
      { ...mine, params: params(second?.token), headers: headers(Date.now() - 1) },
      { ...mine, params: params(undefined) },
      { ...mine, params: params(third?.token), viewer: { ...mine.viewer, organization_id: randomUUID() } },
      { ...mine, params: params(fourth?.token), viewer: undefined },
      { ...mine, params: params(first?.token) },
    ]);
    expect(outcomes).toMatchObject([
      { status: 201, data: { registration_id: first?.id } },
      { code: 'TIMEOUT' },
      { code: 'VALIDATION_FAILED', extras: { errors: [{ field: 'token' }] } },
      { code: 'POINT_NOT_FOUND' },
      { code: 'INTERNAL' },
      { status: 201, replayed: true },
    ]);
    const stored = await world.rows`select 1 from check_in.record where point_id = ${pointId}`;
    expect(stored).toHaveLength(1);
  });

  it('carries 64 at most', async () => {
    const one = { params: {}, headers: headers() };
    await expect(call(Array.from({ length: 65 }, () => one))).rejects.toMatchObject({ type: 'VALIDATION_FAILED' });
  });
});
