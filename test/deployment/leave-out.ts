/** Loaded by a process with `--import`: hides every package that `npm ci --omit=dev --omit=optional` leaves out. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

type Entry = Partial<Record<'dev' | 'optional' | 'devOptional', true>>;
const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Entry>;
};
const hidden = new Set(
  Object.entries(lock.packages).flatMap(([path, { dev, optional, devOptional }]) =>
    (dev ?? optional ?? devOptional) ? [path] : [],
  ),
);
const home = new URL('../../', import.meta.url).href;

/** The folder of the package that a file belongs to, as the lock file names it: `node_modules/a/node_modules/@b/c`. */
const packageOf = (url: string) =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(url.startsWith(home) ? url.slice(home.length) : '')?.[0] ?? '';

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!hidden.has(packageOf(found.url))) return found;
    throw Object.assign(new Error(`${specifier} is left out.`), { code: 'ERR_MODULE_NOT_FOUND' });
  },
});
