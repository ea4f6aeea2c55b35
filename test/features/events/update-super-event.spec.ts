import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient, type Client } from '../../support/client.ts';
import type { SuperEvent } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

const read = async ({ id }: SuperEvent) => (await olga.get(`/super-events/${id}`)).body.data.super_event;
const bare = { status: 'draft', tz: null, start_at: null, end_at: null };

describe('Changing a hackathon', () => {
  it('writes every field there is to change, and answers id, name and status', async () => {
    const hack = await world.superEvent(acme, bare);
    const changes = {
      name: 'Spring Hack',
      description: 'Two days in March',
      tz: 'Europe/Berlin',
      start_at: '2027-03-06T09:00:00+01:00',
      end_at: '2027-03-07T17:00:00Z',
      max_participants: 120,
      opens_at: '2027-01-10T10:00:00+01:00',
      closes_at: '2027-02-28T22:00:00Z',
      visibility: 'unlisted',
      format: 'hybrid',
      config_json: { theme: { color: 'red' }, tags: ['a', 1, null] },
      status: 'final',
    };
    const answer = await olga.patch(`/super-events/${hack.slug}`, changes);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ success: true, data: { id: hack.id, name: 'Spring Hack', status: 'final' } });
    expect(await read(hack)).toMatchObject({
      ...changes,
      slug: 'spring-hack',
      start_at: '2027-03-06T08:00:00.000Z',
      end_at: '2027-03-07T17:00:00.000Z',
      opens_at: '2027-01-10T09:00:00.000Z',
      closes_at: '2027-02-28T22:00:00.000Z',
    });
  });

  it('leaves alone what was not sent, and what is not for sending', async () => {
    const hack = await world.superEvent(acme, { description: 'Kept', payment_status: 'unpaid' });
    const before = await read(hack);
    const sent = { slug: 'mine', payment_status: 'paid', organization_id: hack.id, paid_days: 9, stream_url: 'a.test' };
    const path = `/super-events/${hack.id}`;
    expect((await olga.patch(path, { visibility: 'private', ...sent }, lenient)).status).toBe(200);
    expect(await read(hack)).toEqual({ ...before, visibility: 'private' });
    expect((await olga.patch(`/super-events/${hack.id}`, {})).body.data).toEqual({
      id: hack.id,
      name: hack.name,
      status: 'final',
    });
  });

  it('replaces config_json as a whole, and clears what may be null', async () => {
    const hack = await world.superEvent(acme, {
      config_json: JSON.stringify({ old: true }),
      max_participants: 5,
      description: 'Old',
      opens_at: '2027-01-10T09:00:00Z',
      closes_at: '2027-01-11T09:00:00Z',
    });
    const cleared = { config_json: {}, max_participants: null, description: null, opens_at: null, closes_at: null };
    await olga.patch(`/super-events/${hack.id}`, cleared);
    expect(await read(hack)).toMatchObject(cleared);
  });

  it.each([
    ['name', 'x'],
    ['name', ' x '],
    ['name', ''],
    ['name', 'x'.repeat(101)],
    ['name', 7],
    ['name', null],
    ['description', 7],
    ['description', 'x'.repeat(10_001)],
    ['tz', 'Mars/Olympus'],
    ['tz', '+02:00'],
    ['tz', ''],
    ['tz', null],
    ['start_at', 'tomorrow'],
    ['start_at', '2027-03-06'],
    ['start_at', '2027-03-06T09:00:00'],
    ['start_at', '2027-02-30T09:00:00Z'],
    ['start_at', '0000-01-01T00:00:00Z'],
    ['end_at', '9999-12-31T23:59:59-01:00'],
    ['end_at', 1_800_000_000_000],
    ['end_at', null],
    ['opens_at', 'soon'],
    ['closes_at', '2027-03-06'],
    ['max_participants', 0],
    ['max_participants', -1],
    ['max_participants', 1.5],
    ['max_participants', '12'],
    ['max_participants', 2_147_483_648],
    ['visibility', 'secret'],
    ['visibility', null],
    ['format', 'remote'],
    ['status', 'published'],
    ['status', null],
    ['config_json', 'text'],
    ['config_json', []],
    ['config_json', null],
  ])('refuses a wrong %s: %j', async (field, value) => {
    const hack = await world.superEvent(acme);
    const before = await read(hack);
    const answer = await olga.patch(`/super-events/${hack.id}`, { description: 'new', [field]: value });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
    expect(await read(hack)).toEqual(before);
  });

  it('accepts names of 2 and of 100 characters, without the space around them', async () => {
    const hack = await world.superEvent(acme);
    for (const name of ['AI', 'x'.repeat(100)]) {
      expect((await olga.patch(`/super-events/${hack.id}`, { name: `  ${name} ` })).body.data.name).toBe(name);
    }
  });

  it('says everything that is wrong at once', async () => {
    const hack = await world.superEvent(acme);
    const answer = await olga.patch(`/super-events/${hack.id}`, { name: '', tz: 'x', format: 'y' });
    expect(answer.body.errors?.map(({ field }) => field).sort()).toEqual(['format', 'name', 'tz']);
  });
});

describe('The times of its registration', () => {
  const opened = () => world.superEvent(acme, { opens_at: '2027-01-10T08:00:00Z', closes_at: '2027-01-20T08:00:00Z' });

  it.each([
    ['closes_at', 'both are sent', { opens_at: '2027-03-07T00:00:00Z', closes_at: '2027-03-06T00:00:00Z' }],
    ['closes_at', 'both are the same', { opens_at: '2027-03-07T00:00:00Z', closes_at: '2027-03-07T01:00:00+01:00' }],
    ['opens_at', 'it opens after the stored close', { opens_at: '2027-01-21T00:00:00Z' }],
    ['closes_at', 'it closes before the stored opening', { closes_at: '2027-01-10T08:00:00Z' }],
  ])('are refused, naming %s, where %s', async (field, _situation, times) => {
    const answer = await olga.patch(`/super-events/${(await opened()).id}`, times);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
  });

  it('are what somebody else is told who may not change them', async () => {
    const hack = await opened();
    const answer = await world.as(await world.person(), acme).patch(`/super-events/${hack.id}`, { opens_at: null });
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await read(hack)).toMatchObject({ opens_at: '2027-01-10T08:00:00.000Z' });
  });

  it('close a track whose switch is on, and open it at their hour', async () => {
    const hack = await world.superEvent(acme, { opens_at: '2127-01-10T08:00:00Z' });
    const track = await world.track(hack);
    const ada = await world.person();
    const parent = await world.applied(ada, hack);
    const register = () =>
      world.as(ada, acme).post(`/events/${track.id}/register`, { super_event_registration_id: parent.id });
    expect(await register()).toBeRefused(409, 'REGISTRATION_CLOSED');
    const status = await olga.get(`/events/${track.id}/setup-status`);
    expect(status.body.data.checklist.has_registration_open).toBe(true);
    const email = `${crypto.randomUUID()}@muster.test`;
    const onboard = () => olga.post(`/super-events/${hack.slug}/participants`, { email });
    expect(await onboard()).toBeRefused(409, 'REGISTRATION_CLOSED');
    await olga.patch(`/super-events/${hack.id}`, { opens_at: '2020-01-10T08:00:00Z' });
    expect((await register()).status).toBe(201);
    expect((await onboard()).status).toBe(201);
  });
});

describe('The dates of a hackathon', () => {
  const dated = () => world.superEvent(acme, { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T17:00:00Z' });

  it.each([
    ['end_at', 'both are sent', { start_at: '2027-03-07T00:00:00Z', end_at: '2027-03-06T00:00:00Z' }],
    ['end_at', 'both are the same', { start_at: '2027-03-07T00:00:00Z', end_at: '2027-03-07T01:00:00+01:00' }],
    ['start_at', 'it starts after the stored end', { start_at: '2027-03-08T00:00:00Z' }],
    ['end_at', 'it ends before the stored start', { end_at: '2027-03-06T08:00:00Z' }],
  ])('are refused, naming %s, where %s', async (field, _situation, dates) => {
    const answer = await olga.patch(`/super-events/${(await dated()).id}`, dates);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
  });

  it('move together where the new ones only fit each other', async () => {
    const hack = await dated();
    const dates = { start_at: '2028-03-06T08:00:00.000Z', end_at: '2028-03-07T17:00:00.000Z' };
    expect((await olga.patch(`/super-events/${hack.id}`, dates)).status).toBe(200);
    expect(await read(hack)).toMatchObject(dates);
  });

  it('stay in order when two people change one each at the same time', async () => {
    const hack = await dated();
    const answers = await Promise.all([
      olga.patch(`/super-events/${hack.id}`, { start_at: '2027-03-07T12:00:00Z' }),
      olga.patch(`/super-events/${hack.id}`, { end_at: '2027-03-06T20:00:00Z' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { start_at, end_at } = await read(hack);
    expect(start_at < end_at).toBe(true);
  });
});

describe('The status of a hackathon', () => {
  it('becomes final only with tz, start_at and end_at, and the refusal names what is missing', async () => {
    const hack = await world.superEvent(acme, bare);
    const final = (changes: object) => olga.patch(`/super-events/${hack.id}`, { ...changes, status: 'final' });
    expect(await final({})).toBeRefused(409, 'NOT_READY', { missing: ['tz', 'start_at', 'end_at'] });
    expect(await final({ tz: 'UTC', end_at: '2027-03-07T17:00:00Z' })).toBeRefused(409, 'NOT_READY', {
      missing: ['start_at'],
    });
    expect(await read(hack)).toMatchObject(bare);
    await olga.patch(`/super-events/${hack.id}`, { tz: 'UTC', end_at: '2027-03-07T17:00:00Z' });
    expect((await final({ start_at: '2027-03-06T08:00:00Z' })).body.data.status).toBe('final');
  });

  it('may always go back to draft, with nothing else changed', async () => {
    const hack = await world.superEvent(acme);
    const before = await read(hack);
    expect((await olga.patch(`/super-events/${hack.id}`, { status: 'draft' })).body.data.status).toBe('draft');
    expect(await read(hack)).toEqual({ ...before, status: 'draft' });
    const empty = await world.superEvent(acme, bare);
    expect((await olga.patch(`/super-events/${empty.id}`, { status: 'draft' })).status).toBe(200);
  });
});

describe('Lowering the cap', () => {
  it('throws nobody out, and keeps further ones out', async () => {
    const hack = await world.superEvent(acme, { max_participants: 5 });
    const track = await world.track(hack);
    for (let count = 0; count < 2; count += 1) await world.registered(await world.person(), track);
    const waiting = await world.registered(await world.person(), track, 'pending');
    expect((await olga.patch(`/super-events/${hack.id}`, { max_participants: 1 })).status).toBe(200);
    const [row] = await world.rows<{ n: number }>`
      select count(*)::int as n from registrations.super_event_registration
       where super_event_id = ${hack.id} and status = 'accepted'`;
    expect(row?.n).toBe(2);
    const accepted = await olga.patch(`/registrations/${waiting.id}/status`, { status: 'accepted' });
    expect(accepted).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 2, maxParticipants: 1 });
  });
});

describe('A person who may change a hackathon', () => {
  it('is nobody of another organization, and nobody once it is deleted', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const hack = await world.superEvent(acme);
    for (const reference of [hack.id, hack.slug, 'nothing']) {
      expect(await otto.patch(`/super-events/${reference}`, { name: 'Mine' })).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().patch(`/super-events/${hack.id}`, {})).toBeRefused(401, 'UNAUTHENTICATED');
    await olga.del(`/super-events/${hack.id}`);
    expect(await olga.patch(`/super-events/${hack.id}`, { name: 'Late' })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is an OWNER or an ADMIN, not an organizer of its tracks', async () => {
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    const [anna, mia, otis] = [
      await world.member(acme, 'ADMIN'),
      await world.member(acme, 'MEMBER'),
      await world.person(),
    ];
    await world.role(otis, track, 'ORGANIZER');
    expect((await world.as(anna, acme).patch(`/super-events/${hack.id}`, { format: 'online' })).status).toBe(200);
    for (const person of [mia, otis]) {
      const answer = await world.as(person, acme).patch(`/super-events/${hack.id}`, { format: 'onsite' });
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});

describe('The audit', () => {
  it('keeps the changed fields alone, as they were and as they are', async () => {
    const dates = { start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-06T18:00:00Z' };
    const hack = await world.superEvent(acme, { name: 'Old', format: 'online', ...dates });
    const changes = { name: 'Brand New', format: 'online', max_participants: 9, start_at: '2027-03-06T09:00:00+01:00' };
    await olga.patch(`/super-events/${hack.id}`, { ...changes, config_json: { a: 1 }, end_at: '2027-03-07T00:00:00Z' });
    await olga.patch(`/super-events/${hack.id}`, { name: 'Brand New' });
    const rows = await world.rows<{ before: Record<string, unknown>; after: object }>`
      select action, before, after from events.audit where ids = ${JSON.stringify({ super_event_id: hack.id })}`;
    expect(rows).toEqual([
      {
        action: 'events.updateSuperEvent',
        before: {
          name: 'Old',
          slug: hack.slug,
          max_participants: null,
          config_json: {},
          end_at: '2027-03-06T18:00:00.000Z',
        },
        after: {
          name: 'Brand New',
          slug: 'brand-new',
          max_participants: 9,
          config_json: { a: 1 },
          end_at: '2027-03-07T00:00:00.000Z',
        },
      },
    ]);
  });
});
