/** `npm run test:faults`: breaks what the service stands on, and holds it to its promises. `-- --only R07 --seed 3` */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { play } from './play.ts';
import { report, specsOfSafety } from './report.ts';
import { scenarios } from './scenarios.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, seed: { type: 'string', default: `${randomInt(2 ** 31)}` } },
});
const wanted = values.only?.flatMap((each) => each.toUpperCase().split(','));
const unknown = wanted?.filter((id) => !scenarios.some((each) => each.id === id)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: there are ${scenarios.map(({ id }) => id).join(', ')}.`);
  process.exit(64);
}
if (!hasNatsServer) {
  noticeMissingBus();
  process.exit(69);
}
const seed = Number(values.seed);
console.error(`Seed ${seed}.`);
const played = [];
for (const scenario of scenarios.filter(({ id }) => wanted?.includes(id) ?? true)) {
  console.error(`${scenario.id} ${scenario.promise} …`);
  const seen = await play(scenario, seed);
  console.error(`  ${seen.unmet.join('; ') || 'met'}`);
  played.push({ scenario, seen });
}
console.log(`${report(played)}\n\n${specsOfSafety()}`);
if (played.some(({ seen }) => seen.unmet.length > 0)) process.exitCode = 1;
