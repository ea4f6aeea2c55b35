import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { begin, waitingFor } from '../../support/transaction.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const times = { opens_at: '2027-03-06T07:00:00.000Z', closes_at: '2027-03-06T12:00:00.000Z' };

async function opened() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const make = (body: Record<string, unknown> = {}) =>
    api.post(`/super-events/${hack.slug}/checkin-points`, { name: 'Main Door', ...times, ...body });
  return { acme, hack, track, olga, api, make };
}

describe('Making a point', () => {
  it('makes one of the hackathon, or of a track, at which people are scanned', async () => {
    const { hack, track, api, make } = await opened();
    const made = await make();
    expect([made.status, made.body.data.checkin_point]).toEqual([
      201,
      {
        id: expect.any(String),
        super_event_id: hack.id,
        event_id: null,
        key: 'main-door',
        name: 'Main Door',
        type: 'attendance',
        ...times,
        milestone_requirements: [],
        config_json: {},
      },
    ]);
    const milestone_requirements = [{ id: 'demo', title: 'A demo', description: 'Two minutes', is_required: false }];
    const now = Date.now();
    const [opens_at, closes_at] = [new Date(now - 60_000).toISOString(), new Date(now + 60_000).toISOString()];
    const body = { event_id: track.id, type: 'milestone', milestone_requirements, opens_at, closes_at };
    const point = (await make(body)).body.data.checkin_point;
    expect(point).toMatchObject({ ...body, key: 'main-door' });
    const ada = await world.person();
    const { token } = await world.registered(ada, track);
    await world.team(track, [ada]);
    const scan = await api.post(`/checkin-points/${point.id}/scan`, { token });
    expect(scan.body.data.milestone_requirements).toEqual([{ ...milestone_requirements[0], satisfied: false }]);
  });

  it('gives each of several of one name a key of its own', async () => {
    const { make } = await opened();
    const made = await Promise.all(Array.from({ length: 4 }, () => make()));
    expect(made.map(({ body }) => body.data.checkin_point.key).sort()).toEqual([
      ...['main-door', 'main-door-2', 'main-door-3', 'main-door-4'],
    ]);
  });

  it('finds a key though every number of the name is taken', async () => {
    const { acme, hack, make } = await opened();
    await world.rows`
      insert into check_in.point (organization_id, super_event_id, key, name, type, opens_at, closes_at)
      select ${acme.id}, ${hack.id}, concat_ws('-', 'main-door', nullif(n, 1)), 'Main Door', 'attendance',
             ${times.opens_at}, ${times.closes_at}
        from generate_series(1, 1000) n`;
    const { id, key } = (await make()).body.data.checkin_point;
    expect(key).toBe(`main-door-${id.slice(-8)}`);
  });

  it.each([
    ['closes before it opens', { closes_at: times.opens_at }, 400, 'VALIDATION_FAILED'],
    ['has no name', { name: '' }, 400, 'VALIDATION_FAILED'],
    [
      'repeats a requirement',
      { milestone_requirements: [1, 2].map(() => ({ id: 'demo', title: 'Demo' })) },
      400,
      'VALIDATION_FAILED',
    ],
    ['has a requirement without a title', { milestone_requirements: [{ id: 'demo' }] }, 400, 'VALIDATION_FAILED'],
    ['is of no track of the hackathon', { event_id: randomUUID() }, 400, 'INVALID_TRACK'],
  ] as const)('is refused where it %s', async (_how, body, status, code) => {
    const { make } = await opened();
    expect(await make(body)).toBeRefused(status, code);
  });

  it('is refused on a track of another hackathon', async () => {
    const { acme, make } = await opened();
    const elsewhere = await world.track(await world.superEvent(acme));
    expect(await make({ event_id: elsewhere.id })).toBeRefused(400, 'INVALID_TRACK');
  });
});

describe('Changing a point', () => {
  it('changes what was sent, and notes what differs', async () => {
    const { acme, api, make } = await opened();
    const { id, key } = (await make()).body.data.checkin_point;
    const changed = await api.patch(`/checkin-points/${id}`, { name: 'Side Door', closes_at: '2027-03-06T13:00:00Z' });
    expect(changed.body.data.checkin_point).toMatchObject({
      id,
      key,
      name: 'Side Door',
      closes_at: '2027-03-06T13:00:00.000Z',
      type: 'attendance',
    });
    expect((await api.patch(`/checkin-points/${id}`, { name: 'Side Door' })).status).toBe(200);
    const { entries } = (await api.get(`/organizations/${acme.id}/audit?action=check-in.updatePoint`)).body.data;
    expect(entries).toEqual([
      expect.objectContaining({
        before: { name: 'Main Door', closes_at: times.closes_at },
        after: { name: 'Side Door', closes_at: '2027-03-06T13:00:00.000Z' },
      }),
    ]);
  });

  it('is refused where it would close before it opens, and for what is not there', async () => {
    const { api, make } = await opened();
    const { id } = (await make()).body.data.checkin_point;
    expect(await api.patch(`/checkin-points/${id}`, { closes_at: '2027-03-06T06:00:00Z' })).toBeRefused(
      400,
      'VALIDATION_FAILED',
    );
    expect(await api.patch(`/checkin-points/${randomUUID()}`, { name: 'Door' })).toBeRefused(404, 'POINT_NOT_FOUND');
  });
});

describe('Removing a point', () => {
  it('removes one at which nothing happened', async () => {
    const { api, make } = await opened();
    const { id } = (await make()).body.data.checkin_point;
    expect((await api.del(`/checkin-points/${id}`)).body.data).toEqual({ deleted: true });
    expect(await api.del(`/checkin-points/${id}`)).toBeRefused(404, 'POINT_NOT_FOUND');
    expect((await make()).body.data.checkin_point.key).toBe('main-door');
  });

  it('leaves one at which somebody was scanned, or refused', async () => {
    const { track, api } = await opened();
    const { token } = await world.registered(await world.person(), track);
    for (const scanned of [token, 'nobody']) {
      const point = await world.point(track);
      await api.post(`/checkin-points/${point.id}/scan`, { token: scanned });
      expect(await api.del(`/checkin-points/${point.id}`)).toBeRefused(409, 'POINT_IN_USE');
    }
  });

  it('waits for what is being handed in there, and leaves it then', async () => {
    const { acme, track, api } = await opened();
    const point = await world.point(track, { type: 'milestone' });
    const ada = await world.person();
    await world.registered(ada, track);
    const team = await world.team(track, [ada]);
    await using other = await begin(world.databaseUrl, 'lock table teams.audit in exclusive mode');
    const work = { team_id: team.id, checkin_point_id: point.id, title: 'A demo', links: [] };
    const handing = world.as(ada, acme).post('/submissions', work);
    await waitingFor(world);
    const removal = api.del(`/checkin-points/${point.id}`);
    await waitingFor(world, 2);
    await other.rollback();
    expect((await handing).status).toBe(201);
    expect(await removal).toBeRefused(409, 'POINT_IN_USE');
  });

  it('at the moment of a scan loses none', async () => {
    const { track, api } = await opened();
    const places = await Promise.all(
      Array.from({ length: 6 }, async () => world.registered(await world.person(), track)),
    );
    for (const { token } of places) {
      const point = await world.point(track);
      const [scan, removal] = await Promise.all([
        api.post(`/checkin-points/${point.id}/scan`, { token }),
        api.del(`/checkin-points/${point.id}`),
      ]);
      const [kept] = await world.rows<{
        n: number;
      }>`select count(*)::int as n from check_in.record where point_id = ${point.id}`;
      expect(kept?.n).toBe(scan.status === 201 ? 1 : 0);
      expect(removal.status === 200).toBe(scan.status !== 201);
    }
  });
});
