import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function owned(role: 'OWNER' | 'ADMIN' = 'OWNER') {
  const acme = await world.organization();
  const olga = await world.member(acme, role);
  const api = world.as(olga, acme);
  const add = (body: unknown) => api.post(`/organizations/${acme.slug}/members`, body);
  return { acme, olga, api, add };
}
const membership = async (organization: { id: string }, { id }: { id: string }) =>
  (
    await world.rows<{ id: string; role: string }>`
      select id, role from organizations.member where organization_id = ${organization.id} and user_id = ${id}`
  )[0];
const audited = (organization: { id: string }) => world.rows<Record<string, unknown>>`
  select action, user_id, ids, before, after from organizations.audit where organization_id = ${organization.id}`;

describe('Adding a member', () => {
  it('by id makes them a MEMBER and answers the membership', async () => {
    const { acme, olga, add } = await owned();
    const ada = await world.person();
    const answer = await add({ user_id: ada.id });
    expect(answer.status).toBe(201);
    const { id = '' } = (await membership(acme, ada)) ?? {};
    expect(answer.body).toEqual({ success: true, data: { id, user_id: ada.id, role: 'MEMBER' } });
    expect(await audited(acme)).toEqual([
      {
        action: 'organizations.addMember',
        user_id: olga.id,
        ids: { user_id: ada.id },
        before: {},
        after: { role: 'MEMBER' },
      },
    ]);
  });

  it.each(['ADA@', ' ada@'])('by email takes it however it is written: %j', async (local) => {
    const { acme, add } = await owned();
    const email = `ada@${crypto.randomUUID()}.test`;
    const ada = await world.person({ email });
    const answer = await add({ email: email.replace('ada@', local), role: 'ADMIN' });
    expect([answer.status, answer.body.data.user_id]).toEqual([201, ada.id]);
    expect(await membership(acme, ada)).toMatchObject({ role: 'ADMIN' });
  });

  it('by id and email needs both to be of one person', async () => {
    const { add } = await owned();
    const [ada, bob] = [await world.person(), await world.person()];
    expect(await add({ user_id: ada.id, email: bob.email })).toBeRefused(404, 'NOT_FOUND');
    expect((await add({ user_id: ada.id, email: ada.email })).status).toBe(201);
  });

  it('lets them in at once', async () => {
    const { acme, add } = await owned();
    const ada = await world.person();
    const path = `/organizations/${acme.id}`;
    expect((await world.as(ada, acme).get(path)).status).toBe(403);
    await add({ user_id: ada.id });
    expect((await world.as(ada, acme).get(path)).status).toBe(200);
  });

  it.each(['OWNER', 'ADMIN', 'MEMBER'] as const)('as %s can be done by an OWNER', async (role) => {
    const { add } = await owned();
    expect((await add({ user_id: (await world.person()).id, role })).body.data.role).toBe(role);
  });

  it.each([
    ['OWNER', 403],
    ['ADMIN', 201],
    ['MEMBER', 201],
  ] as const)('as %s by an ADMIN answers %i', async (role, status) => {
    const { acme, add } = await owned('ADMIN');
    const ada = await world.person();
    const answer = await add({ user_id: ada.id, role });
    expect(answer.status).toBe(status);
    if (status === 403) {
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
      expect(await membership(acme, ada)).toBeUndefined();
    }
  });
});

describe('Somebody who is a member already', () => {
  it('stays the same member when added again as the same', async () => {
    const { acme, add } = await owned();
    const ada = await world.person();
    const first = await add({ user_id: ada.id });
    const again = await add({ email: ada.email, role: 'MEMBER' });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('is not given another role by being added', async () => {
    const { acme, add } = await owned();
    const adam = await world.member(acme, 'ADMIN');
    expect(await add({ user_id: adam.id })).toBeRefused(409, 'ALREADY_MEMBER', { user_id: adam.id, role: 'ADMIN' });
    expect(await membership(acme, adam)).toMatchObject({ role: 'ADMIN' });
    expect(await audited(acme)).toEqual([]);
  });

  it('is made one once by many at the same time', async () => {
    const { acme, add } = await owned();
    const ada = await world.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ user_id: ada.id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await audited(acme)).toHaveLength(1);
  });

  it('may be a member elsewhere as well', async () => {
    const [here, there] = [await owned(), await owned()];
    const ada = await world.person();
    const answers = [await here.add({ user_id: ada.id }), await there.add({ user_id: ada.id, role: 'ADMIN' })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await membership(here.acme, ada)).toMatchObject({ role: 'MEMBER' });
  });
});

describe('Adding nobody', () => {
  it.each([
    ['an unknown id', { user_id: '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a' }],
    ['an unknown address', { email: 'nobody@x.test' }],
    ['an unknown id as OWNER', { user_id: '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a', role: 'OWNER' }],
  ])('by %s is refused', async (_what, body) => {
    const { add } = await owned('ADMIN');
    expect(await add(body)).toBeRefused(404, 'NOT_FOUND');
  });

  it.each([
    ['user_id', {}],
    ['user_id', { role: 'ADMIN' }],
    ['user_id', { user_id: 'ada' }],
    ['user_id', { user_id: null }],
    ['email', { email: 'ada' }],
    ['email', { email: 7 }],
    ['role', { email: 'ada@x.test', role: 'BOSS' }],
    ['role', { email: 'ada@x.test', role: 'member' }],
  ])('is refused for its %s: %j', async (field, body) => {
    const { add } = await owned();
    expect(await add(body)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
  });
});

describe('A person who may not administer', () => {
  it('adds nobody, themselves included', async () => {
    const { acme } = await owned();
    const other = await owned();
    const [mia, ada] = [await world.member(acme, 'MEMBER'), await world.person()];
    const path = `/organizations/${acme.id}/members`;
    for (const person of [mia, ada]) {
      const body = { user_id: ada.id };
      expect(await world.as(person, acme).post(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    expect(await other.api.post(path, { user_id: ada.id })).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().post(path, { user_id: ada.id })).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await membership(acme, ada)).toBeUndefined();
  });
});
