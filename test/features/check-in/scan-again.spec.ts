import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let track: Awaited<ReturnType<World['track']>>;
let kiosk: Client;

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
});
afterAll(() => world.close());

const guest = async () => world.registered(await world.person(), track);
const scan = (door: { id: string }, token: string, more: object = {}, headers: Record<string, string> = {}) =>
  kiosk.post(`/checkin-points/${door.id}/scan`, { token, ...more }, { headers });
const recordsAt = async (door: { id: string }) =>
  (await world.rows<{ n: number }>`select count(*)::int as n from check_in.record where point_id = ${door.id}`)[0]?.n;

describe('A scan repeated under its nonce', () => {
  it('answers the first answer again', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const first = await scan(door, ada.token, { nonce: 'n1' });
    const again = await scan(door, ada.token, { nonce: 'n1' });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body.data).toEqual(first.body.data);
    expect(await recordsAt(door)).toBe(1);
  });

  it('answers it even when the registration is no longer accepted or the point closed', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const first = await scan(door, ada.token, { nonce: 'n1' });
    await world.rows`update registrations.registration set status = 'cancelled' where id = ${ada.id}`;
    await world.rows`update check_in.point set closes_at = now() - interval '1 hour' where id = ${door.id}`;
    expect((await scan(door, ada.token, { nonce: 'n1' })).body.data).toEqual(first.body.data);
    expect(await scan(door, ada.token, { nonce: 'n2' })).toBeRefused(403, 'NOT_ACCEPTED');
  });

  it('is refused for the token of somebody else', async () => {
    const [door, ada, bob] = [await world.point(track), await guest(), await guest()];
    await scan(door, ada.token, { nonce: 'n1' });
    expect(await scan(door, bob.token, { nonce: 'n1' })).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await scan(door, bob.token, { nonce: 'n2' })).status).toBe(201);
  });

  it('is judged anew where nothing was recorded', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    await world.rows`update check_in.point set opens_at = now() + interval '1 hour' where id = ${door.id}`;
    expect(await scan(door, ada.token, { nonce: 'n1' })).toBeRefused(400, 'TOO_EARLY');
    await world.rows`update check_in.point set opens_at = now() - interval '1 hour' where id = ${door.id}`;
    expect((await scan(door, ada.token, { nonce: 'n1' })).status).toBe(201);
  });

  it('means nothing at another point or from another key', async () => {
    const [door, other, ada, bob] = [await world.point(track), await world.point(track), await guest(), await guest()];
    await scan(door, ada.token, { nonce: 'n1' });
    expect((await scan(other, bob.token, { nonce: 'n1' })).status).toBe(201);
    const second = world.as(await world.member(acme, 'MEMBER'), acme);
    const answer = await second.post(`/checkin-points/${door.id}/scan`, { token: bob.token, nonce: 'n1' });
    expect(answer.status).toBe(201);
  });

  it('has at most 64 characters', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    expect(await scan(door, ada.token, { nonce: 'n'.repeat(65) })).toBeRefused(400, 'VALIDATION_FAILED');
    expect((await scan(door, ada.token, { nonce: 'n'.repeat(64) })).status).toBe(201);
  });
});

describe('A scan with an Idempotency-Key', () => {
  const replayed = 'idempotent-replayed';

  it('answers the 201 again and says so', async () => {
    const [door, ada, key] = [await world.point(track), await guest(), randomUUID()];
    const first = await scan(door, ada.token, {}, { 'Idempotency-Key': key });
    const again = await scan(door, ada.token, {}, { 'Idempotency-Key': key });
    expect([first.status, first.headers.get(replayed)]).toEqual([201, null]);
    expect([again.status, again.headers.get(replayed)]).toEqual([201, 'true']);
    expect(again.body.data).toEqual(first.body.data);
  });

  it('is refused with the token of somebody else', async () => {
    const [door, ada, bob, key] = [await world.point(track), await guest(), await guest(), randomUUID()];
    await scan(door, ada.token, {}, { 'Idempotency-Key': key });
    const answer = await scan(door, bob.token, {}, { 'Idempotency-Key': key });
    expect(answer).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('lets a nonce in the body go first', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    await scan(door, ada.token, { nonce: 'n1' }, { 'Idempotency-Key': randomUUID() });
    const again = await scan(door, ada.token, { nonce: 'n1' });
    expect([again.status, again.headers.get(replayed)]).toEqual([201, null]);
  });

  it('is a repeat like any other under another key', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    await scan(door, ada.token, {}, { 'Idempotency-Key': randomUUID() });
    const again = await scan(door, ada.token, {}, { 'Idempotency-Key': randomUUID() });
    expect([again.status, again.headers.get(replayed)]).toEqual([200, null]);
  });
});

describe('A scan handed in later', () => {
  const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('is recorded at the time it happened, and its arrival beside it', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const scanned_at = minutesFromNow(-90);
    expect((await scan(door, ada.token, { scanned_at })).body.data.checked_in_at).toBe(scanned_at);
    const [kept] = await world.rows<{ late: number }>`
      select extract(epoch from received_at - checked_in_at)::int / 60 as late from check_in.record where point_id = ${door.id}`;
    expect(kept?.late).toBe(90);
  });

  it('is judged by the window of that time', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    await world.rows`update check_in.point set opens_at = now() - interval '2 hours', closes_at = now() - interval '1 hour'
                      where id = ${door.id}`;
    expect(await scan(door, ada.token)).toBeRefused(400, 'TOO_LATE');
    expect(await scan(door, ada.token, { scanned_at: minutesFromNow(-150) })).toBeRefused(400, 'TOO_EARLY');
    expect((await scan(door, ada.token, { scanned_at: minutesFromNow(-90) })).status).toBe(201);
  });

  it('counts as now up to two minutes ahead', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const before = Date.now();
    const { data } = (await scan(door, ada.token, { scanned_at: minutesFromNow(1.9) })).body;
    expect(Date.parse(data.checked_in_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(data.checked_in_at)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    ['tooFarAhead', minutesFromNow(3)],
    ['tooOld', minutesFromNow(-24 * 60 - 1)],
    ['timestamp', 'yesterday'],
  ])('is refused as %s', async (code, scanned_at) => {
    const [door, ada] = [await world.point(track), await guest()];
    const answer = await scan(door, ada.token, { scanned_at });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field: 'scanned_at', code }]);
    expect(await recordsAt(door)).toBe(0);
  });
});
