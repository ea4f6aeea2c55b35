import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Failure } from '../../../shared/base/failure.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import { hashInput } from '../../../shared/database/write-key.ts';
import { runWrite } from '../../../shared/kit/unit-of-work.ts';
import { lenient, type Client, type Person } from '../../support/client.ts';
import type { Organization, Place, SuperEvent, Track } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let hack: SuperEvent;
let track: Track;
let ada: Person;
let place: Place;
let organizer: Client;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,registrations,mail,gateway' });
  acme = await world.organization();
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
});
beforeEach(async () => {
  hack = await world.superEvent(acme);
  track = await world.track(hack);
  ada = await world.person();
  place = await world.registered(ada, track, 'pending');
});
afterAll(() => world.close());

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const decide = (status: string, key: string, client = organizer) =>
  client.patch(`/registrations/${place.id}/status`, { status }, keyed(key));
const audited = async () =>
  (await world.rows`select 1 from registrations.audit where ids->>'registration_id' = ${place.id}`).length;
const kept = async (key: string) => (await world.rows`select 1 from registrations.write_key where key = ${key}`).length;

describe('A write that is sent again with its key', () => {
  it('answers the same and does nothing twice', async () => {
    const key = randomUUID();
    const first = await decide('waitlisted', key);
    expect(first).toMatchObject({ status: 200, body: { data: { updated: true, status: 'waitlisted' } } });
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const second = await decide('waitlisted', key);
    expect(second).toMatchObject({ status: first.status, body: first.body });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await audited()).toBe(1);
  });

  it('keeps its 201, with the same row', async () => {
    const newcomer = world.as(await world.person(), acme);
    const apply = () => newcomer.post(`/super-events/${hack.id}/register`, {}, keyed('apply-once'));
    const first = await apply();
    expect(first.status).toBe(201);
    expect(await apply()).toMatchObject({ status: 201, body: first.body });
  });

  it('answers what was, not what is', async () => {
    const key = randomUUID();
    await decide('waitlisted', key);
    await decide('rejected', randomUUID());
    expect(await decide('waitlisted', key)).toMatchObject({ status: 200, body: { data: { status: 'waitlisted' } } });
    expect(await world.rows`select status from registrations.registration where id = ${place.id}`).toEqual([
      { status: 'rejected' },
    ]);
  });

  it('is the same in another order of members and with members nobody asked for', async () => {
    const key = randomUUID();
    const path = `/registrations/${place.id}/status`;
    const headers = { ...keyed(key).headers, ...lenient.headers };
    await organizer.patch(path, '{"status":"waitlisted","note":"a"}', { headers });
    const again = await organizer.patch(path, '{"note":"b","status":"waitlisted"}', { headers });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is 422 with another body, and changes nothing', async () => {
    const key = randomUUID();
    await decide('waitlisted', key);
    expect(await decide('rejected', key)).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await audited()).toBe(1);
  });

  it('is 422 with another path, and another write with another action', async () => {
    const key = randomUUID();
    await decide('waitlisted', key);
    const other = await world.registered(await world.person(), track, 'pending');
    const elsewhere = organizer.patch(`/registrations/${other.id}/status`, { status: 'waitlisted' }, keyed(key));
    expect(await elsewhere).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await organizer.post(`/registrations/${other.id}/cancel`, {}, keyed(key))).toMatchObject({ status: 200 });
  });
});

describe('Twenty of the same write at once', () => {
  it('have one effect; the others are told so or told to wait', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide('waitlisted', key)));
    const done = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status !== 200);
    expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
    for (const answer of done) expect(answer.body.data).toEqual({ updated: true, status: 'waitlisted' });
    for (const answer of waiting) expect(answer).toBeRefused(409, 'IDEMPOTENCY_IN_PROGRESS');
    expect(await audited()).toBe(1);
    expect(await kept(key)).toBe(1);
  });

  it('make one row where each has a key of its own', async () => {
    const newcomer = await world.person();
    const apply = () => world.as(newcomer, acme).post(`/super-events/${hack.id}/register`);
    const answers = await Promise.all(Array.from({ length: 20 }, apply));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toBeRefused(409, 'ALREADY_REGISTERED');
  });
});

describe('A write that is committed while the same one takes the lock of its key', () => {
  const input = { slug: 'spring-hack' };
  const nobody = { user_id: null, key_id: null, session_id: null, request_id: null };

  /** Runs a write that is refused because another one with its key and this input was committed meanwhile. */
  async function refusedBecauseOf(committed: object): Promise<unknown> {
    const orm = await openDatabase('registrations', world.databaseUrl, { max: 1 });
    const key = { scope: 'ada', action: 'registrations.apply', key: randomUUID() };
    const run = async () => {
      await world.rows`
        insert into registrations.write_key (scope, action, key, input_hash, status, answer)
        values (${key.scope}, ${key.action}, ${key.key}, ${hashInput(committed)}, 201, '{"id":"first"}')`;
      throw new Failure('ALREADY_REGISTERED', { registration_id: randomUUID() });
    };
    try {
      return await runWrite(orm.em.fork(), { key, who: nobody, input, run });
    } finally {
      await orm.close();
    }
  }

  it('answers as that one did, and not with the refusal that it brings about', async () => {
    expect(await refusedBecauseOf(input)).toEqual({ status: 201, answer: { id: 'first' }, replayed: true });
  });

  it('is refused where that one had another input', async () => {
    await expect(refusedBecauseOf({ slug: 'other' })).rejects.toMatchObject({ type: 'ALREADY_REGISTERED' });
  });
});

describe('A write that is refused', () => {
  it('leaves no row, so that it may be sent again with the same key', async () => {
    const key = randomUUID();
    await world.rows`update events.super_event set payment_status = 'unpaid' where id = ${hack.id}`;
    expect(await decide('accepted', key)).toBeRefused(402, 'EVENT_NOT_PAID');
    expect(await kept(key)).toBe(0);
    await world.rows`update events.super_event set payment_status = 'paid' where id = ${hack.id}`;
    expect(await decide('accepted', key)).toMatchObject({ status: 200, body: { data: { updated: true } } });
    expect(await kept(key)).toBe(1);
  });
});

describe('A write key', () => {
  it('may have 255 characters and not one more', async () => {
    expect(await decide('waitlisted', 'k'.repeat(255))).toMatchObject({ status: 200 });
    expect(await decide('waitlisted', 'k'.repeat(256))).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: 'Idempotency-Key', code: 'length' }],
    });
    expect(await decide('waitlisted', '')).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('belongs to the key it came with: two clients who choose the same do not meet', async () => {
    const key = 'scan-1';
    const other = world.as(await world.member(acme, 'ADMIN'), acme);
    expect((await decide('waitlisted', key)).headers.has('idempotent-replayed')).toBe(false);
    const theirs = await decide('rejected', key, other);
    expect(theirs).toMatchObject({ status: 200, body: { data: { updated: true, status: 'rejected' } } });
    expect(theirs.headers.has('idempotent-replayed')).toBe(false);
  });

  it('of nobody is made by the gateway: the same write without one is done again', async () => {
    await organizer.patch(`/registrations/${place.id}/status`, { status: 'waitlisted' });
    await organizer.patch(`/registrations/${place.id}/status`, { status: 'rejected' });
    const again = await organizer.patch(`/registrations/${place.id}/status`, { status: 'waitlisted' });
    expect(again).toMatchObject({ body: { data: { updated: true } } });
    expect(again.headers.has('idempotent-replayed')).toBe(false);
  });

  it('is never the id of the request, which clients repeat for tracing', async () => {
    const headers = { 'X-Request-ID': 'trace-1' };
    for (const status of ['waitlisted', 'rejected']) {
      const answer = await organizer.patch(`/registrations/${place.id}/status`, { status }, { headers });
      expect(answer).toMatchObject({ status: 200, body: { data: { updated: true } } });
    }
  });

  it('says nothing on a read', async () => {
    const headers = { 'Idempotency-Key': 'k'.repeat(300) };
    expect(await organizer.get(`/registrations/${place.id}`, { headers })).toMatchObject({ status: 200 });
  });
});
