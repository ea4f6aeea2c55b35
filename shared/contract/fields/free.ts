/** Objects whose members nobody but their writers knows. */
import type { Check } from '../formats.ts';
import { t } from '../schema.ts';

/** Bytes of JSON: as many as the body of a request has. */
export const largestFree = 100_000;

const isSmall: Check = (value, problems) => {
  const isTooLarge = Buffer.byteLength(JSON.stringify(value) ?? '') > largestFree;
  if (isTooLarge) problems.push({ type: 'jsonMax', expected: largestFree });
  return value;
};

/** A free-form JSON object that somebody sends. */
export const freeObject = () => ({ ...t.json(), custom: isSmall });
