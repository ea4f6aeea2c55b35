import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import { often } from '../../support/often.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let track: Awaited<ReturnType<World['track']>>;
let kiosks: Client[];

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  kiosks = await Promise.all(
    Array.from({ length: 10 }, async () => world.as(await world.member(acme, 'MEMBER'), acme)),
  );
});
afterAll(() => world.close());

const guest = async () => world.registered(await world.person(), track);
const scan = (kiosk: Client | undefined, door: { id: string }, token: string, more: object = {}) =>
  (kiosk as Client).post(`/checkin-points/${door.id}/scan`, { token, ...more });
const countOf = (answers: Answer[], status: number) => answers.filter((answer) => answer.status === status).length;

describe('Ten kiosks that scan one person at once', () => {
  it('record them once, and all know the same time', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const answers = await Promise.all(kiosks.map((kiosk) => scan(kiosk, door, ada.token)));
    expect([countOf(answers, 201), countOf(answers, 200)]).toEqual([1, 9]);
    expect(new Set(answers.map(({ body }) => body.data.checked_in_at)).size).toBe(1);
  });

  it('verify at a doorkeeper point what one of them recorded', async () => {
    const [door, ada] = [await world.point(track, { type: 'doorkeeper' }), await guest()];
    const answers = await Promise.all(kiosks.map((kiosk) => scan(kiosk, door, ada.token)));
    const first = answers.find(({ status }) => status === 201)?.body.data.checked_in_at;
    expect(answers.filter(({ body }) => body.data.verified).map(({ body }) => body.data.first_check_in_at)).toEqual(
      Array(9).fill(first),
    );
  });
});

describe('One kiosk that sends one scan ten times at once', () => {
  it('is told ten times that it recorded', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const answers = await Promise.all(kiosks.map(() => scan(kiosks[0], door, ada.token, { nonce: 'n1' })));
    expect(countOf(answers, 201)).toBe(10);
    expect(await world.rows`select 1 from check_in.record where point_id = ${door.id}`).toHaveLength(1);
  });
});

describe('One nonce for two people at once', () => {
  it('records one and refuses the other', async () => {
    for (let round = 0; round < 5; round++) {
      const [door, ada, bob] = [await world.point(track), await guest(), await guest()];
      const answers = await Promise.all(
        [ada, bob].map(({ token }) => scan(kiosks[0], door, token, { nonce: `n${round}` })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(answers.find(({ status }) => status === 422)).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    }
  });
});

describe('Two queues with the same people in opposite order', () => {
  it('record each of them once', async () => {
    const door = await world.point(track);
    const guests = await Promise.all(Array.from({ length: 100 }, guest));
    const queue = guests.map(({ token }, index) => ({ token, nonce: `n${index}` }));
    const answers = await Promise.all(
      [queue, queue.toReversed()].map((scans, index) =>
        (kiosks[index] as Client).post(`/checkin-points/${door.id}/scan/batch`, { scans }),
      ),
    );
    const statuses = answers.flatMap(({ body }) => body.data.results.map(({ http }: { http: number }) => http));
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  });
});

const crowd = often(250);
describe(`${crowd} people at two doors with ten kiosks each`, () => {
  it('are recorded once per door', async () => {
    const doors = [await world.point(track), await world.point(track, { type: 'doorkeeper' })];
    const guests = await Promise.all(Array.from({ length: crowd }, guest));
    const perKiosk = doors.flatMap((door) =>
      kiosks.map(async (kiosk) => {
        const answers: Answer[] = [];
        for (const { token } of guests) answers.push(await scan(kiosk, door, token));
        return answers;
      }),
    );
    const answers = (await Promise.all(perKiosk)).flat();
    expect([countOf(answers, 201), countOf(answers, 200)]).toEqual([2 * crowd, 18 * crowd]);
    const kept = await world.rows`
      select point_id, user_id from check_in.record where point_id in (${doors[0]?.id}, ${doors[1]?.id})`;
    expect(new Set(kept.map((row) => JSON.stringify(row))).size).toBe(2 * crowd);
  });
});
