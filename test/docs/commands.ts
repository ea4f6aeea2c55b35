/** Every command that a document shows: lines of shell and SQL, and what stands in a sentence. */
import { globSync, readFileSync } from 'node:fs';

export interface Shown {
  readonly text: string;
  /** Where it is shown first. */
  readonly page: string;
}

const pages = globSync('{*.md,docs/**/*.md,bench/*.md,clients/*/*.md}').sort(
  // Readers begin with the README, which makes what later pages speak of.
  (a, b) => Number(b === 'README.md') - Number(a === 'README.md') || a.localeCompare(b),
);
const fence = /^```(\w*)\n([^]*?)^```$/gm;
const tools = /^(muster|npm|npx|node|curl|docker compose|kubectl|nats-server|sh|\.ci\/run)( |$)/;

const blocksOf = (page: string, language: string) =>
  [...readFileSync(page, 'utf8').matchAll(fence)].flatMap(([, named, text = '']) => (named === language ? [text] : []));

/** Without comments; a line that ends with a backslash goes on. */
const linesOf = (block: string) =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(^|\s+)# ?.*$/, '').trim())
    .filter((line) => line !== '');

/** A placeholder of prose, such as `muster` alone, names no command. */
const inProse = (page: string) =>
  [
    ...readFileSync(page, 'utf8')
      .replaceAll(fence, '')
      .matchAll(/`([^`]+)`/g),
  ]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => tools.test(code) && code.includes(' '));

const once = (found: readonly Shown[]) =>
  [...new Map(found.toReversed().map((one) => [one.text, one])).values()].toReversed();
const everywhere = (find: (page: string) => string[]) =>
  once(pages.flatMap((page) => find(page).map((text) => ({ text, page }))));

export const commands = everywhere((page) => blocksOf(page, 'sh').flatMap(linesOf));
export const mentions = everywhere(inProse).filter(({ text }) => !commands.some((command) => command.text === text));
export const statements = everywhere((page) =>
  blocksOf(page, 'sql')
    .flatMap((block) => block.replaceAll(/--.*$/gm, '').split(';'))
    .map((statement) => statement.trim())
    .filter((statement) => statement !== ''),
);
