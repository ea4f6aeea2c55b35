import type { Process } from '../../support/cluster.ts';
import { History, steadily } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others, type Theatre } from '../theatre.ts';

const perSecond = 20;
const longest = 20_000;

/** Starts a new one, then ends the old one as an orchestrator does; answers how long that took. */
async function roll(theatre: Theatre, services: string, old: Process): Promise<number> {
  await theatre.start(services);
  const began = Date.now();
  old.signal('SIGTERM');
  await old.ended;
  return Date.now() - began;
}

/** R08 */
export const rollingUpdate: Scenario = {
  id: 'R08',
  promise: 'A rolling update of everything fails no request',
  async run(theatre) {
    const parts = ['gateway', 'gateway', others, 'check-in', 'check-in'];
    const running = await Promise.all(parts.map((services) => theatre.start(services)));
    const history = new History();
    const scene = await morning(theatre, 1_000);
    const scan = scanner(theatre, scene, history);
    const path = `/events/${scene.track.id}`;
    const one = async (place: number) => {
      if (place % 2 > 0)
        await history.ask('read', path, theatre.door.port, { path, headers: { 'X-Api-Key': scene.key } });
      else await scan(place);
    };
    const ends: number[] = [];
    const rolling = async () => {
      for (const [place, services] of parts.entries())
        ends.push(await roll(theatre, services, running[place] as Process));
    };
    await steadily(perSecond, rolling(), one);
    const failures = history.entries.filter((entry) => !isOk(entry));
    const late = ends.filter((time) => time > longest).length;
    return seen(`${parts.length} processes, one after the other, ${perSecond} requests a second`, history.entries, {
      ...(await checkScans(theatre.rows, history.of('scan'))),
      failed: failures.length,
      unmet: [
        ...goal(failures.length === 0, statuses(failures)),
        ...goal(late === 0, `${late} processes took more than 20 s to end`),
      ],
    });
  },
};
