import { describe, expect, it } from '@jest/globals';
import { createOutput } from '../../cli/output.ts';
import { table } from '../../shared/base/words.ts';

/** A name that would clear the screen, name the window, begin the line anew and turn the rest around. */
const name = 'Ada\u001b[2J\u001b]0;owned\u0007\rroot\u009b31m\u202eecila';
const harmless = 'Ada\\u001b[2J\\u001b]0;owned\\u0007\\u000droot\\u009b31m\\u202eecila';

function said(isTTY: boolean, speak: (output: ReturnType<typeof createOutput>) => void, json = false): string {
  let text = '';
  const stream = { isTTY, write: (part: string) => (text += part) };
  speak(createOutput({ json }, stream, stream));
  return text;
}

describe('Data that a terminal would obey', () => {
  it('is shown on one, in every way of speaking', () => {
    expect(said(true, (output) => output.answer({}, name))).toBe(`${harmless}\n`);
    expect(said(true, (output) => output.say(name))).toBe(`${harmless}\n`);
    expect(said(true, (output) => output.progress(name))).toContain(harmless);
    expect(said(true, (output) => output.refresh({}, name))).toContain(harmless);
    expect(said(true, (output) => output.answer({ name: '\u009b2J' }, ''), true)).toContain('\\u009b2J');
  });

  it('leaves lines, tabs and our colours as they are', () => {
    const text = 'one\n\ttwo \u001b[31mred\u001b[39m';
    expect(said(true, (output) => output.answer({}, text))).toBe(`${text}\n`);
  });

  it('is not touched where a file or a program reads it', () => {
    expect(said(false, (output) => output.answer({}, name))).toBe(`${name}\n`);
  });

  it('stays in its line where each thing has one, also in a file', () => {
    const [forged, spelt] = ['Ada\n[ ]  Root\u2028', 'Ada\\u000a[ ]  Root\\u2028'];
    expect(
      table([
        ['CAME', 'NAME'],
        ['[ ]', forged],
      ]),
    ).toBe(`CAME  NAME\n[ ]   ${spelt}`);
    expect(table([['NAME'], ['\u001b[31mAda\u001b[39m']])).toContain('\u001b[31mAda');
    expect(said(false, (output) => output.line({}, forged))).toBe(`${spelt}\n`);
    expect(said(false, (output) => output.line({ forged }, forged), true)).toBe(`${JSON.stringify({ forged })}\n`);
  });
});
