/** The address of the service, of which every script is in `assets/`. */
const root = new URL('..', import.meta.url);

/** Returns the address of a path of the interface, such as `/super-events/x`. */
export const addressOf = (path: string): URL => new URL(path.replace(/^\//, ''), root);

/** Returns what a part of an address says. One that is not valid percent-encoding is kept: it names nothing, as pages say. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns what the address of this page names below `path`, such as `/apply/`. */
export const namedBelow = (path: string): string => decoded(location.pathname.slice(addressOf(path).pathname.length));

/** Returns the path of a page with its fragment, for links. */
export function pathOf(path: string): string {
  const { pathname, hash } = addressOf(path);
  return pathname + hash;
}
