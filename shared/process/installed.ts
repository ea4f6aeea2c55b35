/** Optional packages, which `npm ci --omit=optional` leaves out where nobody needs what they do. */

/** Tells whether a package is installed here, without loading it. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
