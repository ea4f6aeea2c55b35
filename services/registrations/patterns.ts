/** Matches answers with organizers' patterns in bounded time. */
import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { compilePattern } from '../../shared/contract/patterns.ts';

interface Compiled {
  /** Null for an unusable pattern. */
  readonly pattern: RE2JS | null;
  /**
   * Maximum number of characters of a matching answer, since at worst every instruction is visited for every
   * character.
   */
  readonly longest: number;
}

/** Instructions times characters; about 5 ms. */
const steps = 20_000;
const longestOfAll = 1_000;

/** Compiling takes longer than matching. Only a few patterns are kept, because a compiled one may grow to megabytes. */
const compiled = new LRUCache<string, Compiled>({ max: 50, memoMethod: compile });

/**
 * Tells whether the whole answer matches, as in an HTML form. An invalid or too large pattern matches everything;
 * such patterns are refused when a field is written.
 */
export function matches(text: string, value: string): boolean {
  const { pattern, longest } = compiled.memo(text);
  if (value.length > longest) return false;
  return pattern?.testExact(value) ?? true;
}

function compile(text: string): Compiled {
  const pattern = compilePattern(text);
  return typeof pattern === 'string'
    ? { pattern: null, longest: Infinity }
    : { pattern, longest: Math.min(longestOfAll, Math.floor(steps / pattern.programSize())) };
}
