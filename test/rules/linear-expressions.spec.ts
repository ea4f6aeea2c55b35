/**
 * Regular expressions that read requests take time in proportion to what they read. A quadratic one lets a header of some
 * kilobytes hold a process up for everybody.
 */
import { globSync, readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import { describe, expect, it } from '@jest/globals';

process.env['RECHECK_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

interface Token {
  readonly type: { readonly label: string };
  readonly value?: unknown;
  readonly start: number;
  readonly end: number;
}
const literals = new Map<string, string>();
const built: string[] = [];
for (const file of globSync('{services,shared,event-file}/**/*.ts').sort()) {
  const text = readFileSync(file, 'utf8');
  const { tokens } = parse(text, { sourceType: 'module', plugins: ['typescript'], tokens: true });
  for (const [at, { type, value, start, end }] of (tokens as Token[]).entries()) {
    if (type.label === 'regexp') literals.set(text.slice(start, end), file);
    if (value === 'RegExp' && tokens?.[at + 1]?.type.label === '(') built.push(file);
  }
}

/** One without repetition of any length looks at a fixed number of characters from each place on. */
const repeats = (source: string) => /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));
const partsOf = (literal: string) => {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
};

describe('Expressions of what meets requests', () => {
  it('are all literals, so that they are found', () => {
    expect(built).toEqual([]);
    expect(literals.size).toBeGreaterThan(150);
  });

  it.each([...literals].filter(([literal]) => repeats(partsOf(literal).source)))('%s of %s is linear', (literal) => {
    const { source, flags } = partsOf(literal);
    const found = checkSync(source, flags, { timeout: 60_000 });
    expect(found.status === 'safe' || found).toBe(true);
  });
});
