/** NATS of three servers: of which some die, and which cannot reach each other. */
import { setTimeout as pause } from 'node:timers/promises';
import { readiness, until, type Process } from '../../support/cluster.ts';
import { Buses } from '../buses.ts';
import { History, steadily, type Entry } from '../history.ts';
import { checkScans, scanner } from '../scans.ts';
import { goal, isOk, seen, statuses, type Scenario, type Seen } from '../scenario.ts';
import { morning, others, type Morning, type Theatre } from '../theatre.ts';

const perSecond = 20;
/** Milliseconds of a scan on a machine that has other work as well. */
const quickMs = 500;
/** Milliseconds from the death of a server until it is back. */
const away = 2_000;

async function onBuses<T>(play: (buses: Buses) => Promise<T>): Promise<T> {
  const buses = await Buses.open();
  try {
    return await play(buses);
  } finally {
    await buses.close();
  }
}

const allReady = (processes: readonly Process[]) =>
  Promise.all(
    processes.map(({ adminPort }) =>
      until(
        async () => (await readiness(adminPort)) === 200,
        () => 'A process did not become ready again.',
      ),
    ),
  );

/** Scans by each of these until they are quick, as a process that has just started is not. */
async function warmUp(theatre: Theatre, scene: Morning, ports: readonly number[]): Promise<void> {
  const history = new History();
  const scans = ports.map((port) => scanner(theatre, scene, history, port));
  let quick = 0;
  await until(
    async () => {
      const entries = await Promise.all(scans.map((scan) => scan(history.entries.length)));
      quick = entries.every((entry) => isOk(entry) && entry.t1 - entry.t0 < quickMs) ? quick + 1 : 0;
      return quick === 10;
    },
    () => `Scans did not become quick: ${statuses(history.entries)}`,
    120_000,
  );
}

/** Scans go on while servers of the bus die as it is told; every one is answered. */
const whileServersDie = (dying: (buses: Buses, processes: readonly Process[]) => Promise<void>, size: string) =>
  async function run(theatre: Theatre): Promise<Seen> {
    return onBuses(async (buses) => {
      const env = { NATS_URL: buses.url() };
      const parts = ['gateway', 'gateway', 'check-in', 'check-in', others];
      const processes = await Promise.all(parts.map((services) => theatre.start(services, env)));
      const history = new History();
      const scene = await morning(theatre, 1_000);
      const ports = processes.slice(0, 2).map(({ port }) => port);
      await warmUp(theatre, scene, ports);
      // Not by the door, which looks more often than a balancer and leads nobody to a gateway that reconnects.
      const scans = ports.map((port) => scanner(theatre, scene, history, port));
      const scan = async (place: number) => scans[place % 2]?.(place);
      await steadily(
        perSecond,
        dying(buses, processes).then(() => pause(1_000)),
        scan,
      );
      const failures = history.entries.filter((entry) => !isOk(entry));
      return seen(`${size}, ${perSecond} scans a second, no client retries`, history.entries, {
        ...(await checkScans(theatre.rows, history.entries)),
        failed: failures.length,
        unmet: [...goal(failures.length === 0, statuses(failures))],
      });
    });
  };

/** R20 */
export const oneServerDies: Scenario = {
  id: 'R20',
  promise: 'One of three servers of the bus dies: every scan is answered by its deadline',
  run: whileServersDie(async (buses, processes) => {
    // Each in turn, so that every process loses its server at least once.
    for (const place of [0, 1, 2, 0]) {
      await pause(1_000);
      await buses.kill(place);
      await pause(away);
      await buses.start(place);
      await allReady(processes);
    }
  }, 'each of 3 servers killed, one after the other'),
};

/** R21 */
export const twoServersDie: Scenario = {
  id: 'R21',
  promise: 'Two of three servers of the bus die at once: the third goes on alone',
  run: whileServersDie(async (buses, processes) => {
    for (const [first = 0, second = 1] of [
      [0, 1],
      [1, 2],
      [2, 0],
    ]) {
      await pause(1_000);
      await buses.kill(first, second);
      await pause(away);
      await Promise.all([buses.start(first), buses.start(second)]);
      await allReady(processes);
    }
  }, '2 of 3 servers killed at once, three times'),
};

/** Milliseconds of a partition that servers are told of, and of one that they have to notice. */
const [cut, silent] = [6_000, 25_000];
/** Milliseconds within which they notice. */
const noticed = 16_000;

interface Partition {
  readonly from: number;
  /** From then on servers know. */
  readonly known: number;
  readonly to: number;
  /** When the side without the service was answered by the other again. */
  healed: number;
}

/** R22 */
export const partition: Scenario = {
  id: 'R22',
  promise:
    'A bus in two halves: each goes on with what it has, refuses the rest at once, and they find each other again',
  run: (theatre) =>
    onBuses(async (buses) => {
      const [first, second] = [{ NATS_URL: buses.url(0) }, { NATS_URL: buses.url(1, 2) }];
      const scansNeed = 'identity,organizations,events,registrations,check-in';
      const [one, other] = await Promise.all([
        theatre.start('gateway', first),
        theatre.start('gateway', second),
        theatre.start(scansNeed, first),
        theatre.start(scansNeed, second),
        theatre.start('teams,judging,onboarding,mail', second),
      ]);
      const scene = await morning(theatre, 1_000);
      const history = new History();
      await warmUp(theatre, scene, [one.port, other.port]);
      const scans = [one, other].map(({ port }) => scanner(theatre, scene, history, port));
      const path = `/events/${scene.track.id}/teams`;
      const ask = ({ port }: Process, op: string) =>
        history.ask(op, path, port, { path, headers: { 'X-Api-Key': scene.key } });
      const partitions: Partition[] = [];
      const parting = async () => {
        for (const [isTold, length] of [
          [true, cut],
          [false, silent],
        ] as const) {
          await pause(1_000);
          const from = Date.now();
          for (const route of buses.toTheFirst) route[isTold ? 'cut' : 'silence']();
          await pause(length);
          for (const route of buses.toTheFirst) route.restore();
          const to = Date.now();
          await until(async () => isOk(await ask(one, 'knock')));
          partitions.push({ from, known: from + (isTold ? 0 : noticed), to, healed: Date.now() });
        }
      };
      // Each guest at both halves, which know nothing of each other.
      await steadily(perSecond, parting(), async (place) => {
        await Promise.all(scans.map((scan) => scan(place >> 1)));
        if (place % 10 === 0) await Promise.all([ask(one, 'far'), ask(other, 'near')]);
      });
      return found(theatre, history, partitions);
    }),
};

async function found({ rows }: Theatre, history: History, partitions: readonly Partition[]): Promise<Seen> {
  const during = ({ t0, t1 }: Entry) => partitions.some(({ from, healed }) => t1 >= from && t0 < healed);
  const known = ({ t0 }: Entry) => partitions.some((each) => t0 >= each.known && t0 < each.to);
  const far = history.of('far');
  const refused = far.filter((entry) => known(entry) && !isOk(entry));
  const unfair = refused.filter(({ status, headers }) => status !== 503 || !headers.has('retry-after'));
  const slow = refused.filter(({ t0, t1 }) => t1 - t0 > 1_000).length;
  const all = [...history.of('scan'), ...history.of('near'), ...far.filter((entry) => !during(entry))];
  // Until then what goes over the silent route is lost, and asked again while its deadline lasts.
  const unnoticed = all.filter(({ t0, t1 }) => partitions.some((each) => t1 >= each.from && t0 < each.known));
  const late = unnoticed.filter((entry) => !isOk(entry) && [503, 504].includes(entry.status));
  const failures = all.filter((entry) => !isOk(entry) && !late.includes(entry));
  const healing = Math.max(...partitions.map(({ to, healed }) => healed - to));
  return seen(
    `${cut / 1_000} s that servers are told of, ${silent / 1_000} s that they have to notice, meanwhile ${late.length} of ${unnoticed.length} answered 503 or 504`,
    history.entries.filter(({ op }) => op !== 'knock'),
    {
      ...(await checkScans(rows, history.of('scan'))),
      failed: failures.length,
      unmet: [
        ...goal(failures.length === 0, statuses(failures)),
        ...goal(refused.length > 0, 'nothing was refused'),
        ...goal(unfair.length === 0, `what is on the other side answered ${statuses(unfair)}`),
        ...goal(slow === 0, `${slow} of ${refused.length} refusals came after more than 1 s`),
        ...goal(healing < 5_000, `they found each other only after ${healing} ms`),
      ],
    },
  );
}
