import { getEventListeners } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRefusal, UnexpectedAnswerError, UnreachableError, type Muster } from '../../clients/typescript/src/index.ts';
import type { ClientOptions } from '../../clients/typescript/src/options.ts';
import type { Person } from '../support/client.ts';
import { accessTokenOf } from '../support/sign-in.ts';
import { openWorld, type World } from '../support/world.ts';
import { clientAt } from './asked.ts';
import { Front, refusal, type Mischief } from './front.ts';

let world: World;
let acme: { id: string; slug: string };
let owner: Person;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  owner = await world.member(acme, 'OWNER');
});
afterAll(() => world.close());

let front: Front;
let muster: Muster;
const throughFront = async (options: Partial<ClientOptions> = {}) =>
  clientAt(front, { fetch, apiKey: await world.keyOf(owner, acme), ...options });
beforeEach(async () => {
  front = await Front.before(world.url);
  muster = await throughFront();
});
afterEach(() => front.close());

/** These come first; then requests are passed on. */
const at =
  (...mischiefs: Mischief[]) =>
  (nth: number) =>
    mischiefs[nth - 1];
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const hackathons = async () =>
  (await world.as(owner, acme).get(`/organizations/${acme.id}/super-events`)).body.data.super_events as {
    name: string;
  }[];

describe('A request that nobody can answer for the moment', () => {
  it.each([
    ['is overloaded', refusal(503, 'OVERLOADED', { 'retry-after': '1' })],
    ['is asked too often', refusal(429, 'RATE_LIMITED', { 'retry-after': '1' })],
  ])('is sent again when the service says, where it %s', async (_, mischief) => {
    front.mischief = at(mischief, mischief);
    expect(await muster.organizations.get({ slug: acme.id })).toMatchObject({ organization: { id: acme.id } });
    const [first = 0, second = 0, third = 0] = front.requests.map(({ at: time }) => time);
    expect(front.requests).toHaveLength(3);
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ['a deadline', refusal(504, 'TIMEOUT')],
    ['a proxy without anybody behind it', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['a lost answer', 'lose' as const],
  ])('is sent again after %s', async (_, mischief) => {
    front.mischief = at(mischief);
    expect(await muster.organizations.get({ slug: acme.id })).toMatchObject({ organization: { id: acme.id } });
    expect(front.requests).toHaveLength(2);
  });

  it('is given up after as many repeats as are wanted', async () => {
    front.mischief = () => refusal(503, 'UNAVAILABLE');
    const error = await caught((await throughFront({ retries: 2 })).organizations.get({ slug: acme.id }));
    expect(isRefusal(error, 'UNAVAILABLE')).toBe(true);
    expect(front.requests).toHaveLength(3);
  });

  it('is given up at once where it would take longer than is wanted', async () => {
    front.mischief = () => refusal(429, 'RATE_LIMITED', { 'retry-after': '3600' });
    const error = await caught(muster.organizations.get({ slug: acme.id }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfter: 3600, requestId: 'front' });
    expect(front.requests).toHaveLength(1);
  });

  it('is left by whoever aborts it while it waits', async () => {
    front.mischief = () => refusal(503, 'UNAVAILABLE', { 'retry-after': '50' });
    const controller = new AbortController();
    const asked = caught(muster.organizations.get({ slug: acme.id }, { signal: controller.signal }));
    const reason = new Error('The page is closed.');
    controller.abort(reason);
    expect(await asked).toBe(reason);
  });
});

describe('A signal that outlives its requests', () => {
  it('is listened to by none of them afterwards', async () => {
    front.mischief = at(refusal(503, 'OVERLOADED', { 'retry-after': '1' }), 'lose');
    const { signal } = new AbortController();
    const asked = Array.from({ length: 3 }, () => muster.organizations.get({ slug: acme.id }, { signal }));
    await Promise.all(asked);
    const none = muster.organizations.get({ slug: 'of-nobody' }, { signal });
    expect(isRefusal(await caught(none), 'NOT_FOUND')).toBe(true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('A write whose answer is lost', () => {
  beforeEach(async () => {
    muster = await throughFront({ apiKey: undefined, token: await accessTokenOf(world, owner) });
  });

  it('happens once, and answers what was done', async () => {
    front.mischief = at('lose', 'lose');
    const { super_event } = await muster.events.createSuperEvent({ id: acme.id, name: 'Spring Hack' });
    expect(super_event).toMatchObject({ name: 'Spring Hack' });
    expect((await hackathons()).filter(({ name }) => name === 'Spring Hack')).toHaveLength(1);
    expect(front.requests).toHaveLength(3);
    expect(new Set(front.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('is another write when it is asked for again, unless it is given the same key', async () => {
    const params = { id: acme.id, name: 'Twice' };
    const twice = { idempotencyKey: 'as-before' };
    const [one, other] = [await muster.events.createSuperEvent(params), await muster.events.createSuperEvent(params)];
    expect(one.super_event.id).not.toBe(other.super_event.id);
    const [first, again] = [
      await muster.events.createSuperEvent(params, twice),
      await muster.events.createSuperEvent(params, twice),
    ];
    expect(again).toEqual(first);
    expect((await hackathons()).filter(({ name }) => name === 'Twice')).toHaveLength(3);
  });

  it('waits for the first to be done where that is still running', async () => {
    front.mischief = at(refusal(409, 'IDEMPOTENCY_IN_PROGRESS'));
    expect(await muster.organizations.update({ id: acme.id, name: 'Acme' })).toMatchObject({ name: 'Acme' });
  });
});

describe('A request that is refused', () => {
  it('is told with its code and what goes with it, and not sent again', async () => {
    const error = await caught(muster.organizations.addMember({ orgId: acme.id, user_id: owner.id, role: 'MEMBER' }));
    expect(isRefusal(error, 'SLUG_TAKEN')).toBe(false);
    if (!isRefusal(error, 'ALREADY_MEMBER')) throw error;
    expect(error).toMatchObject({ status: 409, extras: { user_id: owner.id, role: 'OWNER' } });
    expect(error.requestId).not.toBe('');
    expect(front.requests).toHaveLength(1);
  });

  it('is told what is wrong with it, also what nobody knows', async () => {
    const misspelled = { id: acme.id, nmae: 'Acme' } as { id: string };
    const error = await caught(muster.organizations.update(misspelled));
    expect(error).toMatchObject({
      code: 'VALIDATION_FAILED',
      extras: { errors: [{ field: 'nmae', code: 'unknown' }] },
    });
    const lenient = await throughFront({ strict: false });
    expect(await lenient.organizations.update(misspelled)).toMatchObject({ id: acme.id });
  });

  it.each(['', '.', '..', undefined])('is not even sent with %j as an id', async (id) => {
    await expect(muster.teams.get({ id } as { id: string })).rejects.toThrow('GET /teams/:id needs an id as id.');
    expect(front.requests).toEqual([]);
  });

  it('names nothing with an id of other characters', async () => {
    expect(await caught(muster.teams.get({ id: 'a/../b?c#d é' }))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('An address', () => {
  it('where another server answers is told with what it said', async () => {
    front.mischief = () => ({ status: 200, body: '<h1>Welcome</h1>' });
    const error = await caught(muster.gateway.status());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status: 200, text: '<h1>Welcome</h1>' });
  });

  it('where nobody listens is told as one', async () => {
    const nobody = await throughFront({ retries: 1 });
    front.close();
    expect(await caught(nobody.gateway.status())).toBeInstanceOf(UnreachableError);
  });

  it('where nobody answers in time is told as well', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    const silent = clientAt(world, { fetch: never, timeout: 5, retries: 1 });
    expect(await caught(silent.gateway.status())).toMatchObject({ message: 'No answer within 5 ms.' });
  });
});
