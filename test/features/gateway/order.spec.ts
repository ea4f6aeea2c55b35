import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Place, Track } from '../../support/fixtures.ts';
import { ask, type Asked } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let key: string;
let weak: string;
let track: Track;
let place: Place;
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  key = await world.keyOf(await world.member(acme, 'OWNER'), acme);
  weak = await world.keyOf(await world.person(), acme);
  track = await world.track(await world.superEvent(acme, { payment_status: 'unpaid' }));
  place = await world.registered(await world.person(), track, 'pending');
});
afterAll(() => world.close());

const json = { 'Content-Type': 'application/json' };
const patch = (id: string, asked: Partial<Asked>) =>
  ask(world.url, { method: 'PATCH', path: `/registrations/${id}/status`, ...asked });

describe('The first refusal', () => {
  const huge = '['.repeat(200_000);

  it('is about the caller, before anything they send', async () => {
    for (const headers of [json, { 'Content-Type': 'text/plain' }, { ...json, 'Idempotency-Key': 'k'.repeat(256) }]) {
      expect(await patch(place.id, { body: huge, headers })).toBeRefused(401, 'UNAUTHENTICATED');
    }
  });

  it('is about the form of the body, before its fields and the row in the path', async () => {
    const headers = { ...json, 'X-Api-Key': key };
    expect(await patch(randomUUID(), { body: '{', headers })).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await patch(randomUUID(), { body: huge, headers })).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    expect(await patch(randomUUID(), { body: '{}', headers: { 'X-Api-Key': key } })).toBeRefused(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });

  it('is about a wrong field, before the row in the path', async () => {
    const headers = { ...json, 'X-Api-Key': key };
    const answer = await patch(randomUUID(), { body: '{"status":"no such"}', headers });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'status', code: 'enumValue' }] });
  });

  it('is about a row that is not there, before the right to it', async () => {
    const headers = { ...json, 'X-Api-Key': weak };
    expect(await patch(randomUUID(), { body: '{"status":"accepted"}', headers })).toBeRefused(404, 'NOT_FOUND');
    expect(await patch(place.id, { body: '{"status":"accepted"}', headers })).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is about the right to it, before a payment that is missing', async () => {
    const headers = { ...json, 'X-Api-Key': key };
    expect(await patch(place.id, { body: '{"status":"accepted"}', headers })).toBeRefused(402, 'EVENT_NOT_PAID');
  });
});

describe('A parameter of the path', () => {
  it('is never overridden by the body or the query', async () => {
    const [mine, other] = [await world.registered(await world.person(), track, 'pending'), place];
    const answer = await ask(world.url, {
      method: 'PATCH',
      path: `/registrations/${mine.id}/status?id=${other.id}`,
      headers: { ...json, 'X-Api-Key': key },
      body: JSON.stringify({ id: other.id, status: 'waitlisted' }),
    });
    expect(answer).toMatchObject({ status: 200 });
    const rows = await world.rows<{
      id: string;
    }>`select id from registrations.registration where status = 'waitlisted'`;
    expect(rows).toEqual([{ id: mine.id }]);
  });

  it('is decoded once', async () => {
    const path = `/events/${encodeURIComponent(encodeURIComponent(track.id.replace('-', '/')))}`;
    expect(await ask(world.url, { path, headers: { 'X-Api-Key': key } })).toBeRefused(404, 'NOT_FOUND');
    const whole = track.id.replace('a', '%61');
    expect(await ask(world.url, { path: `/events/${whole}`, headers: { 'X-Api-Key': key } })).toMatchObject({
      status: 200,
    });
  });
});

describe('The query', () => {
  it('neither gives nor overrides what belongs into the body', async () => {
    const path = `/registrations/${place.id}/status?status=rejected`;
    const headers = { ...json, 'X-Api-Key': key };
    const nothing = await ask(world.url, { method: 'PATCH', path, headers, body: '{}' });
    expect(nothing).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'status', code: 'required' }] });
    const other = await ask(world.url, { method: 'PATCH', path, headers, body: '{"status":"pending"}' });
    expect(other).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
  });

  const list = (query: string) =>
    ask(world.url, { path: `/events/${track.id}/registrations?${query}`, headers: { 'X-Api-Key': key } });

  it('gives numbers as numbers', async () => {
    const answer = await list('limit=7&page=2');
    expect(answer.body.data).toMatchObject({ pagination: { page: 2, limit: 7 } });
  });

  it.each([
    ['is no number', 'limit=many', 'limit', 'number'],
    ['is a number in other clothes', 'limit=1e1', 'limit', 'number'],
    ['is no whole number', 'limit=1.5', 'limit', 'numberInteger'],
    ['is over its maximum', 'limit=101', 'limit', 'numberMax'],
    ['is under its minimum', 'page=0', 'page', 'numberMin'],
    ['is given twice', 'limit=1&limit=2', 'limit', 'number'],
    ['is none of its words', 'sort_by=email', 'sort_by', 'enumValue'],
    ['has NUL in it', 'search=%00', 'search', 'nul'],
    ['is too long', `search=${'x'.repeat(101)}`, 'search', 'stringMax'],
  ])('is 400 when a value %s', async (_what, query, field, code) => {
    expect(await list(query)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field, code }] });
  });

  it('is not made into objects by brackets', async () => {
    expect(await list('limit[min]=1&__proto__[x]=1&search[]=a')).toMatchObject({
      status: 200,
      body: { data: { pagination: { limit: 50 } } },
    });
  });

  it('says all that is wrong at once', async () => {
    const { body } = await list('limit=0&page=0&sort_order=up');
    expect(body.errors?.map(({ field }) => field).sort()).toEqual(['limit', 'page', 'sort_order']);
  });

  it('of a body does not count for a GET', async () => {
    const path = `/events/${track.id}/registrations`;
    const headers = { ...json, 'Content-Length': '11', 'X-Api-Key': key };
    const answer = await ask(world.url, { path, headers, body: '{"limit":1}' });
    expect(answer).toMatchObject({ status: 200, body: { data: { pagination: { limit: 50 } } } });
  });
});
