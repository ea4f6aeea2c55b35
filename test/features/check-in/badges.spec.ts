import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { paired } from '../../support/devices.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function opened() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const [ai, web] = [await world.track(hack, { name: 'AI' }), await world.track(hack, { name: 'Web' })];
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const list = async (query = '') => (await api.get(`/super-events/${hack.slug}/badges${query}`)).body.data;
  return { acme, hack, ai, web, olga, api, list };
}
const namesOf = ({ badges }: { badges: { name: string }[] }) => badges.map(({ name }) => name);

describe('The badges of a hackathon', () => {
  it('are of everybody who is accepted or has a role, one for each person, by name', async () => {
    const { hack, ai, web, list } = await opened();
    const ada = await world.person({ name: 'Ada' });
    const onAi = await world.registered(ada, ai);
    await world.role(ada, web, 'MENTOR');
    const ben = await world.applied(await world.person({ name: 'Ben' }), hack);
    await world.registered(await world.person({ name: 'Cleo' }), ai, 'pending');
    const dora = await world.person({ name: 'Dora' });
    await world.role(dora, ai, 'JUDGE');
    await world.role(dora, web, 'JUDGE');
    const { badges, pagination } = await list();
    expect(badges).toEqual([
      { user_id: ada.id, name: 'Ada', track: 'AI, Web', role: 'MENTOR', code: onAi.token },
      { user_id: expect.any(String), name: 'Ben', track: null, role: 'PARTICIPANT', code: ben.token },
      { user_id: dora.id, name: 'Dora', track: 'AI, Web', role: 'JUDGE', code: null },
    ]);
    expect(pagination).toEqual({ page: 1, limit: 50, total: 3, totalPages: 1 });
  });

  it('are filtered by track, role and name, and come in pages', async () => {
    const { ai, web, list } = await opened();
    await world.registered(await world.person({ name: 'Ada' }), ai);
    await world.registered(await world.person({ name: 'Élodie' }), web);
    await world.role(await world.person({ name: 'Max' }), web, 'MENTOR');
    expect(namesOf(await list(`?track_id=${web.id}`))).toEqual(['Élodie', 'Max']);
    expect(namesOf(await list('?role=MENTOR'))).toEqual(['Max']);
    expect(namesOf(await list('?search=elod'))).toEqual(['Élodie']);
    const second = await list('?limit=2&page=2');
    expect([namesOf(second), second.pagination]).toEqual([['Max'], { page: 2, limit: 2, total: 3, totalPages: 2 }]);
  });

  it('are nothing of another hackathon', async () => {
    const { acme, list } = await opened();
    const other = await world.track(await world.superEvent(acme));
    await world.registered(await world.person(), other);
    expect((await list()).badges).toEqual([]);
    expect((await list(`?track_id=${other.id}`)).badges).toEqual([]);
  });
});

describe('The badge of somebody who was checked in', () => {
  it('is for the kiosk that did, where it prints, and for organizers', async () => {
    const { hack, ai, olga, api } = await opened();
    const [door, ada] = [await world.point(ai), await world.registered(await world.person({ name: 'Ada' }), ai)];
    const [printing, other, plain] = [
      await paired(world, olga, hack, { prints: true }),
      await paired(world, olga, hack, { prints: true }),
      await paired(world, olga, hack),
    ];
    const scanned = await printing.api.post(`/checkin-points/${door.id}/scan`, { token: ada.token });
    const path = `/checkins/${scanned.body.data.checkin_id}/badge`;
    const badge = { name: 'Ada', track: 'AI', role: 'PARTICIPANT', code: ada.token };
    for (const each of [printing.api, api])
      expect(await each.get(path)).toMatchObject({ status: 200, body: { data: { badge } } });
    for (const each of [other, plain]) expect(await each.api.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    await printing.api.del(`/checkins/${scanned.body.data.checkin_id}`);
    expect(await printing.api.get(path)).toBeRefused(404, 'NOT_FOUND');
  });
});
