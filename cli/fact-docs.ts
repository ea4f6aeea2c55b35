/** Writes the table of types in `docs/facts.md`. */
import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { facts, factTypes } from '../shared/contract/facts.ts';

/** The page with its table as it should be. */
export async function factsPage(): Promise<string> {
  const page = readFileSync('docs/facts.md', 'utf8');
  const table = ['| Type | When | `data` |', '| --- | --- | --- |', ...factTypes.map(rowOf)].join('\n');
  const marked = page.replace(/(?<=<!-- types -->\n)[^]*(?=<!-- \/types -->)/, () => `\n${table}\n\n`);
  return format(marked, { parser: 'markdown', printWidth: 120 });
}

function rowOf(type: (typeof factTypes)[number]): string {
  const { summary, data } = facts[type];
  const members = Object.entries(data).map(([name, { optional }]) => (optional ? `[\`${name}\`]` : `\`${name}\``));
  return `| \`${type}\` | ${summary} | ${members.join(', ')} |`;
}
