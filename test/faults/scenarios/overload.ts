import { setTimeout as pause } from 'node:timers/promises';
import { resident } from '../../../bench/process.ts';
import { History, steadily, type Entry } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, percentile, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others } from '../theatre.ts';

const [perSecond, seconds] = [20, 5];
/** So many at once wait for an answer and ask again at once. */
const crowd = 400;
const crowdSeconds = 10;

const p99 = (entries: readonly Entry[]) => percentile(entries, 0.99);

/** R13 */
export const overload: Scenario = {
  id: 'R13',
  promise: 'Too much is refused, not suffered, and leaves nothing behind',
  async run(theatre) {
    const [gateway] = await Promise.all([theatre.start('gateway'), theatre.start(`check-in,${others}`)]);
    const scene = await morning(theatre, 500);
    const history = new History();
    const scan = scanner(theatre, scene, history);
    const quiet = async () => {
      const from = history.entries.length;
      await steadily(perSecond, pause(seconds * 1_000), scan);
      return p99(history.entries.slice(from));
    };
    const before = await quiet();
    const memory = (await resident(gateway)) ?? 0;

    const from = history.entries.length;
    const path = `/events/${scene.track.id}/registrations?limit=100`;
    const read = () => history.ask('read', path, theatre.door.port, { path, headers: { 'X-Api-Key': scene.key } });
    const until = Date.now() + crowdSeconds * 1_000;
    const insist = async (place: number) => {
      for (let turn = place; Date.now() < until; turn += crowd) await (place % 2 > 0 ? scan(turn) : read());
    };
    await Promise.all(Array.from({ length: crowd }, (_, place) => insist(place)));
    const crowded = history.entries.slice(from);
    const after = await quiet();
    const grown = ((await resident(gateway)) ?? 0) - memory;

    const accepted = crowded.filter(isOk);
    const refused = crowded.filter((entry) => !isOk(entry));
    const unfair = refused.filter(({ status, headers }) => ![429, 503].includes(status) || !headers.has('retry-after'));
    const size = `${crowd} clients for ${crowdSeconds} s; ${accepted.length} taken, ${refused.length} refused`;
    return seen(`${size}; 99 % in ${p99(accepted)} ms`, history.entries, {
      ...(await checkScans(theatre.rows, history.of('scan'))),
      unmet: [
        ...goal(p99(accepted) < 1_000, `what was taken took up to ${p99(accepted)} ms`),
        ...goal(unfair.length === 0, `refused with ${statuses(unfair)}`),
        ...goal(after < Math.max(5 * before, 200), `99 % in ${after} ms afterwards, in ${before} ms before`),
        ...goal(grown < 50, `the gateway grew by ${Math.round(grown)} MB`),
      ],
    });
  },
};
