import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('The members of an organization', () => {
  it('are listed longest-standing first, with exactly the promised fields', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER', { avatar_url: 'https://x.test/olga.png' });
    const adam = await world.member(acme, 'ADMIN', { name: null });
    const answer = await world.as(olga, acme).get(`/organizations/${acme.slug}/members`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: {
        members: [
          {
            user_id: olga.id,
            role: 'OWNER',
            email: olga.email,
            name: olga.name,
            avatar_url: 'https://x.test/olga.png',
          },
          { user_id: adam.id, role: 'ADMIN', email: adam.email, name: adam.email.split('@')[0], avatar_url: null },
        ],
        pagination: { total: 2, limit: 50, offset: 0, has_more: false },
      },
    });
  });

  it('come in slices that neither repeat nor skip, also where all came at the same moment', async () => {
    const acme = await world.organization();
    const people = [];
    for (let n = 0; n < 7; n++) people.push(await world.member(acme, n === 0 ? 'OWNER' : 'MEMBER'));
    await world.rows`update organizations.member set created_at = '2026-01-01' where organization_id = ${acme.id}`;
    const [olga] = people;
    const api = world.as(olga ?? (await world.person()), acme);
    const slice = async (query: string) => (await api.get(`/organizations/${acme.id}/members${query}`)).body.data;
    const seen: string[] = [];
    for (const offset of [0, 3, 6]) {
      const { members, pagination } = await slice(`?limit=3&offset=${offset}`);
      expect(pagination).toEqual({ total: 7, limit: 3, offset, has_more: offset < 6 });
      seen.push(...members.map(({ user_id }: { user_id: string }) => user_id));
    }
    expect(seen).toEqual(people.map(({ id }) => id).sort());
    expect(await slice('?offset=7')).toEqual({
      members: [],
      pagination: { total: 7, limit: 50, offset: 7, has_more: false },
    });
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'offset=-1', 'offset=x'])('refuse %s', async (query) => {
    const acme = await world.organization();
    const api = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await api.get(`/organizations/${acme.id}/members?${query}`)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: query.split('=')[0] })],
    });
  });

  it('are seen by members of every role, and by nobody else', async () => {
    const acme = await world.organization();
    const other = await world.organization();
    const path = `/organizations/${acme.slug}/members`;
    for (const role of ['OWNER', 'ADMIN', 'MEMBER'] as const) {
      expect((await world.as(await world.member(acme, role), acme).get(path)).status).toBe(200);
    }
    const orga = await world.person();
    await world.role(orga, await world.track(await world.superEvent(acme)), 'ORGANIZER');
    expect(await world.as(orga, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    const otto = world.as(await world.member(other, 'OWNER'), other);
    expect(await otto.get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('are those of one organization only', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const olga = await world.member(acme, 'OWNER');
    await world.member(other, 'OWNER');
    const { members, pagination } = (await world.as(olga, acme).get(`/organizations/${acme.id}/members`)).body.data;
    expect(members).toEqual([expect.objectContaining({ user_id: olga.id })]);
    expect(pagination.total).toBe(1);
  });
});
