import { setTimeout as pause } from 'node:timers/promises';
import type { Rows } from '../../support/rows.ts';
import { History, steadily, type Entry } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others, written } from '../theatre.ts';

const perSecond = 20;
/** Milliseconds a process says nothing. */
const freezes = [1_500, 4_000, 10_000];
/** Milliseconds two clocks may differ. */
const grace = 100;

/** Effects that began after their client had been told that nobody knows. */
async function late(rows: Rows, history: History): Promise<Entry[]> {
  const began = await rows<{ key: string; at: string }>`
    select name as key, (extract(epoch from created_at) * 1000)::text as at from teams.team
    union all
    select c.point_id || ' ' || r.checkin_token, (extract(epoch from c.received_at) * 1000)::text
      from check_in.record c join registrations.registration r on r.id = c.registration_id`;
  const times = new Map(began.map(({ key, at }) => [key, Number(at)]));
  const unknown = history.entries.filter(({ outcome }) => outcome === 'info');
  return unknown.filter(({ key, t1 }) => (times.get(key) ?? 0) > t1 + grace);
}

const doubledTeams = async (rows: Rows) =>
  (await rows<{ count: number }>`select (count(*) - count(distinct name))::int as count from teams.team`)[0]?.count ??
  0;

/** R10 */
export const frozen: Scenario = {
  id: 'R10',
  promise: 'A process that froze does nothing late and nothing twice',
  async run(theatre) {
    const [gateway, ...behind] = await Promise.all([
      theatre.start('gateway'),
      theatre.start('check-in'),
      theatre.start('check-in'),
      theatre.start(others),
    ]);
    const scene = await morning(theatre, 600);
    const history = new History();
    // Not by the door, which leads nobody to a gateway that is not ready.
    const scan = scanner(theatre, scene, history, gateway.port);
    const team = (place: number): Promise<Entry> => {
      const body = { name: `n${place}`, trackId: scene.track.id };
      const path = `/super-events/${scene.hack.id}/team-management/teams`;
      return history.ask('team', body.name, gateway.port, written('POST', path, scene.key, body));
    };
    const freezing = async () => {
      for (const length of freezes) {
        const one = theatre.chance.one(behind);
        await pause(1_000);
        one.signal('SIGSTOP');
        await pause(length);
        one.signal('SIGCONT');
        await pause(1_000);
      }
    };
    await steadily(perSecond, freezing(), (place) => (place % 4 > 0 ? scan(place) : team(place)));
    // By now the process that was frozen has finished its work.
    await pause(2_000);
    const scans = await checkScans(theatre.rows, history.of('scan'));
    const tooLate = await late(theatre.rows, history);
    const failures = history.entries.filter((entry) => !isOk(entry));
    const odd = failures.filter(({ status }) => ![503, 504].includes(status));
    const size = `frozen for ${freezes.map((each) => each / 1_000).join(', ')} s, ${perSecond} writes a second`;
    return seen(`${size}; ${failures.length} refused`, history.entries, {
      lost: scans.lost,
      doubled: scans.doubled + (await doubledTeams(theatre.rows)),
      unmet: [
        ...goal(tooLate.length === 0, `${tooLate.length} were done after their client was told: ${statuses(tooLate)}`),
        ...goal(odd.length === 0, `refused with ${statuses(odd)}`),
      ],
    });
  },
};
