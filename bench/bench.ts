/** `npm run bench`: measures the claims about speed. `npm run bench -- P1 P5` measures only these. */
import { parseArgs } from 'node:util';
import { table } from '../shared/base/words.ts';
import { acceptances } from './cases/acceptances.ts';
import { decisions } from './cases/decisions.ts';
import { imports } from './cases/imports.ts';
import { evening } from './cases/evening.ts';
import { exportsOfManyRows } from './cases/exports.ts';
import { fairness } from './cases/fair.ts';
import { streams } from './cases/facts.ts';
import { fleet } from './cases/fleet.ts';
import { pooler } from './cases/pooler.ts';
import { gallery } from './cases/gallery.ts';
import { growth } from './cases/growth.ts';
import { openStreams } from './cases/open-streams.ts';
import { pages } from './cases/pages.ts';
import { rankings } from './cases/ranking.ts';
import { publicReads } from './cases/public.ts';
import { guardedReads } from './cases/reads.ts';
import { scansInOneProcess, scansOverNats } from './cases/scans.ts';
import { starts } from './cases/starts.ts';
import { statements } from './cases/statements.ts';
import { tables } from './cases/tables.ts';
import { webhooks } from './cases/webhooks.ts';
import { writes } from './cases/writes.ts';
import { stopGenerator } from './load/load.ts';
import type { Case, Row } from './measure.ts';

const cases: readonly Case[] = [
  ...[scansOverNats, scansInOneProcess, guardedReads, rankings, exportsOfManyRows],
  ...[
    writes,
    starts,
    statements,
    growth,
    pooler,
    streams,
    publicReads,
    gallery,
    webhooks,
    evening,
    decisions,
    tables,
    imports,
    pages,
    fairness,
  ],
  ...[fleet, acceptances, openStreams],
];
const ids = cases.flatMap((each) => each.ids);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const named = positionals.map((name) => ids.find((id) => id.toLowerCase() === name.toLowerCase()) ?? name);
const unknown = named.filter((name) => !ids.includes(name));
if (unknown.length > 0) {
  console.error(`There is no case ${unknown.join(', ')}: there are ${ids.join(', ')}.`);
  process.exit(64);
}

/** Reports a failed case, so that the others still run. */
function broken({ ids: [id = ''] }: Case, error: unknown): Row[] {
  console.error(error);
  process.exitCode = 1;
  return [{ id, what: 'the case itself', figure: String(error).split('\n')[0] ?? '', goal: 'runs', met: false }];
}

const isWanted = (id: string) => named.length === 0 || named.includes(id);
const rows: Row[] = [];
for (const each of cases.filter((one) => one.ids.some(isWanted))) {
  const start = Date.now();
  console.error(`${each.ids.filter(isWanted).join(', ')} …`);
  const measured = await each.run(isWanted).catch((error: unknown) => broken(each, error));
  rows.push(...measured.filter(({ id }) => isWanted(id)));
  console.error(`  ${Math.round((Date.now() - start) / 1_000)} s`);
}
stopGenerator();

const verdict = ({ met }: Row) => (met === null ? '–' : met ? 'met' : 'NOT MET');
const lines = rows.map((row) => [row.id, row.what, row.figure, row.goal, verdict(row)]);
if (values.json) console.log(JSON.stringify(rows, undefined, 2));
else console.log(table([['id', 'what', 'figure', 'goal', ''], ...lines]));
