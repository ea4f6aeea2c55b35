import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registrationStatuses } from '../../../shared/contract/vocabulary.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Row {
  columns?: Record<string, unknown>;
  person?: Record<string, unknown>;
}

/** A track with these people on it, registered one hour after the other, and its list as a member reads it. */
async function trackOf(...people: (Row & { name: string | null })[]) {
  const acme = await world.organization();
  const mia = await world.member(acme, 'MEMBER');
  const track = await world.track(await world.superEvent(acme));
  for (const [hour, { name, columns, person }] of people.entries()) {
    const created_at = new Date(Date.UTC(2027, 0, 1, hour)).toISOString();
    await world.registered(await world.person({ name, ...person }), track, 'accepted', { created_at, ...columns });
  }
  const list = async (query = '') =>
    (await world.as(mia, acme).get(`/events/${track.slug}/registrations${query}`)).body.data;
  const names = async (query = '') =>
    (await list(query)).registrations.map(({ name }: { name: string }) => name) as string[];
  return { acme, mia, track, list, names };
}

describe('The registrations of a track', () => {
  it('have exactly the promised fields, and no token', async () => {
    const columns = { evaluation_score: 8.5, evaluation_recommendation: 'accept' };
    const { track, list } = await trackOf({ name: 'Ada', columns }, { name: 'Bob' });
    const { registrations, pagination } = await list();
    expect(registrations).toEqual([
      {
        id: expect.any(String),
        event_id: track.id,
        user_id: expect.any(String),
        status: 'accepted',
        name: 'Bob',
        email: expect.any(String),
        evaluation_score: null,
        evaluation_recommendation: null,
      },
      expect.objectContaining({ name: 'Ada', ...columns }),
    ]);
    expect(pagination).toEqual({ page: 1, limit: 50, total: 2, totalPages: 1 });
  });

  it('are those of this track only, and none where nobody registered', async () => {
    const { acme, mia, track, names } = await trackOf({ name: 'Ada' });
    const other = await world.track({ ...track, id: track.super_event_id });
    expect(await names()).toEqual(['Ada']);
    expect((await world.as(mia, acme).get(`/events/${other.id}/registrations`)).body.data).toEqual({
      registrations: [],
      pagination: { page: 1, limit: 50, total: 0, totalPages: 0 },
    });
  });

  it('are found through the slug and the UUID of the track', async () => {
    const { acme, mia, track } = await trackOf({ name: 'Ada' });
    for (const reference of [track.id, track.slug]) {
      const { body } = await world.as(mia, acme).get(`/events/${reference}/registrations`);
      expect(body.data.pagination.total).toBe(1);
    }
  });
});

describe('A page of them', () => {
  it('neither repeats nor skips anybody, also where all have the same age', async () => {
    const columns = { created_at: '2027-01-01T00:00:00Z' };
    const { list } = await trackOf(...['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, columns })));
    for (const sort of ['', '&sort_order=asc', '&sort_by=score', '&sort_by=score&sort_order=asc']) {
      const ids = [];
      for (const page of [1, 2, 3]) {
        const { registrations, pagination } = await list(`?limit=2&page=${page}${sort}`);
        expect(pagination).toEqual({ page, limit: 2, total: 5, totalPages: 3 });
        ids.push(...registrations.map(({ id }: { id: string }) => id));
      }
      expect(ids).toEqual([...new Set(ids)].sort());
      expect(ids).toHaveLength(5);
    }
  });

  it('past the last one is empty and still tells the total', async () => {
    const { list } = await trackOf({ name: 'Ada' });
    expect(await list('?page=9')).toEqual({
      registrations: [],
      pagination: { page: 9, limit: 50, total: 1, totalPages: 1 },
    });
  });

  it.each([
    'page=0',
    'page=1.5',
    'limit=0',
    'limit=101',
    'limit=many',
    'status=lost',
    'sort_by=email',
    'sort_order=up',
    `search=${'x'.repeat(101)}`,
  ])('is refused for %s', async (query) => {
    const { acme, mia, track } = await trackOf();
    const answer = await world.as(mia, acme).get(`/events/${track.id}/registrations?${query}`);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: query.split('=')[0] })],
    });
  });

  it('has up to a hundred', async () => {
    const { list } = await trackOf({ name: 'Ada' });
    expect((await list('?limit=100')).pagination.limit).toBe(100);
  });
});

describe('Sorting them', () => {
  it('by age is the default, newest first', async () => {
    const { names } = await trackOf({ name: 'first' }, { name: 'second' }, { name: 'third' });
    expect(await names()).toEqual(['third', 'second', 'first']);
    expect(await names('?sort_by=created_at&sort_order=asc')).toEqual(['first', 'second', 'third']);
  });

  it('by name knows neither case nor accents, and takes the address of who said none', async () => {
    const { names } = await trackOf(...['bob', 'Élan', 'Ada', 'Dora', 'fay'].map((name) => ({ name })), {
      name: null,
      person: { email: 'carl@north.test' },
    });
    const sorted = ['Ada', 'bob', 'carl', 'Dora', 'Élan', 'fay'];
    expect(await names('?sort_by=name&sort_order=asc')).toEqual(sorted);
    expect(await names('?sort_by=name')).toEqual(sorted.toReversed());
  });

  it('by score has those without one last both ways', async () => {
    const scored = [3, null, 10, -1.5].map((evaluation_score) => ({
      name: String(evaluation_score),
      columns: { evaluation_score },
    }));
    const { names } = await trackOf(...scored);
    expect(await names('?sort_by=score')).toEqual(['10', '3', '-1.5', 'null']);
    expect(await names('?sort_by=score&sort_order=asc')).toEqual(['-1.5', '3', '10', 'null']);
  });
});

describe('Choosing among them', () => {
  it.each(registrationStatuses)('by status %s', async (status) => {
    const { list } = await trackOf(...registrationStatuses.map((one) => ({ name: one, columns: { status: one } })));
    const { registrations, pagination } = await list(`?status=${status}`);
    expect(registrations).toEqual([expect.objectContaining({ name: status, status })]);
    expect(pagination).toMatchObject({ total: 1, totalPages: 1 });
  });

  it('by a part of the name or the email, without case and accents', async () => {
    const { names } = await trackOf(
      { name: 'Zoë Ørsted', person: { email: 'zoe@north.test' } },
      { name: 'Bob', person: { email: 'bob.zoeller@south.test' } },
      { name: 'Ann North' },
    );
    expect(await names('?search=ZOE')).toEqual(['Bob', 'Zoë Ørsted']);
    expect(await names('?search=orst')).toEqual(['Zoë Ørsted']);
    expect(await names(`?search=${encodeURIComponent('zoë')}`)).toEqual(['Bob', 'Zoë Ørsted']);
    expect(await names('?search=north&sort_by=name&sort_order=asc')).toEqual(['Ann North', 'Zoë Ørsted']);
    expect(await names('?search=nobody')).toEqual([]);
  });

  it.each(['%', '_', '\\', '％', "'", 'a%b', '.*'])('takes %s for what it is', async (search) => {
    const { list } = await trackOf({ name: 'Plain' }, { name: `with ${search} inside` }, { name: 'a-b' });
    const { registrations, pagination } = await list(`?search=${encodeURIComponent(search)}`);
    expect(registrations.map(({ name }: { name: string }) => name)).toEqual([`with ${search} inside`]);
    expect(pagination.total).toBe(1);
  });

  it('finds each word in the name or the email, and none that begins in one and ends in the other', async () => {
    const { names } = await trackOf({ name: 'Ada', person: { email: 'bob@x.test' } });
    expect(await names('?search=x.test%20ada')).toEqual(['Ada']);
    expect(await names('?search=adabob')).toEqual([]);
  });

  it('by nothing at all leaves everybody', async () => {
    const { names } = await trackOf({ name: 'Ada' });
    expect(await names('?search=%20')).toEqual(['Ada']);
  });

  it('by search and status together, in pages', async () => {
    const { list } = await trackOf(
      ...['Ann 1', 'Ann 2', 'Ann 3'].map((name) => ({ name })),
      { name: 'Ann 4', columns: { status: 'pending' } },
      { name: 'Bob' },
    );
    const { registrations, pagination } = await list(
      '?search=ann&status=accepted&sort_by=name&sort_order=asc&limit=2&page=2',
    );
    expect(registrations.map(({ name }: { name: string }) => name)).toEqual(['Ann 3']);
    expect(pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
  });
});

describe('A person who may list them', () => {
  it.each(['ORGANIZER', 'MENTOR', 'JUDGE'] as const)('is a %s of the track, not of another one', async (role) => {
    const { acme, track } = await trackOf({ name: 'Ada' });
    const other = await world.track({ ...track, id: track.super_event_id });
    const judy = await world.person();
    await world.role(judy, track, role);
    expect((await world.as(judy, acme).get(`/events/${track.id}/registrations`)).status).toBe(200);
    expect(await world.as(judy, acme).get(`/events/${other.id}/registrations`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is nobody who only takes part, and nobody else', async () => {
    const { acme, track } = await trackOf();
    const [ada, bob] = [await world.person(), await world.person()];
    await world.registered(ada, track);
    await world.role(ada, track, 'PARTICIPANT');
    for (const person of [ada, bob]) {
      const answer = await world.as(person, acme).get(`/events/${track.id}/registrations`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
    expect(await world.stranger().get(`/events/${track.id}/registrations`)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is nobody of another organization', async () => {
    const { track, mia, acme } = await trackOf();
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    expect(await world.as(otto, other).get(`/events/${track.id}/registrations`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(mia, acme).get('/events/nothing/registrations')).toBeRefused(404, 'NOT_FOUND');
  });
});
