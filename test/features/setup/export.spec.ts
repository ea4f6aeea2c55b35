import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const yaml = { headers: { 'Content-Type': 'application/yaml' } };

async function opened() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  await world.point(track, { key: 'door' });
  const olga = await world.member(acme, 'OWNER');
  const [ada, judge] = [await world.person({ name: 'Ada' }), await world.person()];
  await world.registered(ada, track);
  await world.role(judge, track, 'JUDGE');
  return {
    acme,
    hack,
    track,
    olga,
    ada,
    judge,
    api: world.as(olga, acme),
    path: `/super-events/${hack.slug}/event-file`,
  };
}

describe('A hackathon as an event file', () => {
  it('is downloaded, and applied again changes nothing', async () => {
    const { acme, hack, ada, judge, api, path } = await opened();
    const { status, headers, text } = await api.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/yaml; charset=utf-8']);
    expect(headers.get('content-disposition')).toContain(`${hack.slug}.yaml`);
    for (const named of [ada.email, judge.email, 'door']) expect(text).toContain(named);
    const plan = await api.post(`/organizations/${acme.slug}/event-file/plan`, text, yaml);
    expect(plan.body.data).toMatchObject({ changes: { created: 0, changed: 0 }, actions: [] });
    const applied = await api.post(`/organizations/${acme.slug}/event-file/apply`, text, yaml);
    expect(applied.body.data.changes).toMatchObject({ created: 0, changed: 0 });
  });

  it('brings back what was lost since', async () => {
    const { acme, hack, api, path } = await opened();
    const { text } = await api.get(path);
    await api.patch(`/super-events/${hack.id}`, { description: 'Another' });
    const apply = `/organizations/${acme.slug}/event-file/apply`;
    await world.rows`delete from check_in.point where super_event_id = ${hack.id}`;
    expect((await api.post(apply, text, yaml)).body.data.changes).toMatchObject({ created: 1 });
  });

  it('is for owners and admins, and not there for anybody else', async () => {
    const { acme, judge, path, ada, hack } = await opened();
    for (const person of [judge, ada]) {
      expect(await world.as(person, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    for (const named of [path, `/super-events/${hack.id}/event-file`]) {
      expect(await world.as(otto, other).get(named)).toBeRefused(404, 'NOT_FOUND');
    }
  });
});
