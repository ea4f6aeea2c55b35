/** Whether an answer has the form an organizer's pattern asks for, in time that grows with the answer alone. */
import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { compilePattern } from '../../shared/contract/patterns.ts';

/** Longer answers match no pattern. */
const longest = 1_000;

/** Compiling takes longer than matching; `null` is a pattern that cannot be taken. */
const compiled = new LRUCache<string, { pattern: RE2JS | null }>({ max: 500 });

/**
 * The pattern is held against the whole answer, as in an HTML form. One that is none, or that needs to look back or
 * around (which linear time cannot give), refuses nobody: fields refuse it when they are written.
 */
export function matches(pattern: string, value: string): boolean {
  if (value.length > longest) return false;
  return patternOf(pattern)?.testExact(value) ?? true;
}

function patternOf(text: string): RE2JS | null {
  const known = compiled.get(text);
  if (known) return known.pattern;
  const pattern = compilePattern(text);
  compiled.set(text, { pattern });
  return pattern;
}
