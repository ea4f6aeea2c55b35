/**
 * Simulates the morning of an event: `node bench/morning.ts`. People arrive, queue at doors, and their scans go
 * through the gateway, check-in and PostgreSQL. The durations of the steps come from the run in bench/README.md, so
 * the same run gives the same tables.
 */
import { readFileSync } from 'node:fs';
import { chanceFrom, type Chance } from './seed/crowd.ts';

const page = readFileSync('bench/README.md', 'utf8');
const measured = (pattern: RegExp): number => {
  const [, figure] = pattern.exec(page) ?? [];
  if (figure === undefined) throw new Error(`bench/README.md has nothing like ${pattern.source}.`);
  return Number(figure);
};

/** From the run of P1, P1c and P2; milliseconds but for `perSecond`. */
const run = {
  perSecond: measured(/scans over NATS, 64 connections.*?\((\d+)\/s/),
  scan: measured(/processor time of one of them.*?\(([\d.]+) ms/),
  postgres: measured(/processor time of one of them.*?PostgreSQL ([\d.]+) ms/),
  alone: measured(/one connection, median.*?\(([\d.]+) ms/),
  /** The middle of what bench/README.md says of check-in. */
  checkIn: (measured(/check-in ([\d.]+) to [\d.]+\.$/m) + measured(/check-in [\d.]+ to ([\d.]+)\.$/m)) / 2,
};
/** Processors of PostgreSQL; calls that a gateway has under way, and scans in each (`services/gateway/gather.ts`). */
const [processors, underWay, together] = [2, 2, 64];
/** Processors that the run had for everything, and milliseconds that its load generator takes for a scan. */
const [ofTheRun, asking] = [2, 0.02];
/** Milliseconds after which a lost call is asked again, and until a process that died is back (R07). */
const [asksAgain, isBack] = [250, 3_000];

interface Service {
  readonly checkIns: number;
  /** Where all of it gets its processors from; each process has its own otherwise. */
  readonly machine?: Station | undefined;
  /** The moment at which one of them dies. */
  readonly dies?: number;
}

interface Place extends Pick<Service, 'machine'> {
  readonly server?: number;
}

/** Servers that each do one piece of work at a time. */
class Station {
  readonly #free: number[];

  constructor(servers: number) {
    this.#free = Array<number>(servers).fill(0);
  }

  /** Answers when this piece of work is done, by the server that is free first unless one is named. */
  done(
    at: number,
    takes: number,
    { server = this.#free.indexOf(Math.min(...this.#free)), machine }: Place = {},
  ): number {
    const begun = Math.max(at, this.#free[server] ?? 0);
    return (this.#free[server] = machine?.done(begun, takes) ?? begun + takes);
  }
}

/** Answers when a call with so many scans, made at this moment, is answered. */
function callsOf({ checkIns, machine, dies = Infinity }: Service, chance: Chance) {
  const [gateway, checkIn, postgres] = [new Station(1), new Station(checkIns), new Station(processors)];
  const perScan = run.scan - run.checkIn - run.postgres;
  return (at: number, scans: number): number => {
    // The process that has the call dies with it; calls after that are given to others, or wait until it is back.
    const isLost = at < dies && at + run.alone > dies;
    const isAway = at >= dies && at < dies + isBack;
    const others = checkIns - Number(isLost || isAway);
    const late = others > 0 ? Number(isLost) * asksAgain : dies + isBack - at;
    const server = Math.floor(chance.next() * Math.max(1, others));
    const called = gateway.done(at, scans * perScan, { machine });
    const judged = checkIn.done(called, scans * run.checkIn, { server, machine });
    // The cost of a call whatever is in it: hops, two statements, a commit.
    return postgres.done(judged, scans * run.postgres, { machine }) + run.alone - run.scan + late;
  };
}

/** Serves scans that come at these moments, in order; answers how long each waits for its answer. */
function waitsOf(arrivals: readonly number[], service: Service): number[] {
  const call = callsOf(service, chanceFrom(1));
  const free = Array<number>(underWay).fill(0);
  const waits: number[] = [];
  for (let next = 0; next < arrivals.length;) {
    const place = free.indexOf(Math.min(...free));
    const at = Math.max(arrivals[next] ?? 0, free[place] ?? 0);
    const group: number[] = [];
    while (group.length < together && (arrivals[next] ?? Infinity) <= at) group.push(arrivals[next++] as number);
    const answered = call(at, group.length);
    free[place] = answered;
    waits.push(...group.map((came) => answered - came));
  }
  return waits;
}

/** As P1 asks: each of these connections asks again as soon as it is answered. Answers scans a second. */
function saturated(connections: number): number {
  const [machine, generator] = [new Station(ofTheRun), new Station(1)];
  const call = callsOf({ checkIns: 1, machine }, chanceFrom(1));
  const calls = Array.from({ length: underWay }, (_, place) => ({ ends: place, scans: connections / underWay }));
  let [answered, now] = [0, 0];
  for (let round = 0; round < 20_000; round++) {
    const one = calls.reduce((a, b) => (a.ends <= b.ends ? a : b));
    now = one.ends;
    answered += one.scans;
    one.ends = call(generator.done(now, one.scans * asking, { machine }), one.scans);
  }
  return (answered / now) * 1_000;
}

/** Scans a second of 64 connections that never rest: as simulated, and as measured. */
export const simulated = () => [saturated(64), run.perSecond] as const;
/** How far the first is from the second, as a part of it. */
export const error = () => saturated(64) / run.perSecond - 1;

const [minute, second] = [60_000, 1_000];
/** Two thirds within half an hour around the opening, the others within the hour after. */
const arrivalsOf = (guests: number, chance: Chance) =>
  Array.from(
    { length: guests },
    () => (chance.happens(2 / 3) ? chance.next() * 30 : 30 + chance.next() * 60) * minute,
  ).sort((a, b) => a - b);

/** Seconds a person takes at a door: to show the code, to be greeted, to go on. */
const atDoor = 8;

/** Lets people queue for the doors in one line; answers how long each waits, and when each is scanned. */
function queueAt(doors: number, arrivals: readonly number[], chance: Chance) {
  const line = new Station(doors);
  const served = arrivals.map((came) => {
    const takes = atDoor * second * (0.5 + chance.next());
    const scanned = line.done(came, takes);
    return { scanned, wait: Math.max(0, scanned - takes - came) };
  });
  return { waits: served.map(({ wait }) => wait), scans: served.map(({ scanned }) => scanned) };
}

const at = (share: number, values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
const perMinute = (scans: readonly number[]) => {
  const counts = Map.groupBy(scans, (time) => Math.floor(time / minute));
  return Math.max(...[...counts.values()].map(({ length }) => length));
};
const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Waits of people at doors. */
export function doorTable(): string {
  const rows = [400, 2_000, 10_000].flatMap((guests) =>
    [400, 250, 150].map((each) => {
      const doors = Math.ceil(guests / each);
      const { waits, scans } = queueAt(doors, arrivalsOf(guests, chanceFrom(guests)), chanceFrom(doors));
      const most = Math.max(0, ...waits) / minute;
      return row(
        guests,
        doors,
        (at(0.5, waits) / minute).toFixed(1),
        most.toFixed(1),
        (perMinute(scans) / 60).toFixed(1),
      );
    }),
  );
  return [
    row('Guests', 'Doors', 'Wait, median (min)', 'Longest (min)', 'Scans a second, at most'),
    row('-', '-', '-', '-', '-'),
    ...rows,
  ].join('\n');
}

/** Waits of scans for the service, by how many come and how many processes of check-in there are. */
export function morningTable(): string {
  const rows = [10, 100, 1_000, 3_000].flatMap((perSecond) =>
    [1, 2, 4].map((checkIns) => {
      const chance = chanceFrom(perSecond);
      let now = 0;
      const arrivals = Array.from(
        { length: perSecond * 20 },
        () => (now -= (Math.log(1 - chance.next()) * second) / perSecond),
      );
      const waits = waitsOf(arrivals, { checkIns });
      const dying = waitsOf(arrivals, { checkIns, dies: (arrivals[perSecond * 10] ?? 0) + 1 });
      return row(
        perSecond,
        checkIns,
        at(0.5, waits).toFixed(1),
        at(0.99, waits).toFixed(1),
        Math.round(Math.max(...dying)),
      );
    }),
  );
  const heading = row(
    'Scans a second',
    'Check-in processes',
    'Median (ms)',
    '99 of 100 (ms)',
    'Longest where one dies (ms)',
  );
  return [heading, row('-', '-', '-', '-', '-'), ...rows].join('\n');
}

if (import.meta.main) {
  const [said, measuredSo] = simulated();
  process.stdout.write(`${doorTable()}\n\n${morningTable()}\n\n`);
  const off = (error() * 100).toFixed(0);
  process.stdout.write(`64 connections: ${Math.round(said)}/s, measured ${measuredSo}/s (${off} %)\n`);
}
