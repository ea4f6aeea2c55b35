import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A point at which these people were scanned, one after the other. */
async function opened(names: readonly string[] = ['Ada', 'Ben', 'Cleo']) {
  const acme = await world.organization();
  const track = await world.track(await world.superEvent(acme));
  const point = await world.point(track, { key: 'main-door' });
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const path = `/checkin-points/${point.id}/checkins`;
  const people = [];
  for (const name of names) {
    const person = await world.person({ name });
    const place = await world.registered(person, track);
    await api.post(`/checkin-points/${point.id}/scan`, { token: place.token });
    people.push({ ...person, registration_id: place.id });
  }
  return { acme, track, point, olga, api, path, people };
}
const namesIn = ({ body }: Answer) => body.data.checkins.map(({ name }: { name: string }) => name);

describe('The list at a door', () => {
  it('has who came, the latest first, with exactly the promised fields', async () => {
    const { api, path, people } = await opened();
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(body.data.pagination).toEqual({ page: 1, limit: 50, total: 3, totalPages: 1 });
    expect(body.data.checkins).toEqual(
      people.toReversed().map(({ id, name, email, registration_id }) => ({
        id: expect.any(String),
        user_id: id,
        registration_id,
        name,
        email,
        method: 'qr_scan',
        checked_in_at: expect.stringMatching(/^\d{4}-.*Z$/),
      })),
    );
  });

  it('comes in pages', async () => {
    const { api, path } = await opened();
    const [first, second] = [await api.get(`${path}?limit=2`), await api.get(`${path}?limit=2&page=2`)];
    expect([namesIn(first), namesIn(second)]).toEqual([['Cleo', 'Ben'], ['Ada']]);
    expect(second.body.data.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });

  it('is searched by name and address, without case and accents', async () => {
    const { api, path } = await opened(['Zoë Ångström', 'Ben 100%', 'Cleo']);
    expect(namesIn(await api.get(`${path}?search=ANGS`))).toEqual(['Zoë Ångström']);
    expect(namesIn(await api.get(`${path}?search=${encodeURIComponent('%')}`))).toEqual(['Ben 100%']);
    const all = await api.get(`${path}?search=muster.test&limit=1`);
    expect(all.body.data.pagination).toEqual({ page: 1, limit: 1, total: 3, totalPages: 3 });
    expect(namesIn(await api.get(`${path}?search=nobody`))).toEqual([]);
  });

  it('leaves out what was annulled', async () => {
    const { api, path } = await opened();
    const [latest] = (await api.get(path)).body.data.checkins;
    await api.del(`/checkins/${latest.id}`, { reason: 'Wrong code' });
    const after = await api.get(path);
    expect([namesIn(after), after.body.data.pagination.total]).toEqual([['Ben', 'Ada'], 2]);
  });

  it('is downloaded as CSV, the earliest first, without formulas', async () => {
    const { api, path } = await opened(['Ada', '=Ben()']);
    const { status, headers, text } = await api.get(`${path}/csv`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain('main-door-checkins.csv');
    const [head, ada, ben, end] = text.split('\r\n');
    expect([head, end]).toEqual(['Name,Email,Method,Checked In At', '']);
    expect(ada).toMatch(/^Ada,[^,]+@muster\.test,qr_scan,\d{4}-[\d:.T-]+Z$/);
    expect(ben).toMatch(/^'=Ben\(\),/);
  });

  it('is for staff of the point, and not there for anybody else', async () => {
    const { acme, track, path } = await opened();
    const [mia, judge, guest] = [await world.member(acme, 'MEMBER'), await world.person(), await world.person()];
    await world.role(judge, track, 'JUDGE');
    await world.registered(guest, track);
    for (const person of [mia, judge]) expect((await world.as(person, acme).get(path)).status).toBe(200);
    expect(await world.as(guest, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.as(guest, acme).get(`${path}/csv`)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    expect(await world.as(otto, other).get(path)).toBeRefused(404, 'POINT_NOT_FOUND');
    expect(await world.as(otto, other).get('/checkin-points/main-door/checkins')).toBeRefused(404, 'POINT_NOT_FOUND');
  });

  it.each(['page=0', 'limit=101', `search=${'x'.repeat(101)}`])('refuses %s', async (query) => {
    const { api, path } = await opened([]);
    expect(await api.get(`${path}?${query}`)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});
