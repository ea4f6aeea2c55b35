/** Links and pictures of documents lead to files that are there, and to headings that these have. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const pages = globSync('{*.md,docs/**/*.md,bench/*.md,clients/*/*.md,examples/**/*.md}').filter(
  (page) => !page.includes('node_modules'),
);
const proseOf = (page: string) => readFileSync(page, 'utf8').replaceAll(/^ *```[^]*?^ *```$/gm, '');

/** As GitHub names the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (page: string) =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Addresses in links and pictures, but not those of other hosts. */
const linksOf = (page: string) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^\w+:/.test(link));

function problemOf(page: string, link: string): string[] {
  const [path = '', anchor = ''] = link.split('#');
  const target = path ? join(dirname(page), path) : page;
  if (!existsSync(target)) return [`${link}: no such file`];
  if (!anchor || statSync(target).isDirectory()) return [];
  return anchorsOf(target).includes(anchor) ? [] : [`${link}: no such heading`];
}

describe('The links of a document', () => {
  it.each(pages)('lead somewhere: %s', (page) => {
    expect(linksOf(page).flatMap((link) => problemOf(page, link))).toEqual([]);
  });

  it('are noticed when they lead nowhere', () => {
    const broken = ['docs/nothing.md', 'docs/pictures/nothing.png', 'docs/desk.md#nothing', '#nothing'];
    expect(broken.flatMap((link) => problemOf('README.md', link))).toHaveLength(broken.length);
    expect(problemOf('README.md', 'docs/architecture.md#a-scans-way-through-the-files')).toEqual([]);
  });

  it('reach every document from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      const next = linksOf(page).map((link) => join(dirname(page), link.split('#')[0] ?? ''));
      for (const target of next.filter((path) => pages.includes(path))) reached.add(target);
    }
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe('The README', () => {
  const lines = readFileSync('README.md', 'utf8').trimEnd().split('\n');

  it('is read to its end: it has at most a hundred lines', () => {
    expect(lines.length).toBeLessThanOrEqual(100);
  });

  it('names the test command', () => {
    expect(lines.join('\n')).toContain('`npm ci && npm test`');
  });

  it('names a license that is there', () => {
    const { license } = JSON.parse(readFileSync('package.json', 'utf8')) as { license: string };
    expect(readFileSync('LICENSE', 'utf8')).toMatch(`${license} License`);
  });
});
