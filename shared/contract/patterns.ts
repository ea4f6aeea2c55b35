/**
 * Regular expressions that organizers write for answers. They are matched by RE2 in linear time and limited in size.
 */
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { freeObject } from './vocabulary.ts';
import type { FormatCheck } from './formats.ts';
import { t } from './schema.ts';

/**
 * RE2 expands repetitions when it compiles them, so twelve characters can become thousands of instructions, each of
 * which may be visited for each character of an answer.
 */
const most = { characters: 200, instructions: 140 };

type Flaw = 'regularExpression' | 'patternSize';

/**
 * Compiles a pattern, or returns what is wrong with it. Lookarounds and backreferences are refused, because they
 * cannot be matched in linear time.
 */
export function compilePattern(text: string): RE2JS | Flaw {
  if (text.length > most.characters || repeatsTooOften(text)) return 'patternSize';
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(text));
    return pattern.programSize() > most.instructions ? 'patternSize' : pattern;
  } catch {
    return 'regularExpression';
  }
}

/** Checked before compiling, because compiling such a pattern would itself take long. */
const repeatsTooOften = (text: string) =>
  Array.from(text.matchAll(/\{(\d*)(?:,(\d*))?\}/g)).some(
    ([, least, greatest = 0]) => Math.max(Number(least), Number(greatest)) > most.instructions,
  );

const isPattern: FormatCheck = (value, problems) => {
  const pattern = typeof value === 'string' ? compilePattern(value) : undefined;
  if (typeof pattern === 'string') problems.push({ type: pattern, actual: value });
  return value;
};

/** The rule for `validation_rules`: a free-form object whose `pattern`, if any, must compile. */
export const validationRules = () => {
  const pattern = { ...t.string(), custom: isPattern };
  return freeObject({ pattern: t.optional(pattern) });
};

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
 * such patterns are refused when a question is written.
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
