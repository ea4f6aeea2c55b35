import { setTimeout as pause } from 'node:timers/promises';
import { History, steadily } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, written } from '../theatre.ts';

const [perSecond, seconds] = [30, 10];
/** Services that check-in works without. */
const idle = 'teams,judging,onboarding,mail';

/** R06 */
export const scansWithoutOthers: Scenario = {
  id: 'R06',
  promise: 'Check-in goes on while other services are dead, and these say so at once',
  async run(theatre) {
    const [, dying] = await Promise.all([
      theatre.start('gateway,identity,organizations,events,registrations,check-in'),
      theatre.start(idle),
    ]);
    const scene = await morning(theatre, perSecond * seconds);
    const { key, track, hack } = scene;
    dying.signal('SIGKILL');
    await dying.ended;
    const history = new History();
    const { port } = theatre.door;
    const scan = scanner(theatre, scene, history);
    const one = async (place: number) => {
      await scan(place);
      if (place % perSecond > 0) return;
      const read = place % (2 * perSecond) > 0 ? `/events/${track.id}/criteria` : `/events/${track.id}/teams`;
      await history.ask('other', read, port, { path: read, headers: { 'X-Api-Key': key } });
      const invited = { email: `late-${place}@muster.test` };
      const path = `/super-events/${hack.slug}/participants`;
      await history.ask('other', path, port, written('POST', path, key, invited));
    };
    await steadily(perSecond, pause(seconds * 1_000), one);
    const [scans, rest] = [history.of('scan'), history.of('other')];
    const slow = rest.filter(({ t0, t1 }) => t1 - t0 > 1_000).length;
    const notSaid = rest.filter(({ status }) => status !== 503);
    return seen(`${perSecond} scans a second for ${seconds} s; ${idle} dead`, history.entries, {
      ...(await checkScans(theatre.rows, scans)),
      failed: scans.filter((entry) => !isOk(entry)).length,
      unmet: [
        ...goal(notSaid.length === 0, `what is dead answered ${statuses(notSaid)}`),
        ...goal(slow === 0, `${slow} of ${rest.length} requests to what is dead waited more than 1 s`),
      ],
    });
  },
};
