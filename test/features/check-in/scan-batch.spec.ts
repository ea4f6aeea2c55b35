import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let track: Awaited<ReturnType<World['track']>>;
let kiosk: Client;

beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
});
afterAll(() => world.close());

const guest = async (status: 'accepted' | 'pending' = 'accepted') =>
  world.registered(await world.person(), track, status);
const scanAll = (door: { id: string }, scans: object[]) =>
  kiosk.post(`/checkin-points/${door.id}/scan/batch`, { scans });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('A queue of scans', () => {
  it('is answered scan by scan, in order, the good beside the bad', async () => {
    const door = await world.point(track, { opens_at: hoursAgo(10) });
    const [ada, bob, eve] = [await guest(), await guest(), await guest('pending')];
    const scanned_at = hoursAgo(5);
    const answer = await scanAll(door, [
      { token: ada.token, nonce: 'a', scanned_at },
      { token: 'nobody', nonce: 'b' },
      { token: '', nonce: 'c' },
      { token: eve.token, nonce: 'd' },
      { token: bob.token, nonce: 'e', scanned_at: hoursAgo(25) },
      { token: bob.token, nonce: 'f', scanned_at: 'Invalid Date' },
      { token: bob.token, nonce: 'g', scanned_at: hoursAgo(-1) },
      { token: bob.token, nonce: 'h', scanned_at: hoursAgo(11) },
      { token: bob.token, nonce: 'i', method: 'manual' },
      { token: ada.token, nonce: 'j' },
      { token: bob.token, nonce: 'a' },
      { token: bob.token, nonce: 'k' },
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.data.results).toMatchObject([
      { nonce: 'a', http: 201, data: { checked_in: true, checked_in_at: scanned_at, registration_id: ada.id } },
      { nonce: 'b', http: 404, code: 'INVALID_TOKEN' },
      { nonce: 'c', http: 404, code: 'INVALID_TOKEN' },
      { nonce: 'd', http: 403, code: 'NOT_ACCEPTED', registration_status: 'pending' },
      { nonce: 'e', http: 400, code: 'VALIDATION_FAILED' },
      { nonce: 'f', http: 400, code: 'VALIDATION_FAILED' },
      { nonce: 'g', http: 400, code: 'VALIDATION_FAILED' },
      { nonce: 'h', http: 400, code: 'TOO_EARLY' },
      { nonce: 'i', http: 403, code: 'ORGANIZER_REQUIRED' },
      { nonce: 'j', http: 200, data: { already_checked_in: true, checked_in_at: scanned_at } },
      { nonce: 'a', http: 422, code: 'IDEMPOTENCY_KEY_REUSED' },
      { nonce: 'k', http: 201, data: { checked_in: true, registration_id: bob.id } },
    ]);
  });

  it('counts the first of two scans of a person, whichever time they carry', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const [late, early] = [hoursAgo(1), hoursAgo(2)];
    const { results } = (
      await scanAll(door, [
        { token: ada.token, nonce: 'a', scanned_at: late },
        { token: ada.token, nonce: 'b', scanned_at: early },
      ])
    ).body.data;
    expect(results).toMatchObject([
      { http: 201, data: { checked_in_at: late } },
      { http: 200, data: { checked_in_at: late } },
    ]);
  });

  it('answers the same when it is handed in again', async () => {
    const door = await world.point(track);
    const guests = await Promise.all(Array.from({ length: 5 }, () => guest()));
    const scans = guests.map(({ token }) => ({ token, nonce: randomUUID() }));
    const first = await scanAll(door, scans);
    const again = await scanAll(door, scans);
    expect(again.body.data).toEqual(first.body.data);
    expect(first.body.data.results.map(({ http }: { http: number }) => http)).toEqual([201, 201, 201, 201, 201]);
  });

  it('may be 500 long, and no longer', async () => {
    const door = await world.point(track);
    const scans = Array.from({ length: 501 }, (_, index) => ({ token: `nobody ${index}`, nonce: `n${index}` }));
    expect((await scanAll(door, scans.slice(1))).body.data.results).toHaveLength(500);
    expect(await scanAll(door, scans)).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await scanAll(door, [])).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('needs a nonce for each', async () => {
    expect(await scanAll(await world.point(track), [{ token: 'nobody' }])).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('A queue for a point that is unknown', () => {
  it('is refused whole, even if every scan is wrong by itself', async () => {
    for (const id of [randomUUID(), 'main-door']) {
      const scans = [{ token: 'nobody', nonce: 'a', scanned_at: hoursAgo(30) }];
      expect(await scanAll({ id }, scans)).toBeRefused(404, 'POINT_NOT_FOUND');
    }
  });
});

describe('A scan the database chokes on', () => {
  it('fails alone, in a queue and among scans that share its round trip', async () => {
    const [door, ada, bob, eve] = [await world.point(track), await guest(), await guest(), await guest()];
    await world.rows`create function check_in.choke() returns trigger language plpgsql as
                     'begin raise exception ''choked''; end'`;
    await world.rows`create trigger choke before insert on check_in.record for each row
                     when (new.nonce like 'poison%') execute function check_in.choke()`;
    const { results } = (
      await scanAll(door, [
        { token: ada.token, nonce: 'a' },
        { token: bob.token, nonce: 'poison 1' },
        { token: eve.token, nonce: 'c' },
      ])
    ).body.data;
    expect(results).toMatchObject([{ http: 201 }, { http: 500, code: 'INTERNAL' }, { http: 201 }]);

    const guests = await Promise.all(Array.from({ length: 30 }, () => guest()));
    const answers = await Promise.all(
      guests.map(({ token }, index) =>
        kiosk.post(`/checkin-points/${door.id}/scan`, { token, nonce: index === 17 ? 'poison 2' : `n${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(guests.map((_, index) => (index === 17 ? 500 : 201)));
  });
});
