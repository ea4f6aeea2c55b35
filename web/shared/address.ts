/** The address of the service, of which every script is in `assets/`. */
const root = new URL('..', import.meta.url);

/** Returns the address of a path of the interface, such as `/super-events/x`. */
export const addressOf = (path: string): URL => new URL(path.replace(/^\//, ''), root);

/** Returns what the address of this page names below `path`, such as `/apply/`. */
export const namedBelow = (path: string): string =>
  decodeURIComponent(location.pathname.slice(addressOf(path).pathname.length));

/** Returns the path of a page with its fragment, for links. */
export function pathOf(path: string): string {
  const { pathname, hash } = addressOf(path);
  return pathname + hash;
}
