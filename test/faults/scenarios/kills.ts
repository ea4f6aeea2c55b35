import { setTimeout as pause } from 'node:timers/promises';
import { History, steadily } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others } from '../theatre.ts';

const [perSecond, kills] = [40, 5];

/** R07 */
export const killsCostNothing: Scenario = {
  id: 'R07',
  promise: 'Killing one of three replicas costs at most what it had under way',
  async run(theatre) {
    const [, , ...checkIns] = await Promise.all([
      theatre.start('gateway'),
      theatre.start(others),
      ...Array.from({ length: 3 }, () => theatre.start('check-in')),
    ]);
    const history = new History();
    const scan = scanner(theatre, await morning(theatre, 1_000), history);
    const killing = async () => {
      for (let made = 0; made < kills; made++) {
        await pause(theatre.chance.between(500, 2_500));
        const place = theatre.chance.between(0, checkIns.length - 1);
        checkIns[place]?.signal('SIGKILL');
        checkIns[place] = await theatre.start('check-in');
      }
      await pause(1_000);
    };
    await steadily(perSecond, killing(), scan);
    const failures = history.entries.filter((entry) => !isOk(entry));
    const share = failures.length / history.entries.length;
    return seen(`${perSecond} scans a second, ${kills} kills, no client retries`, history.entries, {
      ...(await checkScans(theatre.rows, history.entries)),
      unmet: goal(share <= 0.005, `${failures.length} failed (${statuses(failures)}), more than 0.5 %`),
    });
  },
};
