import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

const kiosk = 'https://kiosk.example.org';
let world: World;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,gateway', CORS_ORIGINS: `${kiosk},http://localhost:5173` });
});
afterAll(() => world.close());

const preflight = (origin: string, path = '/status', method = 'GET') =>
  ask(world.url, { method: 'OPTIONS', path, headers: { Origin: origin, 'Access-Control-Request-Method': method } });

const namesOfCors = ({ headers }: Answer) => [...headers.keys()].filter((name) => name.startsWith('access-control'));

describe('A page of an origin that is listed', () => {
  it.each([kiosk, 'http://localhost:5173'])('may call from %s', async (origin) => {
    const answer = await ask(world.url, { path: '/status', headers: { Origin: origin } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-ID');
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  });

  it('is told so before it calls, without a key', async () => {
    const path = '/checkin-points/5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb/scan';
    const answer = await preflight(kiosk, path, 'POST');
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('X-Api-Key');
  });

  it('reads refusals as well', async () => {
    for (const path of ['/nothing', '/teams']) {
      const answer = await ask(world.url, { path, headers: { Origin: kiosk } });
      expect(answer.headers.get('access-control-allow-origin')).toBe(kiosk);
    }
  });
});

describe('A page of any other origin', () => {
  it.each([
    'https://example.org',
    'https://kiosk.example.org.evil.example',
    'https://evil-kiosk.example.org',
    'http://kiosk.example.org',
    'https://kiosk.example.org:8443',
    'https://KIOSK.example.org',
    'kiosk.example.org',
    'https://kiosk.example.or',
    'null',
    '*',
  ])('is told nothing, whatever it asks: %s', async (origin) => {
    for (const path of ['/status', '/nothing']) {
      const answer = await ask(world.url, { path, headers: { Origin: origin } });
      expect(answer.status).toBe(path === '/status' ? 200 : 404);
      expect(namesOfCors(answer)).toEqual([]);
    }
    const answer = await preflight(origin);
    expect(answer).toBeRefused(405, 'METHOD_NOT_ALLOWED');
    expect(namesOfCors(answer)).toEqual([]);
  });

  it("may be the gateway's own: its pages go on working", async () => {
    const body = JSON.stringify({ email: 'nobody@muster.test', password: 'not a password' });
    const headers = { Origin: world.url, 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    const answer = await ask(world.url, { method: 'POST', path: '/auth/signin', headers, body });
    expect(answer).toBeRefused(401, 'INVALID_CREDENTIALS');
  });
});

describe('A client that is no page', () => {
  it('needs no origin', async () => {
    const answer = await ask(world.url, { path: '/status' });
    expect(answer.status).toBe(200);
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('Where no origin is listed', () => {
  it('answers carry nothing about origins', async () => {
    const plain = await openWorld({ SERVICES: 'identity,gateway' });
    const answer = await ask(plain.url, { path: '/status', headers: { Origin: kiosk } });
    await plain.close();
    expect(answer.status).toBe(200);
    expect(namesOfCors(answer)).toEqual([]);
  });
});
