import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Place, Track } from '../../support/fixtures.ts';
import type { Client } from '../../support/client.ts';
import { ask, dial, exchange, parse, readToEnd } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let organizer: Client;
let key: string;
let track: Track;
let place: Place;
let path: string;
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  organizer = world.as(olga, acme);
  key = await world.keyOf(olga, acme);
  track = await world.track(await world.superEvent(acme));
  place = await world.registered(await world.person(), track, 'pending');
  path = `/registrations/${place.id}/status`;
});
afterAll(() => world.close());

const json = { 'Content-Type': 'application/json' };
const sent = (body: string | Buffer, headers: Record<string, string> = json) =>
  ask(world.url, { method: 'PATCH', path, body, headers: { 'X-Api-Key': key, ...headers } });
const statusOf = async () =>
  (await world.rows<{ status: string }>`select status from registrations.registration where id = ${place.id}`)[0]
    ?.status;
const nested = (depth: number) => `{"status":"waitlisted","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('A body that is no JSON object', () => {
  it.each([
    ['is cut off', '{"status":', 'json'],
    ['is not JSON', 'status=accepted', 'json'],
    ['has a comment', '{"status":"accepted"} // please', 'json'],
    ['has two values', '{"status":"accepted"}{}', 'json'],
    ['is a list', '[{"status":"accepted"}]', 'object'],
    ['is a text', '"accepted"', 'object'],
    ['is a number', '1', 'object'],
    ['is null', 'null', 'object'],
    ['is nested 40 levels deep', nested(40), 'depth'],
    ['is nested 20,000 levels deep', nested(20_000), 'depth'],
    ['has NUL in a text', '{"status":"acc\\u0000epted"}', 'nul'],
    ['has NUL in a name', '{"sta\\u0000tus":"accepted"}', 'nul'],
  ])('is 400 when it %s', async (_what, body, code) => {
    const answer = await sent(body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'body', code }] });
  });

  it('has changed nothing', async () => {
    expect(await statusOf()).toBe('pending');
  });
});

describe('A body that is odd', () => {
  it('is taken with a charset, a byte order of members and members nobody asked for', async () => {
    const answer = await sent('{"user_id":"x","status":"waitlisted","id":"y"}', {
      'Content-Type': 'Application/JSON; charset="UTF-8"',
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { status: 'waitlisted' } } });
  });

  it('is taken in chunks', async () => {
    const headers = { ...json, 'Transfer-Encoding': 'chunked' };
    expect(await sent('{"status":"pending"}', headers)).toMatchObject({ status: 200 });
  });

  it('is an empty object when it is empty or blank', async () => {
    for (const body of ['', '  \n']) {
      expect(await sent(body)).toBeRefused(400, 'VALIDATION_FAILED', {
        errors: [{ field: 'status', code: 'required' }],
      });
    }
  });

  it('keeps half a surrogate pair as the replacement character', async () => {
    const answers = '{"answers_json":{"note":"\\ud83d"}}';
    const hack = { id: track.super_event_id, organization_id: track.organization_id };
    const answer = await organizer.post(`/super-events/${hack.id}/register`, answers);
    expect(answer.status).toBeLessThan(500);
  });
});

describe('A body that reaches for prototypes', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('is refused, member %s', async (member) => {
    const [before] = await world.rows<{ n: number }>`select count(*)::int as n from registrations.audit`;
    const body = `{"${member}":{"status":"accepted","id":"x","polluted":true}}`;
    expect(await sent(body)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'body', code: 'name' }] });
    expect(await sent(`{"constructor":{"prototype":{"polluted":true}}}`)).toMatchObject({ status: 400 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'status')).toBe(false);
    expect(await world.rows`select count(*)::int as n from registrations.audit`).toEqual([before]);
  });

  it('is refused in a free-form object as well', async () => {
    const acme = { id: track.organization_id };
    const ada = world.as(await world.person(), acme);
    const body = '{"answers_json":{"__proto__":{"a":1},"deep":[{"constructor":{"prototype":{"b":1}}}]}}';
    const answer = await ada.post(`/super-events/${track.super_event_id}/register`, body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'body', code: 'name' }] });
    const kept = await world.rows<{
      text: string;
    }>`select answers_json::text as text from registrations.super_event_registration`;
    expect(kept.filter(({ text }) => /__proto__|constructor|prototype/.test(text))).toEqual([]);
    expect(({} as { a?: number }).a).toBeUndefined();
  });
});

describe('A body that is too large', () => {
  const large = JSON.stringify({ status: 'accepted', x: 'x'.repeat(150_000) });

  it('is 413 by its length', async () => {
    expect(await sent(large)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 by its chunks', async () => {
    expect(await sent(large, { ...json, 'Transfer-Encoding': 'chunked' })).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 before it has been sent', async () => {
    const answer = await exchange(
      world.url,
      `PATCH ${path} HTTP/1.1\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n{`,
    );
    expect(answer).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('is taken by the endpoint that says so', async () => {
    const point = await world.point(track);
    const scans = Array.from({ length: 500 }, (_, n) => ({ token: 't'.repeat(300), nonce: String(n) }));
    const body = JSON.stringify({ scans });
    expect(body.length).toBeGreaterThan(150_000);
    expect(await organizer.post(`/checkin-points/${point.id}/scan/batch`, body)).toMatchObject({ status: 200 });
  });
});

describe('A body of another type', () => {
  const body = '{"status":"accepted"}';
  it.each<[string, Record<string, string>]>([
    ['has no type', {}],
    ['is a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['is text', { 'Content-Type': 'text/plain' }],
    ['is almost JSON', { 'Content-Type': 'application/jsonx' }],
    ['is in another charset', { 'Content-Type': 'application/json; charset=utf-16' }],
    ['says it is compressed', { ...json, 'Content-Encoding': 'gzip' }],
  ])('is 415 when it %s', async (_what, headers) => {
    expect(await sent(body, headers)).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('is 415 when it is compressed, however small', async () => {
    expect(await sent(gzipSync(body), { ...json, 'Content-Encoding': 'gzip' })).toBeRefused(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

describe('A body on its way', () => {
  it('is not waited for when the key is wrong', async () => {
    const socket = await dial(world.url);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nX-Api-Key: wrong\r\nContent-Type: application/json\r\nContent-Length: 50000000\r\n\r\n`,
    );
    const answer = parse(await readToEnd(socket));
    expect(answer).toBeRefused(401, 'UNAUTHENTICATED');
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('that breaks off leaves nothing behind', async () => {
    const socket = await dial(world.url);
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 21\r\n\r\n{"status":`,
    );
    socket.destroy();
    expect(await organizer.get(`/registrations/${place.id}`)).toMatchObject({ status: 200 });
    expect(await statusOf()).not.toBe('accepted');
  });
});
