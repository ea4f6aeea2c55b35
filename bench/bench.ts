/** `npm run bench`: measures what is claimed about speed. `npm run bench -- P1 P5` measures these alone. */
import { parseArgs } from 'node:util';
import { table } from '../cli/table.ts';
import { exportsOfManyRows } from './cases/exports.ts';
import { longLists } from './cases/lists.ts';
import { rankings } from './cases/ranking.ts';
import { busyDoors, oneProcess, quietDoor } from './cases/scans.ts';
import { starts } from './cases/starts.ts';
import type { Case, Row } from './measure.ts';

const cases: readonly Case[] = [busyDoors, quietDoor, oneProcess, longLists, rankings, exportsOfManyRows, starts];
const ids = cases.map(({ id }) => id);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, large: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !ids.includes(name.toUpperCase()));
if (unknown.length > 0) {
  console.error(`There is no case ${unknown.join(', ')}: there are ${ids.join(', ')}.`);
  process.exit(64);
}

const wanted = positionals.map((name) => name.toUpperCase());
const rows: Row[] = [];
for (const each of cases.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
  console.error(`${each.id} …`);
  rows.push(...(await each.run(values)));
}

const verdict = ({ met }: Row) => (met === null ? '–' : met ? 'met' : 'NOT MET');
const lines = rows.map((row) => [row.id, row.what, row.figure, row.goal, verdict(row)]);
if (values.json) console.log(JSON.stringify(rows, undefined, 2));
else console.log(table([['id', 'what', 'figure', 'goal', ''], ...lines]));
