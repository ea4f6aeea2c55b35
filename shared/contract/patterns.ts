/** Patterns that organizers write for answers: regular expressions that RE2 matches in linear time, and small ones. */
import { RE2JS } from 're2js';
import type { Check } from './formats.ts';
import { t } from './schema.ts';

/**
 * A repetition is written out when it is compiled: twelve characters can become thousands of instructions, each of which
 * may be looked at for each character of an answer.
 */
const most = { characters: 200, instructions: 140 };

type Flaw = 'regularExpression' | 'patternSize';

/** The pattern, or what is wrong with it: it may also need to look back or around, which linear time cannot give. */
export function compilePattern(text: string): RE2JS | Flaw {
  if (text.length > most.characters || repeatsTooOften(text)) return 'patternSize';
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(text));
    return pattern.programSize() > most.instructions ? 'patternSize' : pattern;
  } catch {
    return 'regularExpression';
  }
}

/** Seen before it is compiled, which would take a while by itself. */
const repeatsTooOften = (text: string) =>
  Array.from(text.matchAll(/\{(?:\d*,)?(\d+)\}/g)).some(([, times]) => Number(times) > most.instructions);

const isPattern: Check = (value, problems) => {
  const pattern = typeof value === 'string' ? compilePattern(value) : undefined;
  if (typeof pattern === 'string') problems.push({ type: pattern, actual: value });
  return value;
};

/** What a registration field asks of its answers: a free-form object, but a pattern in it must be one. */
export const validationRules = () => {
  const pattern = { ...t.string(), custom: isPattern };
  return { ...t.json(), props: { pattern: t.optional(pattern) } };
};
