import { setTimeout as pause } from 'node:timers/promises';
import { readiness, until, type Process } from '../../support/cluster.ts';
import { History, steadily, type Entry } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario } from '../scenario.ts';
import { morning, others, type Theatre } from '../theatre.ts';

const perSecond = 20;
/** Milliseconds. */
const outages = [1_000, 3_000, 6_000];

interface Outage {
  readonly from: number;
  readonly to: number;
  /** When the gateway was ready again. */
  readonly healed: number;
  readonly wasReady: boolean;
  readonly wasAlive: boolean;
}

async function outage({ cluster }: Theatre, gateway: Process, length: number): Promise<Outage> {
  await cluster.killNats();
  const from = Date.now();
  await pause(length / 2);
  const wasReady = (await readiness(gateway.adminPort)) === 200;
  const live = await fetch(`http://127.0.0.1:${gateway.adminPort}/live`);
  await live.text();
  await pause(length / 2);
  await cluster.startNats();
  const to = Date.now();
  await until(
    async () => (await readiness(gateway.adminPort)) === 200,
    () => 'The gateway did not become ready again.',
  );
  return { from, to, healed: Date.now(), wasReady, wasAlive: live.status === 200 };
}

/** Either the bus was back in time, or the client was told when to come again. */
const isFair = ({ status, headers }: Entry) =>
  status === 200 || status === 201 || (status === 503 && headers.has('retry-after'));

/** R09 */
export const busLoss: Scenario = {
  id: 'R09',
  promise: 'Without the bus requests fail fast, and all is well soon after it is back',
  async run(theatre) {
    const [gateway] = await Promise.all([theatre.start('gateway'), theatre.start(`check-in,${others}`)]);
    const history = new History();
    // Not by the door, which leads nobody to a gateway that is not ready.
    const scan = scanner(theatre, await morning(theatre, 600), history, gateway.port);
    const seenOutages: Outage[] = [];
    const losing = async () => {
      for (const length of outages) {
        await pause(1_000);
        seenOutages.push(await outage(theatre, gateway, length));
        await pause(1_000);
      }
    };
    await steadily(perSecond, losing(), scan);
    const during = ({ t0, t1 }: Entry) => seenOutages.some(({ from, healed }) => t1 >= from && t0 < healed);
    const inTrouble = history.entries.filter(during);
    const slow = inTrouble.filter((entry) => !isOk(entry) && entry.t1 - entry.t0 > 1_000).length;
    const healing = Math.max(...seenOutages.map(({ to, healed }) => healed - to));
    return seen(
      `outages of ${outages.map((each) => each / 1_000).join(', ')} s, ${perSecond} scans a second`,
      history.entries,
      {
        ...(await checkScans(theatre.rows, history.entries)),
        failed: history.entries.filter((entry) => !isOk(entry) && !during(entry)).length,
        unmet: [
          ...goal(inTrouble.every(isFair), `some refusals do not say when to come again: ${statuses(inTrouble)}`),
          ...goal(slow === 0, `${slow} of ${inTrouble.length} refusals came after more than 1 s`),
          ...goal(healing < 2_000, `ready again only ${healing} ms after NATS`),
          ...goal(!seenOutages.some(({ wasReady }) => wasReady), 'ready without a bus'),
          ...goal(
            seenOutages.every(({ wasAlive }) => wasAlive),
            'not alive without a bus',
          ),
        ],
      },
    );
  },
};
