/** Whether an answer has the form an organizer's pattern asks for, in a bounded time. */
import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { compilePattern } from '../../shared/contract/patterns.ts';

interface Compiled {
  /** Null where it cannot be taken. */
  readonly pattern: RE2JS | null;
  /** Longer answers do not match: at worst every instruction is looked at for every character. */
  readonly longest: number;
}

/** About 5 ms of one. */
const steps = 20_000;
const longestOfAll = 1_000;

/** Compiling takes longer than matching. Few are kept, for what a pattern has learned of answers can grow to megabytes. */
const compiled = new LRUCache<string, Compiled>({ max: 50 });

/**
 * The pattern is held against the whole answer, as in an HTML form. One that is none, that is too large, or that needs to
 * look back or around (which linear time cannot give), refuses nobody: fields refuse it when they are written.
 */
export function matches(text: string, value: string): boolean {
  const { pattern, longest } = compiledFrom(text);
  if (value.length > longest) return false;
  return pattern?.testExact(value) ?? true;
}

function compiledFrom(text: string): Compiled {
  const known = compiled.get(text);
  if (known) return known;
  const pattern = compilePattern(text);
  const made =
    typeof pattern === 'string'
      ? { pattern: null, longest: Infinity }
      : { pattern, longest: Math.min(longestOfAll, Math.floor(steps / pattern.programSize())) };
  compiled.set(text, made);
  return made;
}
