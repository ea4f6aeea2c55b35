import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function owned(columns: Record<string, unknown> = {}) {
  const acme = await world.organization(columns);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const update = (body: unknown) => api.patch(`/organizations/${acme.id}`, body);
  return { acme, olga, api, update };
}
const audited = (organization: { id: string }) => world.rows<Record<string, unknown>>`
  select action, user_id, ids, before, after from organizations.audit
   where organization_id = ${organization.id} order by at, id`;

describe('An organization', () => {
  it('gets another name and another slug, and is found under it', async () => {
    const { acme, api } = await owned();
    const slug = `renamed-${acme.slug}`;
    const answer = await api.patch(`/organizations/${acme.slug}`, { name: '  New Acme ', slug });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { id: acme.id, name: 'New Acme', slug } });
    expect((await api.get(`/organizations/${slug}`)).body.data.organization).toMatchObject(answer.body.data);
    expect(await api.get(`/organizations/${acme.slug}`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('keeps what is not given', async () => {
    const { acme, update } = await owned();
    expect((await update({ name: 'Only the name' })).body.data).toEqual({
      id: acme.id,
      name: 'Only the name',
      slug: acme.slug,
    });
    expect((await update({})).body.data).toMatchObject({ name: 'Only the name', slug: acme.slug });
  });

  it('leaves only what changed in the audit, and nothing where nothing did', async () => {
    const { acme, olga, update } = await owned();
    await update({ name: 'Audited', slug: acme.slug });
    await update({ name: 'Audited' });
    expect(await audited(acme)).toEqual([
      {
        action: 'organizations.update',
        user_id: olga.id,
        ids: { organization_id: acme.id },
        before: { name: acme.name },
        after: { name: 'Audited' },
      },
    ]);
  });

  it('takes no more than its name and slug', async () => {
    const { acme, update } = await owned({ can_create_events: false });
    await update({ id: crypto.randomUUID(), can_create_events: true, created_at: '2001-01-01T00:00:00Z' });
    const [row] = await world.rows`select id, can_create_events from organizations.organization where id = ${acme.id}`;
    expect(row).toEqual({ id: acme.id, can_create_events: false });
  });

  it.each([
    ['name', 'x'],
    ['name', '  x  '],
    ['name', 'x'.repeat(101)],
    ['name', 7],
    ['name', null],
    ['slug', ''],
    ['slug', 'With Spaces'],
    ['slug', 'Upper'],
    ['slug', '-edge-'],
    ['slug', 'two--hyphens'],
    ['slug', 'ümlaut'],
    ['slug', 'x'.repeat(101)],
    ['slug', null],
    ['slug', '0a0a0a0a-0a0a-0a0a-0a0a-0a0a0a0a0a0a'],
  ])('refuses a %s of %j', async (field, value) => {
    const { acme, update } = await owned();
    expect(await update({ [field]: value })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
    expect(await audited(acme)).toEqual([]);
  });

  it('is told everything that is wrong at once', async () => {
    const { update } = await owned();
    const { errors } = (await update({ name: 'x', slug: 'X' })).body;
    expect(errors?.map(({ field }) => field)).toEqual(['name', 'slug']);
  });

  it('takes names and slugs at their limits', async () => {
    const { update } = await owned();
    for (const name of ['xy', 'x'.repeat(100)]) expect((await update({ name })).body.data.name).toBe(name);
    for (const slug of ['7', 'y'.repeat(100)]) expect((await update({ slug })).body.data.slug).toBe(slug);
  });
});

describe('A slug that another organization has', () => {
  it('is refused, and the name beside it stays as well', async () => {
    const { acme, update } = await owned();
    const other = await world.organization();
    expect(await update({ name: 'Not this', slug: other.slug })).toBeRefused(409, 'SLUG_TAKEN');
    const [row] = await world.rows`select name, slug from organizations.organization where id = ${acme.id}`;
    expect(row).toEqual({ name: acme.name, slug: acme.slug });
    expect(await audited(acme)).toEqual([]);
  });

  it('goes to one of many who ask for it at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => owned()));
    const answers = await Promise.all(all.map(({ update }) => update({ slug: 'wanted-by-all' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) expect(answer).toBeRefused(409, 'SLUG_TAKEN');
  });
});

describe('A slug that another organization had', () => {
  async function renamed() {
    const former = await owned();
    await former.update({ slug: `renamed-${former.acme.slug}` });
    return { former, slug: former.acme.slug };
  }
  const age = (slug: string, days: number) =>
    world.rows`update organizations.slug set retired_at = now() - make_interval(days => ${days}) where slug = ${slug}`;

  it('is taken for 30 days, and then free', async () => {
    const [{ slug }, { update }] = [await renamed(), await owned()];
    expect(await update({ slug })).toBeRefused(409, 'SLUG_TAKEN');
    await age(slug, 29);
    expect(await update({ slug })).toBeRefused(409, 'SLUG_TAKEN');
    await age(slug, 31);
    expect((await update({ slug })).body.data.slug).toBe(slug);
  });

  it('is given back to the one that had it', async () => {
    const { former, slug } = await renamed();
    expect((await former.update({ slug })).body.data.slug).toBe(slug);
    expect((await former.update({ slug: `${slug}-again` })).status).toBe(200);
    expect((await former.update({ slug })).status).toBe(200);
  });

  it('is not caught in the moment in which it is left', async () => {
    const [former, ...others] = await Promise.all(Array.from({ length: 6 }, () => owned()));
    const slug = former?.acme.slug ?? '';
    const [left, ...caught] = await Promise.all([
      former?.update({ slug: `left-${slug}` }),
      ...others.map(({ update }) => update({ slug })),
    ]);
    expect(left?.status).toBe(200);
    for (const answer of caught) expect(answer).toBeRefused(409, 'SLUG_TAKEN');
  });
});

describe('Updating an organization', () => {
  it.each([
    ['OWNER', 200],
    ['ADMIN', 200],
    ['MEMBER', 403],
  ] as const)('by its %s answers %i', async (role, status) => {
    const acme = await world.organization();
    const answer = await world
      .as(await world.member(acme, role), acme)
      .patch(`/organizations/${acme.id}`, { name: 'By somebody' });
    expect(answer.status).toBe(status);
  });

  it('is not for organizers of its tracks, strangers or other organizations', async () => {
    const { acme } = await owned();
    const other = await owned();
    const orga = await world.person();
    await world.role(orga, await world.track(await world.superEvent(acme)), 'ORGANIZER');
    const body = { name: 'Hijacked' };
    expect(await world.as(orga, acme).patch(`/organizations/${acme.id}`, body)).toBeRefused(403, 'PERMISSION_DENIED');
    for (const reference of [acme.id, acme.slug, 'nobody', crypto.randomUUID()]) {
      expect(await other.api.patch(`/organizations/${reference}`, body)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().patch(`/organizations/${acme.id}`, body)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('answers a repeat with the same key as it answered the first time', async () => {
    const { acme, api } = await owned();
    const headers = { 'Idempotency-Key': 'rename-once' };
    const send = (name: string) => api.patch(`/organizations/${acme.id}`, { name }, { headers });
    const first = await send('Once');
    await api.patch(`/organizations/${acme.id}`, { name: 'Meanwhile' });
    const again = await send('Once');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await send('Twice')).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await audited(acme)).toHaveLength(2);
  });
});
