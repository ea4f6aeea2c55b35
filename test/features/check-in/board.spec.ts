import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { arrivalBars, arrivalMinutes } from '../../../shared/contract/points.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { Client } from '../../support/client.ts';
import { paired } from '../../support/devices.ts';
import { statementsOf } from '../../support/statements.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

type Board = ActionAnswer<'check-in.board'>;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function opened(columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { tz: 'Europe/Berlin', ...columns });
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const path = `/super-events/${hack.slug}/board`;
  const guest = async (name: string) => world.registered(await world.person({ name }), track);
  const scan = (point: { id: string }, token: string) => api.post(`/checkin-points/${point.id}/scan`, { token });
  const shown = async () => (await api.get(path)).body.data as Board;
  return { acme, hack, track, olga, api, path, guest, scan, shown };
}
const readings = (texts: readonly string[]) => texts.filter((text) => text.includes('published.seats')).length;
const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);
const width = arrivalMinutes * 60_000;
/** Moves what was recorded for this registration, or at this point, into the past. */
const hoursAgo = (id: string, hours: number) => world.rows`
  update check_in.record set checked_in_at = now() - ${hours} * interval '1 hour' where ${id} in (registration_id, point_id)`;

describe('A board', () => {
  it('shows who is expected, who came and where, and what was refused', async () => {
    const { hack, track, guest, scan, shown } = await opened();
    const opens_at = new Date(Date.now() - 3_600_000).toISOString();
    const desk = await world.point(hack, { name: 'Badge desk' });
    const door = await world.point(track, { name: 'Door', opens_at });
    const [ada, ben] = [await guest('Ada Lovelace'), await guest('Ben')];
    await guest('Cleo');
    await scan(door, ada.token);
    await scan(desk, ada.token);
    await scan(door, ben.token);
    for (const token of ['nobody', 'nothing']) await scan(door, token);
    const pending = await world.registered(await world.person(), track, 'pending');
    await scan(door, pending.token);
    const { arrivals, latest, ...board } = await shown();
    const usual = { type: 'attendance', closes_at: expect.stringMatching(/Z$/), expected: null };
    const per_point = [
      { ...usual, id: desk.id, name: 'Badge desk', opens_at: expect.any(String), checked_in: 1, rate_per_minute: 0.2 },
      { ...usual, id: door.id, name: 'Door', opens_at, checked_in: 2, rate_per_minute: 0.4 },
    ];
    expect(board).toEqual({
      super_event: { name: hack.name, tz: 'Europe/Berlin' },
      accepted: 3,
      checked_in: 2,
      per_point: expect.arrayContaining(per_point),
      refused: [
        { reason: 'INVALID_TOKEN', count: 2 },
        { reason: 'NOT_ACCEPTED', count: 1 },
      ],
    });
    expect(board.per_point).toHaveLength(2);
    expect(latest).toEqual([
      { name: 'Ben', point_name: 'Door', at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { name: 'Ada L.', point_name: 'Badge desk', at: expect.any(String) },
      { name: 'Ada L.', point_name: 'Door', at: expect.any(String) },
    ]);
    expect(sum(arrivals)).toBe(3);
  });

  it('counts the portions of meals, of all that are expected', async () => {
    const { hack, track, scan, shown } = await opened({});
    const config_json = JSON.stringify({ portions: 2 });
    const lunch = await world.point(track, { name: 'Lunch', type: 'meal', config_json });
    await world.point(hack, { name: 'Shirts', type: 'item' });
    const other = await world.track(hack);
    const ada = await world.registered(await world.person(), track);
    await world.registered(await world.person(), other);
    await world.registered(await world.person(), track, 'pending');
    for (let portion = 0; portion < 3; portion++) await scan(lunch, ada.token);
    const { per_point } = await shown();
    expect(per_point).toHaveLength(2);
    expect(per_point).toContainEqual(
      expect.objectContaining({ name: 'Lunch', type: 'meal', checked_in: 2, expected: 2 }),
    );
    expect(per_point).toContainEqual(
      expect.objectContaining({ name: 'Shirts', type: 'item', checked_in: 0, expected: 2 }),
    );
  });

  it('shows an empty hall', async () => {
    const { hack, shown } = await opened({ tz: null });
    const { arrivals, ...board } = await shown();
    expect(board).toEqual({
      super_event: { name: hack.name, tz: null },
      accepted: 0,
      checked_in: 0,
      per_point: [],
      refused: [],
      latest: [],
    });
    expect(arrivals.map(({ count }) => count)).toEqual(Array<number>(arrivalBars).fill(0));
  });

  it('has a bar for each five minutes of the last six hours, the present one last', async () => {
    const { track, guest, scan, shown } = await opened();
    const door = await world.point(track);
    const [now, hourAgo, long] = [await guest('Now'), await guest('Hour'), await guest('Long')];
    for (const { token } of [now, hourAgo, long]) await scan(door, token);
    const [moved] = await world.rows<{ at: Date }>`
      update check_in.record set checked_in_at = now() - interval '1 hour' where registration_id = ${hourAgo.id}
      returning checked_in_at as at`;
    await hoursAgo(long.id, 7);
    const asked = Date.now();
    const { arrivals, checked_in, per_point } = await shown();
    const begins = arrivals.map(({ at }) => Date.parse(at));
    const last = begins.at(-1) ?? 0;
    expect(begins).toEqual(Array.from({ length: arrivalBars }, (_, n) => last - (arrivalBars - 1 - n) * width));
    expect(last % width).toBe(0);
    // The bar may have begun between asking and answering.
    expect(last).toBeGreaterThan(asked - width);
    expect(last).toBeLessThanOrEqual(Date.now());
    const bar = arrivals.find((_, n) => {
      const at = new Date(moved!.at).getTime();
      return at >= begins[n]! && at < begins[n]! + width;
    });
    expect([bar?.count, sum(arrivals), checked_in]).toEqual([1, 2, 3]);
    expect(per_point[0]).toMatchObject({ checked_in: 3, rate_per_minute: 0.2 });
  });

  it('shows the last ten who came, the latest first', async () => {
    const { hack, guest, scan, shown } = await opened();
    const [one, two] = [await world.point(hack, { name: 'One' }), await world.point(hack, { name: 'Two' })];
    for (let n = 0; n < 12; n++) await scan(n % 2 ? one : two, (await guest(`G${n} X`)).parent.token);
    expect((await shown()).latest.map(({ name, point_name }) => `${name} ${point_name}`)).toEqual(
      Array.from({ length: 10 }, (_, n) => `G${11 - n} X. ${(11 - n) % 2 ? 'One' : 'Two'}`),
    );
  });

  it('forgets what was annulled, refused long ago, or a track that is no more', async () => {
    const { hack, track, api, guest, scan, shown } = await opened();
    const gone = await world.track(hack);
    const [door, other] = [await world.point(track), await world.point(gone)];
    const [ada, ben] = [await guest('Ada'), await guest('Ben')];
    await scan(door, ada.token);
    await scan(door, ben.token);
    await scan(other, (await world.registered(await world.person(), gone)).token);
    await scan(door, 'nobody');
    await world.rows`update check_in.refused_scan set received_at = now() - interval '7 hours' where point_id = ${door.id}`;
    const { checkins } = (await api.get(`/checkin-points/${door.id}/checkins`)).body.data;
    const { id } = checkins.find(({ name }: { name: string }) => name === 'Ben');
    await api.del(`/checkins/${id}`, { reason: 'Wrong code' });
    expect((await api.del(`/events/${gone.id}`)).status).toBe(200);
    const { per_point, latest, refused, arrivals, checked_in } = await shown();
    expect(per_point).toEqual([expect.objectContaining({ id: door.id, checked_in: 1 })]);
    expect([latest.map(({ name }) => name), refused, sum(arrivals), checked_in]).toEqual([['Ada'], [], 1, 1]);
  });

  it('is not sent again to who has it', async () => {
    const { api, path } = await opened();
    // A bar may begin in between.
    await eventually(
      async () => {
        const first = await api.get(path);
        return api.get(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
      },
      ({ status, text }) => status === 304 && text === '',
    );
  });
});

describe('Boards of one hackathon', () => {
  const askAtOnce = async () => {
    const { hack, olga, path } = await opened();
    const boards = [
      await paired(world, olga, hack, { kind: 'board' }),
      await paired(world, olga, hack, { kind: 'board' }),
    ];
    const { texts, result } = await statementsOf(() => Promise.all(boards.map(({ api }) => api.get(path))));
    expect(result.map(({ status }) => status)).toEqual([200, 200]);
    return { texts, path, api: boards[0]!.api };
  };

  it('share one reading when they ask at once, and for a second after', async () => {
    // Where a machine lets more than a second pass in between, there are two.
    await eventually(askAtOnce, ({ texts }) => readings(texts) === 1);
    await eventually(
      async () => {
        const { api, path } = await askAtOnce();
        return statementsOf(() => api.get(path));
      },
      ({ texts }) => readings(texts) === 0,
    );
  });

  it('see within moments who came', async () => {
    const { hack, olga, path, guest, scan } = await opened();
    const [door, board] = [await world.point(hack), await paired(world, olga, hack, { kind: 'board' })];
    const came = async () => (await board.api.get(path)).body.data.checked_in as number;
    expect(await came()).toBe(0);
    await scan(door, (await guest('Ada')).parent.token);
    await eventually(came, (count) => count === 1);
  });

  it('cost a scan nothing', async () => {
    const { hack, olga, path, guest, api } = await opened();
    const [door, board] = [await world.point(hack), await paired(world, olga, hack, { kind: 'board' })];
    const scan = async () => {
      const { token } = (await guest('Ada')).parent;
      return (await statementsOf(() => api.post(`/checkin-points/${door.id}/scan`, { token }))).own;
    };
    await scan();
    await board.api.get(path);
    expect(await scan()).toHaveLength(2);
  });
});

describe('A board is shown', () => {
  const of = async (columns: Record<string, unknown> = {}) => {
    const here = await opened(columns);
    const device = async (kind: string, hack = here.hack) => (await paired(world, here.olga, hack, { kind })).api;
    const as = (api: Client) => api.get(here.path);
    return { ...here, device, as };
  };

  it('to staff, and to a board of the hackathon, drafts and private ones too', async () => {
    const { acme, track, device, as } = await of({ visibility: 'private', status: 'draft' });
    const [mia, judge] = [await world.member(acme, 'MEMBER'), await world.person()];
    await world.role(judge, track, 'JUDGE');
    for (const api of [world.as(mia, acme), world.as(judge, acme), await device('board')])
      expect((await as(api)).status).toBe(200);
  });

  it('to nobody else', async () => {
    const { acme, track, device, as } = await of();
    const [ada, elsewhere] = [await world.person(), await world.organization()];
    await world.registered(ada, track);
    expect(await as(world.as(ada, acme))).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await as(await device('kiosk'))).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await as(await device('board', await world.superEvent(acme)))).toBeRefused(404, 'NOT_FOUND');
    const otto = await world.member(elsewhere, 'OWNER');
    const foreign = await paired(world, otto, await world.superEvent(elsewhere), { kind: 'board' });
    for (const api of [world.as(otto, elsewhere), foreign.api]) expect(await as(api)).toBeRefused(404, 'NOT_FOUND');
    expect(await as(world.stranger())).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('no more once it was ended', async () => {
    const { hack, olga, api, path } = await of();
    const board = await paired(world, olga, hack, { kind: 'board' });
    expect((await board.api.get(path)).status).toBe(200);
    await api.del(`/devices/${board.id}`);
    await eventually(
      () => board.api.get(path),
      ({ status, body }) => status === 401 && body.code === 'UNAUTHENTICATED',
    );
  });
});
