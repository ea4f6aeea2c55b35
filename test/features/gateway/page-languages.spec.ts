import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basename } from 'node:path';
import { bundlePages } from '../../../shared/pages/bundle.ts';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const open = (path: string, headers: Record<string, string> = {}) =>
  ask(world.url, { path, headers: { Accept: 'text/html', ...headers } });
const languageOf = ({ text }: { readonly text: string }) => /<html lang="(\w+)">/.exec(text)?.[1];

describe('A page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['ja', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['ja, fr-CA;q=0.5, en;q=0.4', 'fr'],
    ['en;q=0.3, de;q=0.7', 'de'],
    ['de;q=0, es;q=0.1', 'es'],
    ['nonsense;;q=x,,', 'en'],
  ])('is served to a reader of %j in %s', async (accepted, language) => {
    const page = await open('/signin', accepted === undefined ? {} : { 'Accept-Language': accepted });
    expect([page.status, languageOf(page)]).toEqual([200, language]);
    expect(page.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding');
  });

  it.each([
    ['locale=fr', 'fr'],
    ['a=b; locale=fr; c=d', 'fr'],
    ['locale=xx', 'de'],
    ['locale=constructor', 'de'],
    ['mylocale=fr', 'de'],
  ])('is served with the cookie %s in %s', async (Cookie, language) => {
    expect(languageOf(await open('/signin', { Cookie, 'Accept-Language': 'de' }))).toBe(language);
  });

  it('has its title and every word without JavaScript in its language', async () => {
    const { text } = await open('/signin', { 'Accept-Language': 'de' });
    expect(text).toContain('<title>Anmelden – Muster</title>');
    expect(text).toContain('<noscript><p class="state">Diese Seite braucht JavaScript.</p></noscript>');
  });

  it('of organizers is served in English or German', async () => {
    const languages = ['en', 'de', 'es', 'fr'].map((each) => open('/desk', { 'Accept-Language': each }));
    expect((await Promise.all(languages)).map(languageOf)).toEqual(['en', 'de', 'en', 'en']);
  });

  it('has another tag in each language', async () => {
    const pages = await Promise.all(['en', 'de'].map((each) => open('/me', { 'Accept-Language': each })));
    const [english, german] = pages.map(({ headers }) => headers.get('etag') ?? '');
    expect(english).not.toBe(german);
    const known = { 'Accept-Language': 'de', 'If-None-Match': german ?? '' };
    expect((await open('/me', known)).status).toBe(304);
    expect((await open('/me', { ...known, 'Accept-Language': 'en' })).status).toBe(200);
  });

  it('has parts that are found whatever language their own request asks for', async () => {
    const part = basename((await bundlePages('fr')).pages.kiosk?.script ?? '');
    expect((await open(`/assets/${part}`, { 'Accept-Language': 'en' })).status).toBe(200);
  });
});

it('The page for an unknown address is served in the language of its reader', async () => {
  const page = await open('/no/such/page', { 'Accept-Language': 'es' });
  expect([page.status, languageOf(page)]).toEqual([404, 'es']);
});
