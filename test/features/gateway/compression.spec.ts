import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { openWorld, type World } from '../../support/world.ts';

const origin = 'https://kiosk.example.org';
let world: World;
let hall: Awaited<ReturnType<typeof crowded>>;
beforeAll(async () => {
  world = await openWorld({ CORS_ORIGINS: origin });
  hall = await crowded();
});
afterAll(() => world.close());

interface Asked {
  readonly path: string;
  readonly key: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Asks without unpacking what is answered. */
async function ask({ path, key, method = 'GET', headers = {}, body }: Asked) {
  const outgoing = request(world.url + path, { method, headers: { 'X-Api-Key': key, ...headers } });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return {
    status: incoming.statusCode,
    headers: new Headers(incoming.headersDistinct as never),
    bytes: await buffer(incoming),
  };
}

/** A hackathon with thirty people, and a way to ask for the list of them as an organizer's key does. */
async function crowded() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  await world.crowd(track, 30);
  const key = await world.key(await world.member(acme, 'OWNER'), acme);
  const path = `/super-events/${hack.id}/registrations`;
  const get = (headers: Record<string, string> = {}, method = 'GET', at = path) =>
    ask({ method, path: at, key, headers });
  return { hack, track, key, get };
}

describe('A long answer', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.5', 'GZIP'])(
    'is packed for a client that takes %s',
    async (accepted) => {
      const { get } = hall;
      const plain = await get();
      const packed = await get({ 'Accept-Encoding': accepted });
      expect(packed.status).toBe(200);
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(packed.headers.get('vary')).toBe('Accept-Encoding');
      expect(packed.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(packed.headers.get('cache-control')).toBe('no-store');
      expect(Number(packed.headers.get('content-length'))).toBe(packed.bytes.length);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    },
  );

  it.each([undefined, 'identity', 'gzip;q=0', 'br', 'gzip;q=0, *'])(
    'is plain for a client that takes %s',
    async (accepted) => {
      const { get } = hall;
      const { headers, bytes } = await get(accepted === undefined ? {} : { 'Accept-Encoding': accepted });
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(Number(headers.get('content-length'))).toBe(bytes.length);
    },
  );

  it('has the same headers for HEAD, and no body', async () => {
    const { get } = hall;
    const packed = await get({ 'Accept-Encoding': 'gzip' });
    const head = await get({ 'Accept-Encoding': 'gzip' }, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-encoding', 'content-length', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, packed.headers.get(name)]);
  });

  it('says so beside what it differs by already, to a page of another origin', async () => {
    const { get } = hall;
    const { headers } = await get({ 'Accept-Encoding': 'gzip', Origin: origin });
    expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('with an ETag is 304 by the same tag, packed or not', async () => {
    const { hack, get } = hall;
    for (let n = 0; n < 12; n++) await world.point(hack, { name: `Door ${n}` });
    const path = `/super-events/${hack.id}/board`;
    const packed = await get({ 'Accept-Encoding': 'gzip' }, 'GET', path);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const tag = packed.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    for (const accepted of ['gzip', 'identity']) {
      const again = await get({ 'Accept-Encoding': accepted, 'If-None-Match': tag }, 'GET', path);
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag]);
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
      expect(again.headers.get('content-encoding')).toBeNull();
    }
  });
});

describe('A short answer', () => {
  it('is plain whatever a client takes: a scan, an error', async () => {
    const { track, key, get } = hall;
    const door = await world.point(track);
    const { token } = await world.registered(await world.person(), track);
    const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' };
    const path = `/checkin-points/${door.id}/scan`;
    const scan = await ask({ path, key, method: 'POST', headers, body: JSON.stringify({ token }) });
    const refusal = await get({ 'Accept-Encoding': 'gzip' }, 'GET', '/teams/nothing');
    expect([scan.status, refusal.status]).toEqual([201, 404]);
    for (const answer of [scan, refusal]) {
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(answer.headers.get('vary') ?? '').not.toContain('Accept-Encoding');
    }
  });
});
