/**
 * Caches the page of its scope and its parts. With a network the page is always the newest, without one the last
 * cached one. The content of a part never changes, so it is loaded once.
 */
/// <reference lib="webworker" />
export {};
declare const self: ServiceWorkerGlobalScope;

const scope = new URL(self.registration.scope);
const kept = `muster ${scope.pathname}`;
/** Milliseconds to wait for the newest page where there is one already. */
const patience = 3_000;

self.addEventListener('install', (event) => {
  event.waitUntil(fetchPage().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.origin) return;
  if (request.mode === 'navigate' && pathname === scope.pathname) event.respondWith(openPage(event));
  // The page asks for itself when its language has changed.
  else if (pathname === scope.pathname) event.respondWith(fetchPage());
  else if (pathname.includes('/assets/')) event.respondWith(part(request));
});

const cache = () => caches.open(kept);

async function openPage(event: FetchEvent): Promise<Response> {
  const known = await (await cache()).match(scope.pathname);
  const newest = fetchPage();
  if (!known) return newest;
  // It goes on arriving, and is there the next time.
  event.waitUntil(newest.catch(() => undefined));
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(known), patience));
  // A proxy's error page, or a service that is overloaded, is no better than the cached page.
  const fresh = newest.then(
    (page) => (page.status >= 500 ? known : page),
    () => known,
  );
  return Promise.race([fresh, late]);
}

/** Keeps a page only together with all that it loads, and drops what no page needs any more. */
async function fetchPage(): Promise<Response> {
  const page = await fetch(scope.pathname, { cache: 'no-cache' });
  if (!page.ok) return page;
  const html = await page.clone().text();
  const needed = [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const store = await cache();
  const missing = await Promise.all(needed.map(async (path) => ((await store.match(path)) ? [] : [path])));
  await store.addAll(missing.flat());
  await store.put(scope.pathname, page.clone());
  const old = (await store.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return pathname !== scope.pathname && !needed.includes(pathname);
  });
  await Promise.all(old.map((request) => store.delete(request)));
  return page;
}

const part = async (request: Request) => (await (await cache()).match(request)) ?? fetch(request);
