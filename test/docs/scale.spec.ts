/** The tables of docs/operations/scale.md are those that its simulation makes of the measurements. */
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { doorTable, error, morningTable, simulated } from '../../bench/morning.ts';

/** Cells, without the spaces that make columns of them. */
const cellsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| +[\d-]/.test(line) && !/^[ |-]+$/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
const page = readFileSync('docs/operations/scale.md', 'utf8');

it.each([
  ['doors', doorTable],
  ['scans', morningTable],
])('has the table of %s', (_what, table) => {
  const rows = cellsOf(table());
  expect(rows.length).toBe(9 + 3 * Number(table === morningTable));
  expect(cellsOf(page)).toEqual(expect.arrayContaining(rows));
});

it('is held to the measurement, within a fifth', () => {
  expect(Math.abs(error())).toBeLessThan(0.2);
  const [said, measured] = simulated();
  for (const figure of [said, measured]) expect(page).toContain(Math.round(figure).toLocaleString('en'));
});
