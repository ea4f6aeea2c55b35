/** Where the service is: every script stands in `assets/` below it. */
const root = new URL('..', import.meta.url);

/** Returns the address of a path of the interface, such as `/super-events/x`. */
export const addressOf = (path: string): URL => new URL(path.replace(/^\//, ''), root);

/** Returns the path of a page with its fragment, for links. */
export function pathOf(path: string): string {
  const { pathname, hash } = addressOf(path);
  return pathname + hash;
}
