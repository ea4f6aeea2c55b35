import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageNames, type PageName } from '../../../shared/contract/pages.ts';
import { locales } from '../../../shared/contract/vocabulary.ts';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const wantsHtml = { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };
const paths: Partial<Record<PageName, string>> = {
  landing: '/',
  verify: '/auth/verify',
  reset: '/auth/reset',
  invite: '/invites/accept',
  address: '/account/email',
  restore: '/account/restore',
  apply: '/apply/spring-hack',
  badges: '/badges/spring-hack',
  projects: '/projects/spring-hack',
  expo: '/expo/spring-hack',
  // A link that is cut short leads to the page that says so.
  unsubscribe: '/unsubscribe/2nD7p',
};
const pathOf = (page: PageName) => paths[page] ?? `/${page}`;
/** Has an address of its own, unlike the page of unknown ones. */
const addressed = pageNames.filter((page) => page !== 'nothing');
const open = (page: PageName, language = 'en') =>
  ask(world.url, { path: pathOf(page), headers: { ...wantsHtml, 'Accept-Language': language } });
const partsIn = (html: string, tag = '') =>
  [...html.matchAll(new RegExp(`<${tag}[^>]*(?:src|href)="(/assets/[^"]+)"`, 'g'))].map(([, path = '']) => path);

describe.each(pageNames)('The page %s', (page) => {
  it('may load and run what is served here, and nothing that stands in it', async () => {
    const { status, headers, text } = await open(page);
    expect([status, headers.get('content-type')]).toEqual([page === 'nothing' ? 404 : 200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'self'",
      ...(page === 'kiosk' ? ["script-src 'self' 'wasm-unsafe-eval'"] : []),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !/^\/assets\/[\w-]+-[A-Z0-9]{8}\.\w+$/.test(address))).toEqual([]);
  });

  it.each(locales)('loads less than 40 kB in %s before it shows something', async (language) => {
    const { text } = await open(page, language);
    const atOnce = [...partsIn(text, 'script'), ...partsIn(text, 'link rel="(?:stylesheet|modulepreload)"')];
    const parts = await Promise.all(atOnce.map((path) => ask(world.url, { path })));
    const bytes = parts.reduce((sum, part) => sum + gzipSync(part.text).length, gzipSync(text).length);
    expect(bytes).toBeLessThan(40_000);
    expect(parts.length).toBeGreaterThan(1);
  });
});

describe.each(addressed)('The page %s', (page) => {
  it('is asked for again and comes once; its parts are kept for ever, since their names say what they are', async () => {
    const { headers, text } = await open(page);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    const known = { ...wantsHtml, 'If-None-Match': headers.get('etag') ?? '' };
    expect(await ask(world.url, { path: pathOf(page), headers: known })).toMatchObject({ status: 304, text: '' });
    for (const path of partsIn(text)) {
      const part = await ask(world.url, { path });
      expect([path, part.status, part.headers.get('cache-control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });
});

describe('The root', () => {
  const answered = async (Accept?: string) => {
    const answer = await ask(world.url, { path: '/', headers: Accept === undefined ? {} : { Accept } });
    return { answer, what: `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}` };
  };

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'text/plain',
    'text/html, */*',
    'text/html, application/json',
    'application/json, text/html',
    'text/html;q=0.5, application/json',
    'text/html;q=0.9, application/*;q=0.91',
    'application/json;q=0.2, text/html;q=0.1',
    'text/html;q=0, */*;q=0.1',
    'text/html;q=0.000, text/*',
    'text/*, text/html;q=0.3, application/json;q=0.4',
    'text/html-not, application/xhtml+xml',
    'application/json;profile="text/html, x"',
    'nonsense',
  ])('tells its status to who accepts %j, wanting a page no more than that', async (Accept) => {
    const { answer, what } = await answered(Accept);
    expect([what, answer.body.data.message]).toEqual(['200 application/json', 'Muster is running.']);
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding');
  });

  it.each([
    'text/html',
    'TEXT/HTML',
    'text/*',
    'text/html;charset=utf-8',
    'text/html, application/json;q=0.9',
    'application/json ; q=0.8 , text/html ; Q=0.9',
    'application/json;q=0.1, text/html;q=0.2',
    'application/json;q=0, */*',
    '*/*, application/*;q=0.5',
    'text/html;note="a, b;q=0";q=0.9, */*;q=0.8',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
  ])('is a page to who accepts %j, wanting that more', async (Accept) => {
    expect((await answered(Accept)).what).toBe('200 text/html');
  });

  it('is a page for a browser, and says that this depends on what is asked for', async () => {
    const { headers, text } = await open('landing');
    expect(headers.get('vary')).toBe('Accept, Accept-Language, Cookie, Accept-Encoding');
    expect(text).toContain('<title>Muster</title>');
  });
});

describe('An unknown address', () => {
  const asked = (Accept: string, method = 'GET') =>
    ask(world.url, { path: '/no/such/page', method, headers: { Accept } });

  it.each(['text/html', wantsHtml.Accept])('is a page to who accepts %j', async (Accept) => {
    const answer = await asked(Accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Language, Cookie, Accept-Encoding');
    expect(answer.text).toContain('<title>There is nothing here – Muster</title>');
    const known = { Accept, 'If-None-Match': answer.headers.get('etag') ?? '' };
    expect((await ask(world.url, { path: '/no/such/page', headers: known })).status).toBe(404);
  });

  it.each(['application/json', '*/*', 'text/html, application/json'])(
    'is refused to who accepts %j',
    async (Accept) => {
      const answer = await asked(Accept);
      expect(answer).toBeRefused(404, 'NOT_FOUND');
      expect(answer.headers.get('vary')).toBe('Accept');
    },
  );

  it('is no page where only the method is unknown', async () => {
    const answer = await ask(world.url, { path: '/signin', method: 'DELETE', headers: wantsHtml });
    expect(answer).toBeRefused(405, 'METHOD_NOT_ALLOWED');
  });
});

describe('A part of a page', () => {
  it('comes as small as its reader can unpack it, and as what it is', async () => {
    const [script = ''] = partsIn((await open('signin')).text, 'script');
    const plain = await ask(world.url, { path: script });
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    for (const coding of ['br', 'gzip']) {
      const packed = await world.stranger().get(script, { headers: { 'Accept-Encoding': coding } });
      expect(packed.headers.get('content-encoding')).toBe(coding);
      expect(packed.text === plain.text).toBe(true);
    }
  });

  it.each(['nothing.js', 'signin', '..%2Fpackage.json', '..%2Fworker.js', 'worker.js', 'constructor', '__proto__'])(
    'is what a page loads, and not %s',
    async (file) => {
      expect(await ask(world.url, { path: `/assets/${file}` })).toBeRefused(404, 'NOT_FOUND');
    },
  );
});

it('The worker that keeps pages has one name, and is asked for again', async () => {
  const { status, headers } = await ask(world.url, { path: '/worker.js' });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('public, no-cache');
});

describe('A hall behind one address', () => {
  let crowded: World;
  beforeAll(async () => {
    crowded = await openWorld({ SERVICES: 'identity,gateway', RATE_LIMIT: '2/min' });
  });
  afterAll(() => crowded.close());

  it('opens pages at once, whatever else is counted', async () => {
    const [part = ''] = partsIn((await open('me')).text);
    for (const path of ['/me', part, '/worker.js', '/me', part, '/']) {
      expect((await ask(crowded.url, { path, headers: wantsHtml })).status).toBe(200);
    }
  });
});
