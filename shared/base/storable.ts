/** Values that cannot be kept: by PostgreSQL, as JSON, or as the name of a member. */

/** Member names that would reach an object's prototype. */
const dangerous = new Set(['__proto__', 'constructor', 'prototype']);
export const isDangerousName = (name: unknown): boolean => dangerous.has(name as string);

/** Returns why a value cannot be kept: a text with NUL or a lone surrogate, or a number that JSON does not have. */
export function flawOf(value: unknown): 'nul' | 'surrogate' | 'number' | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'number';
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return 'nul';
  return value.isWellFormed() ? undefined : 'surrogate';
}
