import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let track: Awaited<ReturnType<World['track']>>;
let hack: Awaited<ReturnType<World['superEvent']>>;
let owner: Client;
let kiosks: Client[];

beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  hack = await world.superEvent(acme);
  track = await world.track(hack);
  owner = world.as(await world.member(acme, 'OWNER'), acme);
  kiosks = await Promise.all(
    Array.from({ length: 10 }, async () => world.as(await world.member(acme, 'MEMBER'), acme)),
  );
});
afterAll(() => world.close());

const guest = async () => world.registered(await world.person(), track);
const pointOf = (type: 'meal' | 'item', portions?: number) =>
  world.point(track, { type, ...(portions && { config_json: JSON.stringify({ portions }) }) });
const scan = (kiosk: Client, { id }: { id: string }, token: string, more: object = {}) =>
  kiosk.post(`/checkin-points/${id}/scan`, { token, ...more });
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const recorded = async ({ id }: { id: string }) =>
  (
    await world.rows<{ n: number }>`
    select count(*)::int as n from check_in.record where point_id = ${id} and annulled_at is null`
  )[0]!.n;

describe('A point of meals or items', () => {
  it.each(['meal', 'item'] as const)('%s records a person once unless it has portions', async (type) => {
    const [lunch, ada] = [await pointOf(type), await guest()];
    const first = await scan(kiosks[0]!, lunch, ada.token);
    expect([first.status, first.body.data.point_type]).toEqual([201, type]);
    const again = await scan(kiosks[1]!, lunch, ada.token);
    const since = { already_checked_in: true, checked_in_at: first.body.data.checked_in_at };
    expect([again.status, again.body.data]).toEqual([200, since]);
  });

  it('records a person as often as it has portions, and gives back what is annulled', async () => {
    const [lunch, ada, bob] = [await pointOf('meal', 3), await guest(), await guest()];
    const ids: string[] = [];
    for (let portion = 1; portion <= 3; portion++) {
      const answer = await scan(kiosks[0]!, lunch, ada.token);
      expect(answer.status).toBe(201);
      ids.push(answer.body.data.checkin_id);
    }
    expect((await scan(kiosks[0]!, lunch, ada.token)).status).toBe(200);
    expect((await scan(kiosks[0]!, lunch, bob.token)).status).toBe(201);
    await owner.del(`/checkins/${ids[1]}`, { reason: 'Dropped' });
    expect((await scan(kiosks[0]!, lunch, ada.token)).status).toBe(201);
    expect((await scan(kiosks[0]!, lunch, ada.token)).status).toBe(200);
    expect(await recorded(lunch)).toBe(4);
  });

  it('is told of an unanswered scan the same again, whatever is left', async () => {
    const [lunch, ada] = [await pointOf('meal', 2), await guest()];
    const first = await scan(kiosks[0]!, lunch, ada.token, { nonce: 'one' });
    const again = await scan(kiosks[0]!, lunch, ada.token, { nonce: 'one' });
    expect(again.body.data).toEqual(first.body.data);
    expect(await recorded(lunch)).toBe(1);
  });

  it('gives out no portion too many to ten kiosks at once', async () => {
    for (const portions of [1, 3, 7]) {
      const [lunch, ada] = [await pointOf('meal', portions), await guest()];
      const answers = await Promise.all(kiosks.map((kiosk) => scan(kiosk, lunch, ada.token)));
      const wanted = Array.from({ length: 10 }, (_, index) => (index < 10 - portions ? 200 : 201));
      expect(statuses(answers)).toEqual(wanted);
      expect(await recorded(lunch)).toBe(portions);
    }
  });

  it('gives out no portion too many to queues that are handed in at once', async () => {
    const [lunch, ada, bob] = [await pointOf('item', 4), await guest(), await guest()];
    const batch = (kiosk: Client) =>
      kiosk.post(`/checkin-points/${lunch.id}/scan/batch`, {
        scans: [ada, bob, ada, bob, ada].map(({ token }, index) => ({ token, nonce: `n${index}` })),
      });
    const answers = await Promise.all(kiosks.slice(0, 4).map(batch));
    const results = answers.flatMap(({ body }) => body.data.results as { http: number }[]);
    expect(results.filter(({ http }) => http === 201)).toHaveLength(8);
    expect(results.filter(({ http }) => http === 200)).toHaveLength(12);
    expect(await recorded(lunch)).toBe(8);
  });
});

describe('The portions of a point', () => {
  const times = { opens_at: '2027-03-06T07:00:00.000Z', closes_at: '2027-03-06T12:00:00.000Z' };

  it('are made, changed and listed', async () => {
    const body = { name: 'Lunch', type: 'meal', config_json: { portions: 2, kitchen: 'left' }, ...times };
    const made = await owner.post(`/super-events/${hack.slug}/checkin-points`, body);
    expect(made.body.data.checkin_point).toMatchObject({ type: 'meal', config_json: { portions: 2, kitchen: 'left' } });
    const { id } = made.body.data.checkin_point;
    const changed = await owner.patch(`/checkin-points/${id}`, { config_json: { portions: 5 } });
    expect(changed.body.data.checkin_point.config_json).toEqual({ portions: 5 });
    const { checkin_points } = (await owner.get(`/super-events/${hack.slug}/checkin-points`)).body.data;
    expect(checkin_points).toContainEqual(expect.objectContaining({ id, type: 'meal', config_json: { portions: 5 } }));
  });

  it('are 1 to 100', async () => {
    for (const portions of [0, 101, 1.5, '2'])
      expect(
        await owner.post(`/super-events/${hack.slug}/checkin-points`, {
          ...{ name: 'Lunch', type: 'meal', config_json: { portions }, ...times },
        }),
      ).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('count at meals and items alone', async () => {
    const [door, ada] = [await world.point(track, { config_json: JSON.stringify({ portions: 3 }) }), await guest()];
    expect((await scan(kiosks[0]!, door, ada.token)).status).toBe(201);
    expect((await scan(kiosks[0]!, door, ada.token)).status).toBe(200);
  });
});
