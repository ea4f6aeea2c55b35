import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Role = 'OWNER' | 'ADMIN' | 'MEMBER';

async function owned(role: Role = 'OWNER') {
  const acme = await world.organization();
  const actor = await world.member(acme, role);
  const api = world.as(actor, acme);
  const at = ({ id }: { id: string }) => `/organizations/${acme.slug}/members/${id}`;
  return { acme, actor, api, at };
}
const roles = async (organization: { id: string }) =>
  Object.fromEntries(
    (
      await world.rows<{ user_id: string; role: Role }>`
        select user_id, role from organizations.member where organization_id = ${organization.id}`
    ).map(({ user_id, role }) => [user_id, role]),
  );
const audited = (organization: { id: string }) => world.rows<Record<string, unknown>>`
  select action, user_id, ids, before, after from organizations.audit where organization_id = ${organization.id}`;

describe('Giving a member another role', () => {
  it('says that it was done and leaves it in the audit', async () => {
    const { acme, actor, api, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    const answer = await api.patch(at(mia), { role: 'ADMIN' });
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { updated: true } }]);
    expect(await roles(acme)).toEqual({ [actor.id]: 'OWNER', [mia.id]: 'ADMIN' });
    expect(await audited(acme)).toEqual([
      {
        action: 'organizations.updateMember',
        user_id: actor.id,
        ids: { user_id: mia.id },
        before: { role: 'MEMBER' },
        after: { role: 'ADMIN' },
      },
    ]);
  });

  it('they have already changes nothing and says the same', async () => {
    const { acme, api, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    expect((await api.patch(at(mia), { role: 'MEMBER' })).body.data).toEqual({ updated: true });
    expect(await audited(acme)).toEqual([]);
  });

  it('counts from the next request on', async () => {
    const { acme, api, at } = await owned();
    const adam = await world.member(acme, 'ADMIN');
    const path = `/organizations/${acme.id}/audit`;
    expect((await world.as(adam, acme).get(path)).status).toBe(200);
    await api.patch(at(adam), { role: 'MEMBER' });
    expect(await world.as(adam, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it.each([
    ['OWNER', 'MEMBER', 'OWNER', 200],
    ['OWNER', 'ADMIN', 'OWNER', 200],
    ['OWNER', 'OWNER', 'MEMBER', 200],
    ['ADMIN', 'MEMBER', 'ADMIN', 200],
    ['ADMIN', 'ADMIN', 'MEMBER', 200],
    ['ADMIN', 'MEMBER', 'OWNER', 403],
    ['ADMIN', 'ADMIN', 'OWNER', 403],
    ['ADMIN', 'OWNER', 'ADMIN', 403],
    ['ADMIN', 'OWNER', 'OWNER', 403],
    ['MEMBER', 'MEMBER', 'ADMIN', 403],
    ['MEMBER', 'OWNER', 'MEMBER', 403],
  ] as const)('by %s of %s to %s answers %i', async (by, from, to, status) => {
    const { acme, api, at } = await owned(by);
    const subject = await world.member(acme, from);
    const answer = await api.patch(at(subject), { role: to });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await roles(acme))[subject.id]).toBe(status === 200 ? to : from);
  });

  it('lets an ADMIN not make themselves an OWNER', async () => {
    const { actor, api, at } = await owned('ADMIN');
    expect(await api.patch(at(actor), { role: 'OWNER' })).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it.each([[{}], [{ role: null }], [{ role: 'owner' }], [{ role: 'BOSS' }]])('refuses %j', async (body) => {
    const { acme, api, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    expect(await api.patch(at(mia), body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'role' })],
    });
  });
});

describe('Removing a member', () => {
  it('says so, shuts them out at once and leaves it in the audit', async () => {
    const { acme, actor, api, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    const answer = await api.del(at(mia));
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { deleted: true } }]);
    expect(await world.as(mia, acme).get(`/organizations/${acme.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await roles(acme)).toEqual({ [actor.id]: 'OWNER' });
    expect(await audited(acme)).toEqual([
      {
        action: 'organizations.removeMember',
        user_id: actor.id,
        ids: { user_id: mia.id },
        before: { role: 'MEMBER' },
        after: {},
      },
    ]);
  });

  it('a second time finds nobody', async () => {
    const { acme, api, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    await api.del(at(mia));
    expect(await api.del(at(mia))).toBeRefused(404, 'NOT_FOUND');
  });

  it('can be undone by adding them, as a new membership', async () => {
    const { acme, api, at } = await owned();
    const mia = await world.member(acme, 'ADMIN');
    await api.del(at(mia));
    expect((await api.post(`/organizations/${acme.id}/members`, { user_id: mia.id })).status).toBe(201);
    expect((await roles(acme))[mia.id]).toBe('MEMBER');
  });

  it.each([
    ['OWNER', 'OWNER', 200],
    ['OWNER', 'ADMIN', 200],
    ['ADMIN', 'ADMIN', 200],
    ['ADMIN', 'MEMBER', 200],
    ['ADMIN', 'OWNER', 403],
    ['MEMBER', 'MEMBER', 403],
  ] as const)('by %s of %s answers %i', async (by, of, status) => {
    const { acme, api, at } = await owned(by);
    const subject = await world.member(acme, of);
    const answer = await api.del(at(subject));
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await roles(acme))[subject.id]).toBe(status === 200 ? undefined : of);
  });

  it('leaves their membership elsewhere and their roles on tracks', async () => {
    const [here, there] = [await owned(), await owned()];
    const mia = await world.member(here.acme, 'MEMBER');
    await there.api.post(`/organizations/${there.acme.id}/members`, { user_id: mia.id });
    const track = await world.track(await world.superEvent(here.acme));
    await world.role(mia, track, 'JUDGE');
    await here.api.del(here.at(mia));
    expect(await roles(there.acme)).toMatchObject({ [mia.id]: 'MEMBER' });
    expect(await world.rows`select role from events.track_role where event_id = ${track.id}`).toEqual([
      { role: 'JUDGE' },
    ]);
  });
});

describe('A member who is none here', () => {
  it('is not found, by whatever name', async () => {
    const { acme, api } = await owned();
    const [ada, elsewhere] = [await world.person(), (await owned()).actor];
    for (const name of [ada.id, elsewhere.id, crypto.randomUUID(), 'mia', encodeURIComponent(ada.email)]) {
      const path = `/organizations/${acme.id}/members/${name}`;
      expect(await api.patch(path, { role: 'ADMIN' })).toBeRefused(404, 'NOT_FOUND');
      expect(await api.del(path)).toBeRefused(404, 'NOT_FOUND');
    }
  });

  it('is found by their id in capitals too', async () => {
    const { acme, api, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    expect((await api.patch(at({ id: mia.id.toUpperCase() }), { role: 'ADMIN' })).status).toBe(200);
    expect((await roles(acme))[mia.id]).toBe('ADMIN');
  });

  it('cannot be changed from another organization or without a key', async () => {
    const { acme, at } = await owned();
    const mia = await world.member(acme, 'MEMBER');
    const { api: elsewhere } = await owned();
    expect(await elsewhere.patch(at(mia), { role: 'ADMIN' })).toBeRefused(404, 'NOT_FOUND');
    expect(await elsewhere.del(at(mia))).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().patch(at(mia), { role: 'ADMIN' })).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await world.stranger().del(at(mia))).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await roles(acme))[mia.id]).toBe('MEMBER');
  });
});
