/** Sentences in documents and comments name their subject first; none begins with a relative clause. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const relative = /^["“(*_![]*(?:Who|Whoever|Whom|Whomever|Whose|What|Whatever)\b/;
const sentencesOf = (text: string) => text.split(/(?<=[.!?:;][)"”*_]*)\s+/);
const offending = (texts: readonly string[]) =>
  texts.flatMap(sentencesOf).filter((sentence) => relative.test(sentence));

/** Headings, list items, table cells and paragraphs of a page, without code. */
function blocksOf(page: string): string[] {
  const prose = page.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/`[^`]*`/g, 'code');
  const lines = prose.split('\n').map((line) => line.trim().replace(/^(#+|>|[-*]|\d+\.) /, '\n'));
  return lines
    .flatMap((line) => (line.startsWith('|') ? ['\n', ...line.split('|').map((cell) => `${cell.trim()}\n`)] : [line]))
    .map((line) => line || '\n')
    .join(' ')
    .split('\n')
    .map((block) => block.trim());
}

/** The comments of a program, each as one line of text. */
function commentsOf(program: string): string[] {
  const blocks = [...program.matchAll(/\/\*+([^]*?)\*\//g)].map(([, text = '']) => text.replaceAll(/\n\s*\*? ?/g, ' '));
  const lines = [...program.matchAll(/(?:^[ \t]*\/\/ .*\n)+|(?<=[;,{}()] )\/\/ .*$/gm)];
  return [...blocks, ...lines.map(([text]) => text.replaceAll(/\n?[ \t]*\/\/ /g, ' '))].map((text) => text.trim());
}

const pages = globSync('{*.md,docs/**/*.md,bench/*.md,clients/*/*.md,examples/**/*.md}');
// A migration that ran somewhere never changes, with its comments.
const programs = globSync(
  '{*,{services,shared,event-file,cli,clients,web,test,bench,examples}/**/*}.{ts,tsx,js}',
).filter((file) => !/node_modules|\/(dist|generated|migrations|releases)\//.test(file));

describe('No sentence begins with a relative clause', () => {
  it.each(pages)('%s', (page) => {
    expect(offending(blocksOf(readFileSync(page, 'utf8')))).toEqual([]);
  });

  it('in comments', () => {
    const found = programs.flatMap((file) =>
      offending(commentsOf(readFileSync(file, 'utf8'))).map((sentence) => `${file}: ${sentence}`),
    );
    expect(found).toEqual([]);
  });

  it.each(['Who', 'Whoever', 'Whose', 'What'])('and none with %s goes unnoticed', (word) => {
    const page = `# ${word} it is\n\nIt works.\n${word} reads\nthis knows.\n\n| a | ${word} asks |\n`;
    expect(offending(blocksOf(page))).toHaveLength(3);
    const program = `/**\n * Reads it. ${word}\n * it says.\n */\ncall(); // ${word} calls\n`;
    expect(offending(commentsOf(program))).toHaveLength(2);
  });
});
