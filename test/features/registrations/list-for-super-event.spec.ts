import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function hackathon() {
  const acme = await world.organization();
  const mia = await world.member(acme, 'MEMBER');
  const hack = await world.superEvent(acme);
  const [first, second] = [await world.track(hack), await world.track(hack, { status: 'draft' })];
  const list = async (query = '') =>
    (await world.as(mia, acme).get(`/super-events/${hack.slug}/registrations${query}`)).body.data;
  return { acme, mia, hack, first, second, list };
}

describe('The registrations of a hackathon', () => {
  it('are those of all its tracks, one item for each', async () => {
    const { hack, acme, first, second, list } = await hackathon();
    const [ada, bob] = [await world.person({ name: 'Ada' }), await world.person({ name: 'Bob' })];
    await world.registered(ada, first, 'accepted', { evaluation_score: 3 });
    await world.registered(ada, second);
    await world.registered(bob, second, 'pending');
    await world.registered(bob, await world.track(await world.superEvent(acme)));
    await world.applied(await world.person(), hack);
    const { registrations, pagination } = await list('?sort_by=score');
    expect(pagination).toEqual({ page: 1, limit: 50, total: 3, totalPages: 1 });
    expect(registrations[0]).toEqual({
      id: expect.any(String),
      event_id: first.id,
      user_id: ada.id,
      status: 'accepted',
      name: 'Ada',
      email: ada.email,
      evaluation_score: 3,
      evaluation_recommendation: null,
    });
    expect(registrations.map((one: { event_id: string }) => one.event_id).sort()).toEqual(
      [first.id, second.id, second.id].sort(),
    );
  });

  it('leave out tracks that are deleted', async () => {
    const { hack, list } = await hackathon();
    const gone = await world.track(hack, { deleted_at: new Date().toISOString() });
    await world.registered(await world.person(), gone);
    expect((await list()).pagination.total).toBe(0);
    expect((await list('?search=person')).pagination.total).toBe(0);
  });

  it('are searched, chosen, sorted and cut like those of a track', async () => {
    const { first, second, list } = await hackathon();
    for (const name of ['Änne', 'anna', 'Bob']) {
      const person = await world.person({
        name,
        email: `${name === 'Bob' ? 'bob' : 'a'}-${Math.random()}@x.test`.toLowerCase(),
      });
      await world.registered(person, first);
      await world.registered(person, second, 'pending');
    }
    const { registrations, pagination } = await list(
      '?search=ann&status=accepted&sort_by=name&sort_order=asc&limit=1&page=2',
    );
    expect(registrations).toEqual([expect.objectContaining({ name: 'Änne', event_id: first.id })]);
    expect(pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 });
    expect((await list('?sort_by=name&limit=2')).registrations[0].name).toBe('Bob');
  });

  it('refuse the same parameters', async () => {
    const { acme, mia, hack } = await hackathon();
    const answer = await world.as(mia, acme).get(`/super-events/${hack.id}/registrations?limit=101&page=0`);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors?.map(({ field }) => field).sort()).toEqual(['limit', 'page']);
  });

  it('are listed to the staff of any of its tracks, and to nobody who only takes part', async () => {
    const { acme, hack, first, second } = await hackathon();
    const [judy, ada, otto] = [await world.person(), await world.person(), await world.person()];
    await world.role(judy, second, 'JUDGE');
    await world.registered(ada, first);
    const other = await world.organization();
    const path = `/super-events/${hack.id}/registrations`;
    expect((await world.as(judy, acme).get(path)).status).toBe(200);
    expect(await world.as(ada, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.as(otto, other).get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
