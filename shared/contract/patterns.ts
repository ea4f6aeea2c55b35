/** Patterns that organizers write for answers: regular expressions that RE2 matches in linear time. */
import { RE2JS } from 're2js';
import type { Check } from './formats.ts';
import { t } from './schema.ts';

/** Null where it is none, or needs to look back or around, which linear time cannot give. */
export function compilePattern(text: string): RE2JS | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(text));
  } catch {
    return null;
  }
}

const isPattern: Check = (value, problems) => {
  if (typeof value === 'string' && !compilePattern(value)) problems.push({ type: 'regularExpression', actual: value });
  return value;
};

/** What a registration field asks of its answers: a free-form object, but a pattern in it must be one. */
export const validationRules = () => {
  const pattern = { ...t.string(), custom: isPattern };
  return { ...t.json(), props: { pattern: t.optional(pattern) } };
};
