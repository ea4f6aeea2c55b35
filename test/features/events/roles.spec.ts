import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function staged() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const path = `/events/${track.slug}/roles`;
  const assign = (user_id: unknown, role: unknown = 'JUDGE') => api.post(path, { user_id, role });
  const remove = (user_id: string, role = 'JUDGE') => api.del(`${path}/${user_id}/${role}`);
  const list = async () => (await api.get(path)).body.data;
  return { acme, hack, track, olga, api, path, assign, remove, list };
}
const audited = (organization: { id: string }) => world.rows<Record<string, unknown>>`
  select action, user_id, ids, before, after from events.audit where organization_id = ${organization.id}`;

describe('The roles on a track', () => {
  it('are listed longest-standing first, with exactly the promised fields', async () => {
    const { api, path, track } = await staged();
    const [zoe, ada] = [await world.person({ name: 'Zoe' }), await world.person({ name: null })];
    await world.role(zoe, track, 'ORGANIZER');
    await world.role(ada, track, 'MENTOR');
    const answer = await api.get(path);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        data: {
          roles: [
            { user_id: zoe.id, role: 'ORGANIZER', name: 'Zoe' },
            { user_id: ada.id, role: 'MENTOR', name: ada.email.split('@')[0] },
          ],
          count: 2,
        },
      },
    ]);
  });

  it('may be several of one person, in a steady order', async () => {
    const { list, assign, track } = await staged();
    const ada = await world.person();
    for (const role of ['PARTICIPANT', 'JUDGE', 'MENTOR']) await assign(ada.id, role);
    await world.rows`update events.track_role set created_at = '2026-01-01' where event_id = ${track.id}`;
    const { roles, count } = await list();
    expect(roles.map(({ role }: { role: string }) => role)).toEqual(['JUDGE', 'MENTOR', 'PARTICIPANT']);
    expect(count).toBe(3);
  });

  it('are those of this track, not of its neighbour', async () => {
    const { list, hack, assign } = await staged();
    await world.role(await world.person(), await world.track(hack), 'JUDGE');
    expect(await list()).toEqual({ roles: [], count: 0 });
    await assign((await world.person()).id);
    expect((await list()).count).toBe(1);
  });

  it('are seen by members and by those who take part, and by nobody else', async () => {
    const { acme, hack, track, path } = await staged();
    const [mia, judy, ada, nobody] = [
      await world.member(acme, 'MEMBER'),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await world.role(judy, await world.track(hack), 'JUDGE');
    await world.registered(ada, track, 'pending');
    for (const person of [mia, judy, ada]) expect((await world.as(person, acme).get(path)).status).toBe(200);
    expect(await world.as(nobody, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
    const other = await staged();
    expect(await other.api.get(`/events/${track.id}/roles`)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('Assigning a role', () => {
  it.each(['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'])('gives it: %s', async (role) => {
    const { acme, olga, track, assign, list } = await staged();
    const ada = await world.person();
    const answer = await assign(ada.id, role);
    expect([answer.status, answer.body]).toEqual([
      201,
      { success: true, data: { user_id: ada.id, event_id: track.id, role } },
    ]);
    expect((await list()).roles).toEqual([{ user_id: ada.id, role, name: ada.name }]);
    expect(await audited(acme)).toEqual([
      {
        action: 'events.assignRole',
        user_id: olga.id,
        ids: { event_id: track.id, user_id: ada.id },
        before: {},
        after: { role },
      },
    ]);
  });

  it('that somebody has answers the same again, and changes nothing', async () => {
    const { acme, assign, list } = await staged();
    const ada = await world.person();
    const first = await assign(ada.id);
    const again = await assign(ada.id);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await list()).count).toBe(1);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('many times at once gives it once', async () => {
    const { acme, assign, list } = await staged();
    const ada = await world.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => assign(ada.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect((await list()).count).toBe(1);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('counts from the next request on', async () => {
    const { acme, assign, path } = await staged();
    const [ada, bob] = [await world.person(), await world.person()];
    const body = { user_id: bob.id, role: 'JUDGE' };
    expect(await world.as(ada, acme).post(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
    await assign(ada.id, 'ORGANIZER');
    expect((await world.as(ada, acme).post(path, body)).status).toBe(201);
  });

  it('to nobody is refused', async () => {
    const { acme, assign } = await staged();
    expect(await assign(crypto.randomUUID())).toBeRefused(404, 'NOT_FOUND');
    expect(await audited(acme)).toEqual([]);
  });

  it.each([
    ['user_id', undefined, 'JUDGE'],
    ['user_id', null, 'JUDGE'],
    ['user_id', 'ada', 'JUDGE'],
    ['user_id', 7, 'JUDGE'],
    ['role', 'ada', null],
    ['role', 'ada', 'judge'],
    ['role', 'ada', 'TECH_PARTNER'],
    ['role', 'ada', 'OWNER'],
  ])('is refused for its %s: %j, %j', async (field, user, role) => {
    const { assign } = await staged();
    const user_id = user === 'ada' && field === 'role' ? (await world.person()).id : user;
    expect(await assign(user_id, role)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
  });

  it('takes the track from the path, whatever the body says', async () => {
    const { hack, assign, track, api, path } = await staged();
    const [neighbour, ada] = [await world.track(hack), await world.person()];
    const body = { eventId: neighbour.id, event_id: neighbour.id, user_id: ada.id, role: 'JUDGE' };
    const answer = await api.post(path, body, lenient);
    expect(answer.body.data.event_id).toBe(track.id);
    expect((await assign(ada.id)).status).toBe(200);
  });
});

describe('Removing a role', () => {
  it('takes that one and leaves the others', async () => {
    const { acme, olga, track, assign, remove, list } = await staged();
    const ada = await world.person();
    await assign(ada.id, 'JUDGE');
    await assign(ada.id, 'MENTOR');
    const answer = await remove(ada.id, 'JUDGE');
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { deleted: true } }]);
    expect((await list()).roles).toEqual([{ user_id: ada.id, role: 'MENTOR', name: ada.name }]);
    expect(await audited(acme)).toContainEqual({
      action: 'events.removeRole',
      user_id: olga.id,
      ids: { event_id: track.id, user_id: ada.id, role: 'JUDGE' },
      before: { role: 'JUDGE' },
      after: {},
    });
  });

  it('counts from the next request on', async () => {
    const { acme, track, remove, path } = await staged();
    const ada = await world.person();
    await world.role(ada, track, 'ORGANIZER');
    expect((await world.as(ada, acme).get(path)).status).toBe(200);
    await remove(ada.id, 'ORGANIZER');
    expect(await world.as(ada, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is done once by many at the same time', async () => {
    const { acme, track, remove } = await staged();
    const ada = await world.person();
    await world.role(ada, track, 'JUDGE');
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(ada.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('that is not held finds nothing', async () => {
    const { hack, remove, assign } = await staged();
    const ada = await world.person();
    await world.role(ada, await world.track(hack), 'JUDGE');
    await assign(ada.id, 'MENTOR');
    for (const [user, role] of [
      [ada.id, 'JUDGE'],
      [ada.id, 'mentor'],
      [ada.id, 'BOSS'],
      [crypto.randomUUID(), 'MENTOR'],
      ['ada', 'MENTOR'],
    ] as const) {
      expect(await remove(user, role)).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('A person who may give and take roles', () => {
  it.each(['OWNER', 'ADMIN', 'MEMBER', 'ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'] as const)('%s', async (who) => {
    const { acme, track, path } = await staged();
    const isMember = who === 'OWNER' || who === 'ADMIN' || who === 'MEMBER';
    const person = isMember ? await world.member(acme, who) : await world.person();
    if (!isMember) await world.role(person, track, who);
    const api = world.as(person, acme);
    const ada = await world.person();
    const answers = [
      await api.post(path, { user_id: ada.id, role: 'JUDGE' }),
      await api.del(`${path}/${ada.id}/JUDGE`),
    ];
    const may = ['OWNER', 'ADMIN', 'ORGANIZER'].includes(who);
    expect(answers.map(({ status }) => status)).toEqual(may ? [201, 200] : [403, 403]);
    if (!may) for (const answer of answers) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is not the organizer of the neighbouring track', async () => {
    const { acme, hack, path } = await staged();
    const orga = await world.person();
    await world.role(orga, await world.track(hack), 'ORGANIZER');
    const body = { user_id: orga.id, role: 'ORGANIZER' };
    expect(await world.as(orga, acme).post(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is nobody from elsewhere, and nobody without a key', async () => {
    const [here, there] = [await staged(), await staged()];
    const ada = await world.person();
    await here.assign(ada.id);
    const body = { user_id: ada.id, role: 'JUDGE' };
    expect(await there.api.post(`/events/${here.track.id}/roles`, body)).toBeRefused(404, 'NOT_FOUND');
    expect(await there.api.del(`/events/${here.track.id}/roles/${ada.id}/JUDGE`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().post(here.path, body)).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await here.list()).count).toBe(1);
  });

  it('is nobody on a track that is deleted', async () => {
    const { track, assign, remove } = await staged();
    const ada = await world.person();
    await world.rows`update events.track set deleted_at = now() where id = ${track.id}`;
    expect(await assign(ada.id)).toBeRefused(404, 'NOT_FOUND');
    expect(await remove(ada.id)).toBeRefused(404, 'NOT_FOUND');
  });
});
