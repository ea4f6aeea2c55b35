import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const inCode = (text: string) =>
  [...text.replace(/```[^]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replace(/\s+/g, ' '));

describe('Files that CONTRIBUTING names', () => {
  const paths = inCode(page).filter((code) => /^(\.?[\w-]+\/)+[\w./-]*$|^[\w-]+\.(md|ts|json)$/.test(code));
  const found = (path: string) => existsSync(path) || globSync(`services/*/${path}`).length > 0;

  it.each([...new Set(paths)])('%s is there', (path) => {
    expect(found(path)).toBe(true);
  });

  it.each([...new Set([...page.matchAll(/npm (?:run )?(?:-s )?([a-z:]+)/g)].map(([, name = '']) => name))])(
    'npm run %s is a command',
    (name) => {
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
      expect(['ci', ...Object.keys(scripts)]).toContain(name);
    },
  );
});

/** Each step of a checklist: the files it names, and the names it says stand in them. */
const checklists = ['## Add an endpoint', '## Add a field', '## Add a fact', '## Add a page'];
const steps = checklists.flatMap((heading) => {
  const [, after = ''] = page.split(`${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^\d\. \*\*([\w ]+)\*\*:((?:.|\n(?!\d\. |\n))*)/gm)].map(([, title = '', text = '']) => ({
    step: `${heading.slice(3)}: ${title}`,
    files: inCode(text).filter((code) => /\.ts$/.test(code) && existsSync(code)),
    symbols: inCode(text).filter((code) => /^[a-zA-Z]\w+$/.test(code) && code !== 'nickname'),
  }));
});

describe('A step of a checklist', () => {
  it('is read here, each of them', () => {
    expect(steps.length).toBe(18);
  });

  it.each(steps.filter(({ files }) => files.length > 0))('$step names what is in its files', ({ files, symbols }) => {
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const commonplace = new Set(['describe', 'it', 'queries', 'migrations']);
    expect(symbols.filter((symbol) => !commonplace.has(symbol) && !new RegExp(`\\b${symbol}\\b`).test(text))).toEqual(
      [],
    );
  });
});
