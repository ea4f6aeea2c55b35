import { setTimeout as pause } from 'node:timers/promises';
import { History, steadily, type Entry } from '../history.ts';
import type { End } from '../postgres.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others, type Theatre } from '../theatre.ts';

const perSecond = 20;
const ends: readonly End[] = ['SIGINT', 'SIGQUIT', 'SIGINT', 'SIGQUIT'];

interface Outage {
  readonly from: number;
  /** When PostgreSQL took connections again. */
  readonly to: number;
}

async function restart({ postgres }: Theatre, signal: End): Promise<Outage> {
  const from = Date.now();
  await postgres.end(signal);
  await pause(500);
  await postgres.start();
  return { from, to: Date.now() };
}

const connections = async ({ rows }: Theatre) =>
  (
    await rows<{
      count: number;
    }>`select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`
  )[0]?.count ?? 0;

/** Milliseconds from the end of an outage to the first success of what was asked afterwards. */
function healing(entries: readonly Entry[], { to }: Outage): number {
  const first = entries.filter((entry) => isOk(entry) && entry.t1 >= to).map(({ t1 }) => t1);
  return Math.min(...first) - to;
}

/** R12 */
export const databaseRestart: Scenario = {
  id: 'R12',
  promise: 'A restart of PostgreSQL is refused or waited out, never a failure of ours',
  async run(theatre) {
    await Promise.all(['gateway', `check-in,${others}`].map((services) => theatre.start(services)));
    const scene = await morning(theatre, 600);
    const history = new History();
    const scan = scanner(theatre, scene, history);
    const path = `/events/${scene.track.id}/registrations`;
    const read = () => history.ask('read', path, theatre.door.port, { path, headers: { 'X-Api-Key': scene.key } });
    // Before it begins, so that every pool has what it needs.
    await Promise.all(Array.from({ length: perSecond }, read));
    const before = await connections(theatre);
    const outages: Outage[] = [];
    const restarting = async () => {
      for (const signal of ends) {
        await pause(1_500);
        outages.push(await restart(theatre, signal));
        await pause(2_500);
      }
    };
    await steadily(perSecond, restarting(), (place) => (place % 4 > 0 ? scan(place) : read()));
    const after = await connections(theatre);
    const failures = history.entries.filter((entry) => !isOk(entry));
    const odd = failures.filter(({ status }) => status !== 503);
    const slowest = Math.max(...outages.map((outage) => healing(history.entries, outage)));
    const size = `${ends.length} restarts, fast and immediate, ${perSecond} requests a second`;
    return seen(`${size}; ${failures.length} refused`, history.entries, {
      ...(await checkScans(theatre.rows, history.of('scan'))),
      unmet: [
        ...goal(odd.length === 0, `answered ${statuses(odd)} where it should have been 503`),
        ...goal(slowest < 3_000, `the first success came only ${slowest} ms after PostgreSQL was back`),
        ...goal(after <= 2 * before + 10, `${after} connections, where there were ${before} before`),
      ],
    });
  },
};
