/** L1 and L2: what scans become with more gateways, and with a database that is further away. */
import pg from 'pg';
import { Proxy } from '../../test/faults/proxy.ts';
import { asInTheImage, hasNatsServer, noBus, onGround, settle, type Ground } from '../ground.ts';
import { compare, load, type Asks, type Load, type Program } from '../load/load.ts';
import { atMost, median, ms, notMeasured, perSecond, times, type Case, type Row } from '../measure.ts';
import { hackathonOf } from '../seed/hackathon.ts';
import { visitors } from '../visitors.ts';

/** Gateways, and milliseconds there and back between a service and its database. */
const [gateways, distances] = [
  [1, 2, 4],
  [0, 0.5, 2],
] as const;
const [rounds, seconds, warming] = [3, 3, 2];
const [busy, quiet] = [64, 1];
/** Questions at most that a scan asks the database one after the other. */
const questions = 4;

const whats = {
  L1: `scans over NATS with ${gateways.join(', ')} gateways and two of check-in, ${busy} connections`,
  L2: `a scan with the database at ${distances.join(', ')} ms, one connection, median`,
};
const goals = { L1: '≤ 1.25 × the CPU of one gateway', L2: `≤ ${questions} × the distance more` };
type Id = keyof typeof whats;

export const fleet: Case = {
  ids: ['L1', 'L2'],
  async run(isWanted): Promise<Row[]> {
    const wanted = (Object.keys(whats) as Id[]).filter(isWanted);
    if (!hasNatsServer) return wanted.map((id) => notMeasured(id, whats[id], goals[id], noBus));
    const rows: Row[] = [];
    for (const id of wanted) rows.push(...(await onGround(measures[id])));
    return rows;
  },
};
const measures: Record<Id, (ground: Ground) => Promise<Row[]>> = { L1: withGateways, L2: atDistances };

const crowd = () => hackathonOf({ participants: 20_000, seed: 1 });
const others = ['check-in', 'check-in', 'identity,organizations,events,registrations,teams'];

async function withGateways(ground: Ground): Promise<Row[]> {
  const asks = await visitors(ground, await settle(ground, crowd()));
  const most = gateways.at(-1) ?? 1;
  const start = (services: string) => ground.cluster.start(services, asInTheImage);
  const services = await Promise.all(others.map(start));
  const all = await Promise.all(Array.from({ length: most }, () => start('gateway')));
  const programOf = (count: number): [string, Program] => {
    const used = all.slice(0, count);
    const [url = '', ...rest] = used.map(({ port }) => `http://127.0.0.1:${port}`);
    return [`${count}`, { url, others: rest, spent: ground.spentBy([...used, ...services], 'over NATS') }];
  };
  const programs = Object.fromEntries(gateways.map(programOf));
  const loads = await compare(programs, { asks, rounds, warming, seconds, connections: busy });
  const each = gateways.map((count) => loads[count] as Load);
  const ratio = (each.at(-1)?.cpu ?? NaN) / (each[0]?.cpu ?? NaN);
  const figure = each.map(({ rate, cpu, p99 }) => `${perSecond(rate)} at ${ms(cpu)} of CPU, p99 ${ms(p99)}`).join('; ');
  return [
    {
      id: 'L1',
      what: whats.L1,
      figure: `${times(ratio)} (${figure})`,
      ...atMost(1.25, 'the CPU of one gateway', ratio),
    },
  ];
}

async function atDistances(ground: Ground): Promise<Row[]> {
  const asks = await visitors(ground, await settle(ground, crowd()));
  const direct = new URL(ground.databaseUrl);
  const wire = await Proxy.open(() => Number(direct.port));
  const far = new URL(direct);
  far.port = `${wire.port}`;
  try {
    const env = { ...asInTheImage, DATABASE_URL: far.href };
    const processes = await Promise.all(['gateway', ...others].map((services) => ground.cluster.start(services, env)));
    const url = `http://127.0.0.1:${processes[0]?.port}`;
    const program = { url, spent: ground.spentBy(processes, 'over NATS') };
    const seen = [];
    for (const distance of distances) {
      wire.delay = distance / 2;
      seen.push({ distance: await distanceOf(far.href), ...(await loadsOf(program, asks)) });
    }
    const [near, farthest] = [seen[0], seen.at(-1)];
    const asked =
      ((farthest?.alone ?? NaN) - (near?.alone ?? NaN)) / ((farthest?.distance ?? NaN) - (near?.distance ?? NaN));
    const figure = seen.map(
      ({ distance, alone, rate }) => `${ms(alone)} at ${ms(distance)}, ${perSecond(rate)} with ${busy}`,
    );
    return [
      {
        id: 'L2',
        what: whats.L2,
        figure: `${times(asked)} (${figure.join('; ')})`,
        ...atMost(questions, 'the distance more', asked),
      },
    ];
  } finally {
    wire.close();
  }
}

async function loadsOf(program: Program, asks: Asks) {
  await load(program, asks, { connections: busy, seconds: warming });
  const [rates, medians]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    rates.push((await load(program, asks, { connections: busy, seconds })).rate);
    medians.push((await load(program, asks, { connections: quiet, seconds })).p50);
  }
  return { rate: median(rates), alone: median(medians) };
}

/** Milliseconds that the shortest question takes, which is what the distance has become. */
async function distanceOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  const took: number[] = [];
  for (let n = 0; n < 200; n++) {
    const begun = performance.now();
    await client.query('select 1');
    took.push(performance.now() - begun);
  }
  await client.end();
  return median(took);
}
