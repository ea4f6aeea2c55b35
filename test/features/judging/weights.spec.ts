import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import type { SuperEvent, Track } from '../../support/fixtures.ts';
import { often } from '../../support/often.ts';
import { openCriteria, type Criteria } from '../../support/judging/criteria.ts';

const organizers = 16;

let here: Criteria;
let hack: SuperEvent;
let clients: Client[];
beforeAll(async () => {
  here = await openCriteria();
  const { world, acme } = here;
  hack = await world.superEvent(acme);
  clients = [];
  for (let n = 0; n < organizers; n++) clients.push(world.as(await world.member(acme, 'ADMIN'), acme));
  await Promise.all(clients.map((client) => client.get(`/super-events/${hack.id}`)));
});
afterAll(() => here.world.close());

const by = (n: number) => clients[n % clients.length] as Client;
const tracks = (count: number) => Promise.all(Array.from({ length: count }, () => here.world.track(hack)));

const together = (count: number, ask: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
const create = (n: number, track: Track, weight: number) =>
  by(n).post(`/events/${track.id}/criteria`, { name: `No ${n}`, weight, order_index: n });
const clone = (n: number, to: Track, from: Track) => by(n).post(`/events/${to.id}/criteria/clone/${from.id}`);

const codesOf = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status, body }) => `${status} ${body.code ?? 'OK'}`))].sort();
const createdOrRefused = ['201 OK', '409 WEIGHT_TOTAL_EXCEEDED'];
const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300).length;

/** Compared where decimals are exact. */
const expectExact = async (some: readonly Track[]) => {
  const ids = some.map(({ id }) => id);
  const broken = await here.world.rows`
    select w.event_id, w.total, s.sum
      from judging.weight_total w
      cross join lateral (select coalesce(sum(c.weight), 0) as sum from judging.criterion c where c.event_id = w.event_id) s
     where w.event_id = any (${ids}::uuid[]) and (w.total <> s.sum or s.sum > 1.00001)`;
  expect(broken).toEqual([]);
};
const tracksAt = async (total: string, some: readonly Track[]) => {
  const [row] = await here.world.rows<{ n: number }>`
    select count(*)::int as n from judging.weight_total
     where event_id = any (${some.map(({ id }) => id)}::uuid[]) and total = ${total}::numeric`;
  return row?.n;
};

describe('Criteria that are created at the same time', () => {
  it('are ten of 0.1, exactly 1 together, and then no more', async () => {
    const [track] = (await tracks(1)) as [Track];
    expect(codesOf(await together(10, (n) => create(n, track, 0.1)))).toEqual(['201 OK']);
    expect(await tracksAt('1.0', [track])).toBe(1);
    expect(await create(0, track, 0.000_02)).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED', {
      current_total: 1,
      attempted_total: 1.000_02,
    });
    await expectExact([track]);
  });

  const many = often(50);
  it(`are as many as fit, on each of ${many} tracks that 32 want to add to`, async () => {
    const some = await tracks(many);
    for (const track of some) {
      const answers = await together(32, (n) => create(n, track, 0.15));
      expect(succeeded(answers)).toBe(6);
      expect(codesOf(answers)).toEqual(createdOrRefused);
    }
    expect(await tracksAt('0.9', some)).toBe(many);
    await expectExact(some);
  });
});

describe('Clones and new criteria at the same time', () => {
  it('are as many as fit, and no clone comes in half', async () => {
    const [source, ...some] = (await tracks(9)) as [Track, ...Track[]];
    for (const n of [100, 101]) await create(n, source, 0.15);
    for (const track of some) {
      const answers = await together(32, (n) => (n % 2 ? create(n, track, 0.15) : clone(n, track, source)));
      expect(codesOf(answers)).toEqual(createdOrRefused);
      const { criteria } = await here.list(track);
      const copiesOf = (name: string) => criteria.filter((each: { name: string }) => each.name === name).length;
      expect(copiesOf('No 100')).toBe(copiesOf('No 101'));
    }
    // In either order, the weight that is left is too little for one more.
    expect(await tracksAt('0.9', some)).toBe(some.length);
    await expectExact(some);
  });

  it('end also where they go in circles', async () => {
    const some = await tracks(4);
    for (const [n, track] of some.entries()) await create(n, track, 0.1);
    const at = (n: number) => some[n % 4] as Track;
    const answers = await together(32, (n) => clone(n, at(n), at(n + 1 + (n % 3))));
    expect(codesOf(answers)).toEqual(createdOrRefused);
    await expectExact(some);
  });
});

describe('Criteria that are created, changed and deleted at the same time', () => {
  it('are never above 1, and the total stays their sum', async () => {
    const [track] = (await tracks(1)) as [Track];
    const made = await together(4, (n) => create(n, track, 0.2));
    const paths = made.map(({ body }) => `/criteria/${body.data.criterion.id}`);
    const deeds: ((client: Client, path: string, n: number) => Promise<Answer>)[] = [
      (client, path) => client.patch(path, { weight: 0.35 }),
      (client, path) => client.patch(path, { weight: 0.05 }),
      (client, path, n) => client.patch(path, { name: `Name ${n}` }),
      (_client, _path, n) => create(n, track, 0.15),
      (client, path, n) => (n > 60 ? client.del(path) : client.patch(path, { weight: 0.2 })),
    ];
    const answers = await together(80, (n) => {
      const deed = deeds[n % deeds.length] as (typeof deeds)[number];
      return deed(by(n), paths[n % paths.length] as string, n);
    });
    const expected = ['200 OK', ...createdOrRefused, '404 NOT_FOUND'];
    expect(codesOf(answers).filter((code) => !expected.includes(code))).toEqual([]);
    expect(succeeded(answers)).toBeGreaterThan(0);
    await expectExact([track]);
  });

  it('let a weight be lowered while others wait to take what comes free', async () => {
    const [track] = (await tracks(1)) as [Track];
    const { id } = (await create(0, track, 1)).body.data.criterion;
    const lower = async () => {
      const changes: Answer[] = [];
      for (const weight of [0.9, 0.8, 0.7, 0.6]) {
        changes.push(...(await together(1, () => by(0).patch(`/criteria/${id}`, { weight }))));
      }
      return changes;
    };
    const [changes, others] = await Promise.all([lower(), together(24, (n) => create(n, track, 0.1))]);
    expect(codesOf(changes)).toEqual(['200 OK']);
    expect(codesOf(others).filter((code) => !createdOrRefused.includes(code))).toEqual([]);
    await expectExact([track]);
  });

  it('give their weight back once, however many delete them', async () => {
    const [track] = (await tracks(1)) as [Track];
    await create(0, track, 0.3);
    const { id } = (await create(1, track, 0.5)).body.data.criterion;
    const answers = await together(8, (n) => by(n).del(`/criteria/${id}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)]);
    expect(await tracksAt('0.3', [track])).toBe(1);
    await expectExact([track]);
  });
});
