import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { factsPage } from '../../cli/docs.ts';

it('docs/facts.md has every type, as `npm run docs` writes them', async () => {
  expect(readFileSync('docs/facts.md', 'utf8')).toBe(await factsPage());
});
