/** Measures how much load a program bears, and its CPU time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Meter } from '../process.ts';
import type { Ask, Asks } from './asks.ts';
import type { Job, Report } from './generator.ts';

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
/** A program that is measured: its address and its CPU meter. */
export interface Program {
  readonly url: string;
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
export async function load({ url, spent }: Program, asks: Asks, { connections, seconds }: Pressure): Promise<Load> {
  const most = Math.ceil(mostPerSecond * seconds);
  const { list, mayRepeat } = asks.next(most);
  if (list.length === 0) throw new Error(`There is nothing left to ask of ${url}.`);
  const job = { port: Number(new URL(url).port), connections, milliseconds: seconds * 1_000 };
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
  if (!report) throw new Error(`Port ${job.port}: ${failure}`);
  return report;
}

export const stopGenerator = () => void generator?.kill();
