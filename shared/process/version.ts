/** The release of this program, and whether an optional package is installed. */
import project from '../../package.json' with { type: 'json' };

/** The release of this program. */
export const { version } = project;

/**
 * Tells whether an optional package, which `npm ci --omit=optional` leaves out, is installed. It is not loaded.
 */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
