import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

const assets: [path: string, type: string][] = [
  ['/reference/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/reference/swagger-ui.css', 'text/css; charset=utf-8'],
];
const everything: typeof assets = [
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/reference', 'text/html; charset=utf-8'],
  ...assets,
];
const inPackage = (path: string) =>
  readFileSync(path.replace('/reference/', 'node_modules/swagger-ui-dist/')).toString();

let world: World;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,gateway' });
});
afterAll(() => world.close());

describe('The reference', () => {
  it('is among the endpoints of the status', async () => {
    expect((await world.stranger().get('/status')).body.data.endpoints.reference).toBe('/reference');
  });

  it('is a page that may load and run nothing but its own', async () => {
    const { headers, text } = await ask(world.url, { path: '/reference' });
    const hashOf = (tag: string) => {
      const [, content = ''] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text) ?? [];
      return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    };
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'self' ${hashOf('style')}`,
      `script-src 'self' ${hashOf('script')}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      'data:,',
      '/reference/swagger-ui.css',
      '/reference/swagger-ui-bundle.js',
      '/openapi.json',
    ]);
  });

  it('is the same with a slash at its end', async () => {
    const { text } = await ask(world.url, { path: '/reference' });
    expect(await ask(world.url, { path: '/reference/' })).toMatchObject({ status: 200, text });
  });

  it('is answered whole although a body comes with the question', async () => {
    const headers = { 'Content-Length': '4000000' };
    for (const [path] of assets) {
      const answer = await ask(world.url, { path, headers, body: 'x'.repeat(4_000_000) });
      expect(answer.text === inPackage(path)).toBe(true);
    }
  });

  it.each(assets)('serves %s as the package has it', async (path) => {
    const plain = await ask(world.url, { path });
    expect(plain.text === inPackage(path)).toBe(true);
  });

  it.each(everything)('packs %s as well as its reader can unpack it', async (path) => {
    const plain = await ask(world.url, { path });
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const [accepted, coding] of [
      ['br, gzip', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const packed = await world.stranger().get(path, { headers: { 'Accept-Encoding': accepted } });
      expect(packed.headers.get('content-encoding')).toBe(coding);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 1.5);
      expect(packed.text === plain.text).toBe(true);
    }
    const refused = await ask(world.url, { path, headers: { 'Accept-Encoding': 'br;q=0, gzip;q=0' } });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  it.each(everything)('says what %s is, and that it is to be asked for again', async (path, type) => {
    const { status, headers } = await ask(world.url, { path });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('vary')).toBe('Accept-Encoding');
  });

  it.each(everything)('sends %s once to whoever keeps it', async (path) => {
    const tag = (await ask(world.url, { path })).headers.get('etag') ?? '';
    for (const known of [tag, `"another", ${tag}`]) {
      const again = await world.stranger().get(path, { headers: { 'If-None-Match': known } });
      expect(again).toMatchObject({ status: 304, text: '' });
      expect(again.headers.get('etag')).toBe(tag);
    }
    expect((await ask(world.url, { path, headers: { 'If-None-Match': '"another"' } })).status).toBe(200);
  });

  it.each(everything)('answers HEAD %s with its size', async (path) => {
    const get = await ask(world.url, { path });
    const head = await ask(world.url, { method: 'HEAD', path });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  });

  it.each([
    '/reference/index.html',
    '/reference/package.json',
    '/reference/swagger-ui.css.map',
    '/reference/swagger-ui-dist/swagger-ui.css',
    '/reference/SWAGGER-UI.CSS',
    '/reference/swagger%2Dui.css',
    '/reference/swagger-ui.css%00',
    '/reference/../package.json',
    '/reference/..%2Fpackage.json',
    '/reference/%2e%2e/package.json',
    '/reference/..\\package.json',
    '/reference//etc/passwd',
    '/reference/%2Fetc%2Fpasswd',
    '/reference/constructor',
  ])('has no other file: %s', async (path) => {
    expect(await ask(world.url, { path })).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A gateway that people reach below a path', () => {
  it('has its reference there', async () => {
    const below = await openWorld({ SERVICES: 'identity,gateway', PUBLIC_URL: 'https://example.org/hack' });
    const { text } = await ask(below.url, { path: '/reference' });
    await below.close();
    expect(text).toContain('src="/hack/reference/swagger-ui-bundle.js"');
    expect(text).toContain('href="/hack/reference/swagger-ui.css"');
    expect(text).toContain('data-root="/hack"');
  });
});
