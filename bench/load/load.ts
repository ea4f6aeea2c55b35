/** Measures how much load a program bears, and its CPU time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median } from '../measure.ts';
import type { Meter } from '../process.ts';
import type { Job, Report } from './generator.ts';

/** A request that is sent to a program under load. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Asks {
  /** Returns at most this many requests, or all of them if they may be repeated. */
  next(most: number): { readonly list: readonly Ask[]; readonly mayRepeat: boolean };
  /** Tells how many of them were sent. */
  done(count: number): void;
}

/** Requests that are each sent once, by whichever program is measured. */
export function onceEach(at: (index: number) => Ask | undefined): Asks {
  let from = 0;
  return {
    next(most) {
      const list: Ask[] = [];
      for (let ask = at(from); ask && list.length < most; ask = at(from + list.length)) list.push(ask);
      return { list, mayRepeat: false };
    },
    done: (count) => void (from += count),
  };
}

/** The same requests in turn. */
export const inCircle = (list: readonly Ask[]): Asks => ({
  next: () => ({ list, mayRepeat: true }),
  done: () => undefined,
});

/** The result of one run, or the median of several. Times are in milliseconds; CPU time is per request. */
export interface Load {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Of all processes together; NaN where the system does not tell. */
  readonly cpu: number;
  readonly node: number;
  readonly postgres: number;
  readonly nats: number;
}
/** A program that is measured: its address, those of others that share its connections, and its CPU meter. */
export interface Program {
  readonly url: string;
  readonly others?: readonly string[];
  readonly spent: Meter;
}
export interface Pressure {
  readonly connections: number;
  readonly seconds: number;
}

/** More requests than any program here answers in a second. */
const mostPerSecond = 12_000;
/** The share of the machine above which the load generator disturbs the measurement. */
const tolerable = 0.4;

/** Runs a load. Rejects when any answer is not a success, because a quick refusal is not fast. */
export async function load(program: Program, asks: Asks, { connections, seconds }: Pressure): Promise<Load> {
  const { url, others = [], spent } = program;
  const most = Math.ceil(mostPerSecond * seconds);
  const { list, mayRepeat } = asks.next(most);
  if (list.length === 0) throw new Error(`There is nothing left to ask of ${url}.`);
  const job = {
    ports: [url, ...others].map((each) => Number(new URL(each).port)),
    connections,
    milliseconds: seconds * 1_000,
  };
  const before = await spent();
  const report = await generate({ ...job, amount: mayRepeat ? most : list.length, ...encoded(list) });
  const after = await spent();
  const count = report.times.length;
  asks.done(count);
  if (report.refused > 0) throw new Error(`${url} refused ${report.refused} of ${count} requests: ${report.sample}`);
  warnOfBusyGenerator(url, report);
  const times = report.times.sort();
  const at = (share: number) => times[Math.floor(count * share)] ?? NaN;
  const each = (part: keyof typeof after) => (after[part] - before[part]) / count;
  const [node, postgres, nats] = [each('node'), each('postgres'), each('nats')];
  return {
    rate: (count * 1_000) / report.elapsed,
    ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    ...{ cpu: node + postgres + nats, node, postgres, nats },
  };
}

function warnOfBusyGenerator(url: string, { cpu, elapsed, times }: Report): void {
  const share = cpu / (elapsed * availableParallelism());
  if (share < tolerable) return;
  const each = (cpu / times.length).toFixed(3);
  console.error(
    `  the load generator took ${Math.round(share * 100)} % of the machine at ${url}, ${each} ms per request`,
  );
}

function encoded(list: readonly Ask[]): Pick<Job, 'requests' | 'ends'> {
  const parts = list.map(bytesOf);
  let end = 0;
  return { requests: Buffer.concat(parts), ends: Uint32Array.from(parts, ({ length }) => (end += length)) };
}

function bytesOf({ method = 'GET', path, headers, body = '' }: Ask): Buffer {
  const all = { Host: '127.0.0.1', ...headers, ...(body && { 'Content-Type': 'application/json' }) };
  const length = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
}

let generator: ChildProcess | undefined;

/** Uses one process for all runs, so that its own code is compiled when it counts. */
async function generate(job: Job): Promise<Report> {
  generator ??= fork(fileURLToPath(new URL('generator.ts', import.meta.url)), [], { serialization: 'advanced' });
  generator.send(job);
  const [{ report, failure }] = (await once(generator, 'message')) as [{ report?: Report; failure?: string }];
  if (!report) throw new Error(`Port ${job.ports.join(', ')}: ${failure}`);
  return report;
}

export const stopGenerator = () => void generator?.kill();

interface Comparison extends Pressure {
  readonly asks: Asks;
  readonly rounds: number;
  /** Seconds at the start that are not counted, in which code is compiled, plans are made and connections open. */
  readonly warming: number;
}

/**
 * Measures programs under the same load alternately, so that noise of the machine affects them alike. Returns the median of
 * each figure over the rounds.
 */
export async function compare<Name extends string>(
  programs: Record<Name, Program>,
  { asks, rounds, warming, connections, seconds }: Comparison,
): Promise<Record<Name, Load>> {
  const entries = Object.entries<Program>(programs) as [Name, Program][];
  for (const [, program] of entries) await load(program, asks, { connections, seconds: warming });
  const loads = entries.map(([name]) => [name, [] as Load[]] as const);
  for (let round = 0; round < rounds; round++) {
    for (const [name, all] of loads) all.push(await load(programs[name], asks, { connections, seconds }));
  }
  return Object.fromEntries(loads.map(([name, all]) => [name, middle(all)])) as Record<Name, Load>;
}

function middle(loads: readonly Load[]): Load {
  const figures = Object.keys(loads[0] ?? {}) as (keyof Load)[];
  return Object.fromEntries(figures.map((name) => [name, median(loads.map((one) => one[name]))])) as unknown as Load;
}

/** Begins so many a second, whether or not the ones before have ended. Returns the seconds until all have. */
export async function steadily<T>(
  perSecond: number,
  items: readonly T[],
  begin: (item: T) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  const underWay: Promise<unknown>[] = [];
  for (const [n, item] of items.entries()) {
    await pause(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()));
    underWay.push(begin(item));
  }
  await Promise.all(underWay);
  return (performance.now() - begun) / 1_000;
}
