import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { lenient, type Client } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import { impact, openCriteria, type Criteria } from '../../support/judging/criteria.ts';
import { Jury } from '../../support/judging/jury.ts';

let here: Criteria;
beforeAll(async () => {
  here = await openCriteria();
});
afterAll(() => here.world.close());

describe('Adding a criterion', () => {
  it('keeps everything of it, and answers 201 with all of it', async () => {
    const track = await here.track();
    const answer = await here.create(track);
    expect(answer.status).toBe(201);
    const criterion = { id: expect.any(String), event_id: track.id, ...impact };
    expect(answer.body).toEqual({ success: true, data: { criterion } });
    expect(await here.list(track)).toEqual({ criteria: [answer.body.data.criterion], count: 1 });
    const places = await here.world.rows`
      select organization_id, super_event_id from judging.criterion where event_id = ${track.id}`;
    expect(places).toEqual([{ organization_id: here.acme.id, super_event_id: track.super_event_id }]);
  });

  it('needs no description, trims the name, and ignores what it does not know', async () => {
    const track = await here.track();
    const sent = { name: ' Craft ', weight: 0, order_index: -1.5, id: 'mine', event_id: 'theirs' };
    const answer = await here.create(track, sent, lenient);
    expect(answer.body.data.criterion).toEqual({
      ...{ id: expect.any(String), event_id: track.id, name: 'Craft', description: null, weight: 0, order_index: -1.5 },
    });
    expect((await here.create(track, { ...impact, description: null })).body.data.criterion.description).toBeNull();
  });

  it('takes the slug of the track as well', async () => {
    const track = await here.track();
    expect((await here.olga.post(`/events/${track.slug}/criteria`, impact)).body.data.criterion.event_id).toBe(
      track.id,
    );
  });

  it.each([
    [0.1 + 0.2, 0.3],
    [0.333_334_9, 0.333_334_9],
    [1 / 3, 0.333_333_333_3],
    [0.000_000_000_04, 0],
    [1, 1],
  ])('keeps a weight of %d as %d', async (weight, kept) => {
    const track = await here.track();
    expect((await here.create(track, { ...impact, weight })).body.data.criterion.weight).toBe(kept);
    expect((await here.list(track)).criteria).toMatchObject([{ weight: kept }]);
    expect(await here.total(track)).toBe(kept);
  });

  it.each([
    ['name', { weight: 0.1, order_index: 1 }],
    ['weight', { name: 'Impact', order_index: 1 }],
    ['order_index', { name: 'Impact', weight: 0.1 }],
    ['name', { ...impact, name: ' ' }],
    ['name', { ...impact, name: 'x'.repeat(101) }],
    ['name', { ...impact, name: 7 }],
    ['name', { ...impact, name: null }],
    ['description', { ...impact, description: 7 }],
    ['description', { ...impact, description: 'x'.repeat(2_001) }],
    ['weight', { ...impact, weight: '0.5' }],
    ['weight', { ...impact, weight: null }],
    ['weight', { ...impact, weight: -0.000_01 }],
    ['weight', { ...impact, weight: 1.000_02 }],
    ['order_index', { ...impact, order_index: 'first' }],
    ['order_index', { ...impact, order_index: null }],
    ['order_index', { ...impact, order_index: 1e10 }],
  ])('refuses a wrong or missing %s: %j', async (field, body) => {
    const track = await here.track();
    expect(await here.create(track, body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
    expect((await here.list(track)).count).toBe(0);
  });

  it('tells of everything that is wrong at once', async () => {
    const answer = await here.create(await here.track(), { weight: 2 });
    expect(answer.body.errors?.map(({ field }) => field).sort()).toEqual(['name', 'order_index', 'weight']);
  });

  it('is refused where the weights would pass 1, which changes nothing', async () => {
    const { track } = await here.made();
    const answer = await here.create(track, { ...impact, weight: 0.400_02 });
    expect(answer).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED', { current_total: 0.6, attempted_total: 1.000_02 });
    expect((await here.list(track)).count).toBe(1);
    expect((await here.create(track, { ...impact, weight: 0.4 })).status).toBe(201);
    expect(await here.total(track)).toBe(1);
    expect((await here.create(track, { ...impact, weight: 0 })).status).toBe(201);
    expect(await here.create(track, { ...impact, weight: 0.000_02 })).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED');
  });

  it('is exact: ten times 0.1 is 1', async () => {
    const track = await here.track();
    for (let n = 0; n < 10; n++) expect((await here.create(track, { ...impact, weight: 0.1 })).status).toBe(201);
    expect(await here.total(track)).toBe(1);
    expect(await here.create(track, { ...impact, weight: 0.1 })).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED', {
      current_total: 1,
      attempted_total: 1.1,
    });
  });

  it.each([6, 7])('takes %i equal parts of 1, however they are rounded', async (parts) => {
    const track = await here.track();
    for (const weight of Array<number>(parts).fill(1 / parts)) {
      expect((await here.create(track, { ...impact, weight })).status).toBe(201);
    }
    expect(await here.create(track, { ...impact, weight: 0.001 })).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED');
  });

  it('happens once under one idempotency key', async () => {
    const track = await here.track();
    const headers = { 'Idempotency-Key': `criterion-${track.id}` };
    const ask = (body: object) => here.olga.post(`/events/${track.id}/criteria`, body, { headers });
    const [first, second] = [await ask(impact), await ask(impact)];
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.data).toEqual(first.body.data);
    expect(await ask({ ...impact, weight: 0.1 })).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await here.list(track)).count).toBe(1);
    expect(await here.total(track)).toBe(0.6);
  });

  it('is in the audit', async () => {
    const { track, id } = await here.made();
    expect(await here.audit(track, 'judging.createCriterion')).toEqual([
      { ids: { event_id: track.id, criterion_id: id }, before: {}, after: impact },
    ]);
  });
});

describe('Listing criteria', () => {
  it('is in the order of their index, then of their ids', async () => {
    const track = await here.track();
    for (const order_index of [2, -1, 0.5, 2])
      await here.create(track, { name: `At ${order_index}`, weight: 0.1, order_index });
    const { criteria, count } = await here.list(track);
    expect(count).toBe(4);
    expect(criteria.map(({ name }: { name: string }) => name)).toEqual(['At -1', 'At 0.5', 'At 2', 'At 2']);
    expect(criteria[2].id < criteria[3].id).toBe(true);
  });

  it('is empty where there are none, and leaves out those of other tracks', async () => {
    const { track } = await here.made();
    const other = await here.world.track({ ...track, id: track.super_event_id });
    expect(await here.list(other)).toEqual({ criteria: [], count: 0 });
  });
});

describe('Where there is nothing', () => {
  const everyRequest = (client: Client, track: Pick<Track, 'id'>, criterion: string) => [
    () => client.get(`/events/${track.id}/criteria`),
    () => client.post(`/events/${track.id}/criteria`, impact),
    () => client.patch(`/criteria/${criterion}`, { weight: 0.1 }),
    () => client.del(`/criteria/${criterion}`),
  ];

  it.each(['no-such-track', randomUUID(), '%20'])('every request is 404: %s', async (id) => {
    for (const request of everyRequest(here.olga, { id }, id)) expect(await request()).toBeRefused(404, 'NOT_FOUND');
  });

  it('is everything of another organization', async () => {
    const { track, id } = await here.made();
    const elsewhere = await here.world.organization();
    const otto = await here.world.member(elsewhere, 'OWNER');
    for (const request of everyRequest(here.world.as(otto, elsewhere), track, id)) {
      expect(await request()).toBeRefused(404, 'NOT_FOUND');
    }
    const session = await new Jury(here.world, track).signedIn(otto);
    for (const request of everyRequest(session, track, id)) expect(await request()).toBeRefused(404, 'NOT_FOUND');
    expect(await here.list(track)).toMatchObject({ count: 1 });
  });

  it('is everything of a track that was deleted', async () => {
    const { track, id } = await here.made();
    expect((await here.olga.del(`/events/${track.id}`)).status).toBe(200);
    for (const request of everyRequest(here.olga, track, id)) expect(await request()).toBeRefused(404, 'NOT_FOUND');
  });

  it('is nobody without a key', async () => {
    const { track, id } = await here.made();
    for (const request of everyRequest(here.world.stranger(), track, id)) {
      expect(await request()).toBeRefused(401, 'UNAUTHENTICATED');
    }
  });
});

describe('A person who signs in', () => {
  it('organizes as with a key, in whichever of their organizations', async () => {
    const { track } = await here.made();
    const person = await here.world.person();
    await here.world.role(person, track, 'ORGANIZER');
    const there = await here.world.organization();
    await here.world
      .rows`insert into organizations.member (organization_id, user_id, role) values (${there.id}, ${person.id}, 'MEMBER')`;
    const session = await new Jury(here.world, track).signedIn(person);
    expect((await session.post(`/events/${track.slug}/criteria`, { ...impact, weight: 0.1 })).status).toBe(201);
    const theirs = await here.world.track(await here.world.superEvent(there));
    expect((await session.get(`/events/${theirs.id}/criteria`)).body.data.count).toBe(0);
    expect(await session.post(`/events/${theirs.id}/criteria`, impact)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});
