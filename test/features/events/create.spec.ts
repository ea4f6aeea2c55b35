import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const whole = { tz: 'Europe/Berlin', start_at: '2027-03-06T09:00:00.000Z', end_at: '2027-03-07T17:00:00.000Z' };

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const api = bearer(world, await accessTokenOf(world, olga));
  const make = (body: unknown) => api.post(`/organizations/${acme.slug}/super-events`, body);
  return { acme, olga, api, withKey: world.as(olga, acme), make };
}

describe('Making a hackathon', () => {
  it('takes a name, and makes a draft of it that is found by its slug', async () => {
    const { withKey, make } = await opened();
    const { status, body } = await make({ name: ' Spring Hack! ' });
    expect(status).toBe(201);
    expect(body.data.super_event).toMatchObject({
      name: 'Spring Hack!',
      slug: 'spring-hack',
      status: 'draft',
      visibility: 'public',
      payment_status: 'paid',
      start_at: null,
      max_participants: null,
      track_count: 0,
      config_json: {},
    });
    expect((await withKey.get('/super-events/spring-hack')).body.data).toEqual(body.data);
  });

  it('takes all that can be changed later', async () => {
    const { make } = await opened();
    const sent = {
      ...{
        name: 'Autumn Hack',
        description: 'Two days',
        max_participants: 120,
        visibility: 'unlisted',
        format: 'onsite',
      },
      ...{ config_json: { board: { names: false } }, status: 'final', ...whole },
    };
    expect((await make(sent)).body.data.super_event).toMatchObject({ ...sent, slug: 'autumn-hack' });
  });

  it('gives each of several of one name a slug of its own, made at once or not', async () => {
    const { make } = await opened();
    const made = await Promise.all(Array.from({ length: 5 }, () => make({ name: 'Hack Day' })));
    expect(made.map(({ body }) => body.data.super_event.slug).sort()).toEqual([
      ...['hack-day', 'hack-day-2', 'hack-day-3', 'hack-day-4', 'hack-day-5'],
    ]);
  });

  it('happens once for one request', async () => {
    const { api, acme, make } = await opened();
    const headers = { 'Idempotency-Key': 'spring' };
    const path = `/organizations/${acme.id}/super-events`;
    const [first, again] = [
      await api.post(path, { name: 'Once' }, { headers }),
      await api.post(path, { name: 'Once' }, { headers }),
    ];
    expect(again.body.data).toEqual(first.body.data);
    expect((await make({ name: 'Once' })).body.data.super_event.slug).toBe('once-2');
  });

  it.each([
    ['has no name', {}, 400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field: 'name' })] }],
    ['has a short name', { name: 'x' }, 400, 'VALIDATION_FAILED', {}],
    [
      'ends before it starts',
      { name: 'Hack', start_at: whole.end_at, end_at: whole.start_at },
      400,
      'VALIDATION_FAILED',
      {},
    ],
    [
      'is final without dates',
      { name: 'Hack', status: 'final' },
      409,
      'NOT_READY',
      { missing: ['tz', 'start_at', 'end_at'] },
    ],
  ] as const)('is refused where it %s', async (_how, body, status, code, extras) => {
    const { make } = await opened();
    expect(await make(body)).toBeRefused(status, code, extras);
  });

  it('does not let payment be said, which is the operator’s', async () => {
    const { make } = await opened();
    expect(await make({ name: 'Hack', payment_status: 'paid' })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'payment_status', code: 'unknown' })],
    });
  });

  it('is for organizations that may, by their owners and admins', async () => {
    const { acme, make } = await opened();
    const mia = await world.member(acme, 'MEMBER');
    const path = `/organizations/${acme.slug}/super-events`;
    const member = bearer(world, await accessTokenOf(world, mia));
    expect(await member.post(path, { name: 'Hack' })).toBeRefused(403, 'PERMISSION_DENIED');
    await world.rows`update organizations.organization set can_create_events = false where id = ${acme.id}`;
    expect(await make({ name: 'Hack' })).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('An API key', () => {
  it('makes neither hackathon nor track, whoever it acts for: the dashboard does, with a session', async () => {
    const { acme, withKey, make } = await opened();
    const hack = (await make({ name: 'Hack' })).body.data.super_event;
    const path = `/organizations/${acme.slug}/super-events`;
    expect(await withKey.post(path, { name: 'Another' })).toBeRefused(403, 'SESSION_REQUIRED');
    const track = await withKey.post(`/super-events/${hack.slug}/events`, { name: 'Climate' });
    expect(track).toBeRefused(403, 'SESSION_REQUIRED');
    const mia = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await mia.post(path, { name: 'Another' })).toBeRefused(403, 'SESSION_REQUIRED');
    expect((await withKey.get(path)).body.data.count).toBe(1);
    expect((await withKey.get(`/organizations/${acme.slug}/events`)).body.data.events).toEqual([]);
    expect((await withKey.patch(`/super-events/${hack.id}`, { name: 'Changed' })).status).toBe(200);
  });
});

describe('Making a track', () => {
  it('puts it into its hackathon, and its registration has never been open', async () => {
    const { api, withKey, make } = await opened();
    const hack = (await make({ name: 'Hack' })).body.data.super_event;
    const sent = { name: 'Climate', mode: 'onsite', status: 'final', stream_url: 'example.org/live', ...whole };
    const { status, body } = await api.post(`/super-events/${hack.id}/events`, sent);
    expect(status).toBe(201);
    expect(body.data.event).toMatchObject({
      name: 'Climate',
      slug: 'climate',
      super_event_id: hack.id,
      mode: 'onsite',
      ...whole,
    });
    expect(body.data.event).not.toHaveProperty('stream_url');
    const read = (await withKey.get('/events/climate')).body.data;
    expect(read).toEqual({ event: body.data.event, registration_count: 0, team_count: 0 });
    expect((await withKey.get('/events/climate/setup-status')).body.data.checklist.has_registration_open).toBe(false);
    expect((await api.get(`/super-events/${hack.id}`)).body.data.super_event.track_count).toBe(1);
  });

  it.each([
    ['has no name', {}, 400, 'VALIDATION_FAILED'],
    ['is final without a mode', { name: 'Climate', status: 'final', ...whole }, 409, 'NOT_READY'],
  ] as const)('is refused where it %s', async (_how, body, status, code) => {
    const { acme, api } = await opened();
    const hack = await world.superEvent(acme);
    expect(await api.post(`/super-events/${hack.id}/events`, body)).toBeRefused(status, code);
  });

  it('leaves none in a hackathon that is deleted at the same time', async () => {
    const { acme, api } = await opened();
    const hack = await world.superEvent(acme);
    const tries = Array.from({ length: 6 }, (_, n) =>
      api.post(`/super-events/${hack.id}/events`, { name: `Track ${n}` }),
    );
    await Promise.all([...tries, api.del(`/super-events/${hack.id}`)]);
    const left = await world.rows`select id from events.track where super_event_id = ${hack.id} and deleted_at is null`;
    expect(left).toEqual([]);
  });
});

it('The audit has the rows that were made, without the address of a stream', async () => {
  const { acme, api, olga, make } = await opened();
  const hack = (await make({ name: 'Hack' })).body.data.super_event;
  const track = (
    await api.post(`/super-events/${hack.id}/events`, { name: 'Climate', stream_url: 'https://example.org/x' })
  ).body.data.event;
  const audit = await api.get(`/organizations/${acme.id}/audit`);
  expect(audit.body.data.entries).toEqual([
    expect.objectContaining({
      action: 'events.createTrack',
      user_id: olga.id,
      ids: { super_event_id: hack.id, event_id: track.id },
      after: { name: 'Climate', slug: 'climate' },
    }),
    expect.objectContaining({ action: 'events.createSuperEvent', ids: { super_event_id: hack.id }, before: {} }),
  ]);
});
