import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('My permissions', () => {
  it.each([
    ['OWNER', true],
    ['ADMIN', true],
    ['MEMBER', false],
  ] as const)('as %s: may manage events and members: %s', async (role, may) => {
    const acme = await world.organization();
    const answer = await world
      .as(await world.member(acme, role), acme)
      .get(`/organizations/${acme.slug}/me/permissions`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: { role, permissions: { events_manage: may, members_manage: may } },
    });
  });

  it.each(['a key and nothing else', 'a role on a track', 'a registration'])('with %s are none', async (what) => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme));
    const ada = await world.person();
    if (what === 'a role on a track') await world.role(ada, track, 'ORGANIZER');
    if (what === 'a registration') await world.registered(ada, track);
    expect((await world.as(ada, acme).get(`/organizations/${acme.id}/me/permissions`)).body.data).toEqual({
      permissions: { events_manage: false, members_manage: false },
    });
  });

  it('are those in the organization asked about, not in one that a key does not belong to', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const olga = await world.member(acme, 'OWNER');
    const { data } = (await world.as(olga, other).get(`/organizations/${other.id}/me/permissions`)).body;
    expect(data).not.toHaveProperty('role');
    for (const reference of [acme.id, acme.slug, 'nobody', crypto.randomUUID()]) {
      const path = `/organizations/${reference}/me/permissions`;
      expect(await world.as(olga, other).get(path)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().get(`/organizations/${acme.id}/me/permissions`)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
