/** How things are called in addresses and in event files. */
import { t } from '../schema.ts';

/** Never of the form of a UUID: paths take either. */
export const slugPattern =
  /^(?![0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const slug = () => t.string({ max: 100, pattern: slugPattern });

export const keyPattern = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

/** Of a check-in point, a registration field or a requirement. */
export const key = () => t.string({ max: 64, pattern: keyPattern });
