import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Entry {
  action: string;
  at: string;
  ids: Record<string, unknown>;
}

/** Entries of two services, as their writes leave them: one an hour from 2030 on, newest last. */
async function kept(organization: { id: string }, actor: string, count = 6): Promise<void> {
  for (let hour = 0; hour < count; hour++) {
    const at = new Date(Date.UTC(2030, 0, 1, hour)).toISOString();
    const [ids, before, after] = [{ number: hour }, { n: hour }, { n: hour + 1 }].map((value) => JSON.stringify(value));
    await (hour % 2 === 0
      ? world.rows`insert into events.audit (at, organization_id, user_id, key_id, action, ids, before, after, request_id)
                   values (${at}, ${organization.id}, ${actor}, 'kiosk', 'events.updateTrack', ${ids}, ${before}, ${after}, 'r1')`
      : world.rows`insert into check_in.audit (at, organization_id, action, ids, before, after)
                   values (${at}, ${organization.id}, 'check-in.annul', ${ids}, ${before}, ${after})`);
  }
}

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  await kept(acme, olga.id);
  const list = async (query = '') =>
    (await world.as(olga, acme).get(`/organizations/${acme.slug}/audit${query}`)).body.data;
  const numbers = async (query = '') => (await list(query)).entries.map((entry: Entry) => entry.ids.number) as number[];
  return { acme, olga, list, numbers };
}

describe('The audit of an organization', () => {
  it('has what was changed in every service, newest first, with exactly the promised fields', async () => {
    const { olga, list, numbers } = await opened();
    expect(await numbers()).toEqual([5, 4, 3, 2, 1, 0]);
    const { entries, pagination } = await list();
    expect(pagination).toEqual({ total: 6, limit: 50, offset: 0, has_more: false });
    expect(entries[1]).toEqual({
      id: expect.any(String),
      at: '2030-01-01T04:00:00.000Z',
      user_id: olga.id,
      key_id: 'kiosk',
      session_id: null,
      action: 'events.updateTrack',
      ids: { number: 4 },
      before: { n: 4 },
      after: { n: 5 },
      request_id: 'r1',
    });
    expect(entries[0]).toMatchObject({ user_id: null, key_id: null, request_id: null });
  });

  it('is cut into slices that neither repeat nor skip', async () => {
    const { list, numbers } = await opened();
    expect(await numbers('?limit=2')).toEqual([5, 4]);
    expect(await numbers('?limit=2&offset=2')).toEqual([3, 2]);
    expect((await list('?limit=2&offset=2')).pagination).toEqual({ total: 6, limit: 2, offset: 2, has_more: true });
    expect((await list('?limit=2&offset=4')).pagination.has_more).toBe(false);
    expect(await list('?offset=100')).toEqual({
      entries: [],
      pagination: { total: 6, limit: 50, offset: 100, has_more: false },
    });
  });

  it('can be asked for one actor, one action and a stretch of time that begins included and ends excluded', async () => {
    const { olga, list, numbers } = await opened();
    expect(await numbers(`?actor=${olga.id}`)).toEqual([4, 2, 0]);
    expect(await numbers('?action=check-in.annul')).toEqual([5, 3, 1]);
    expect(await numbers('?since=2030-01-01T04:00:00Z')).toEqual([5, 4]);
    expect(await numbers('?until=2030-01-01T02:00:00Z')).toEqual([1, 0]);
    expect(await numbers('?since=2030-01-01T03:00:00%2B02:00&until=2030-01-01T04:00:00Z')).toEqual([3, 2, 1]);
    expect((await list(`?actor=${olga.id}&action=check-in.annul`)).pagination.total).toBe(0);
  });

  it('tells who accepted somebody, and what changed, without a token', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    const ada = await world.person();
    const track = await world.track(await world.superEvent(acme));
    const place = await world.registered(ada, track, 'pending');
    const api = world.as(olga, acme);
    await api.patch(
      `/registrations/${place.id}/status`,
      { status: 'accepted' },
      { headers: { 'X-Request-ID': 'by-olga' } },
    );
    const { entries } = (await api.get(`/organizations/${acme.id}/audit`)).body.data;
    expect(entries.map(({ ids, before, after }: Record<string, unknown>) => ({ ids, before, after }))).toEqual(
      expect.arrayContaining([
        {
          ids: { registration_id: place.id, user_id: ada.id, event_id: track.id },
          before: { status: 'pending' },
          after: { status: 'accepted' },
        },
        {
          ids: { super_event_registration_id: place.parent.id, user_id: ada.id },
          before: { status: 'pending' },
          after: { status: 'accepted' },
        },
      ]),
    );
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({ user_id: olga.id, action: 'registrations.updateStatus', request_id: 'by-olga' });
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'actor=ada', 'since=yesterday', 'until=2030-01-01'])(
    'refuses %s',
    async (query) => {
      const { olga, acme } = await opened();
      expect(await world.as(olga, acme).get(`/organizations/${acme.slug}/audit?${query}`)).toBeRefused(
        400,
        'VALIDATION_FAILED',
        { errors: [expect.objectContaining({ field: query.split('=')[0] })] },
      );
    },
  );

  it('is for those who administer', async () => {
    const acme = await world.organization();
    const path = `/organizations/${acme.slug}/audit`;
    const [adam, mia] = [await world.member(acme, 'ADMIN'), await world.member(acme, 'MEMBER')];
    expect((await world.as(adam, acme).get(path)).status).toBe(200);
    expect(await world.as(mia, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is that of one organization only', async () => {
    const { acme } = await opened();
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    expect((await world.as(otto, other).get(`/organizations/${other.id}/audit`)).body.data.entries).toEqual([]);
    expect(await world.as(otto, other).get(`/organizations/${acme.id}/audit`)).toBeRefused(404, 'NOT_FOUND');
  });
});
