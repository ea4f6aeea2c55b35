/** How a case measures, and what it says of a goal. */
import autocannon from 'autocannon';

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly figure: string;
  readonly goal: string;
  /** Null where it could not be measured here. */
  readonly met: boolean | null;
}
export interface Case {
  readonly id: string;
  run(options: Options): Promise<Row[]>;
}
export interface Options {
  /** Lists of 100,000 registrations as well. */
  readonly large: boolean;
}

/** What a run of the load generator came to; times in milliseconds. */
export interface Load {
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}
interface Target {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  /** How long, or how many requests. */
  readonly seconds?: number;
  readonly amount?: number;
  /** What each request posts, and where. Without it they all get the URL. */
  readonly next?: () => { path: string; body: string };
}

/** A gateway ends a connection after a thousand requests and says so before; the load generator does not listen. */
const requestsPerConnection = 900;

/** Rejects where any answer was not a success: what is refused quickly is not fast. */
export async function load({ url, headers, connections, seconds, amount, next }: Target): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      reconnectRate: requestsPerConnection,
      headers: { ...headers, ...(next && { 'Content-Type': 'application/json' }) },
      ...(amount === undefined ? { duration: seconds ?? 5 } : { amount }),
      ...(next && { method: 'POST', requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }] }),
    };
    const instance = autocannon(options, (error: Error | null, all) => (error ? reject(error) : resolve(all)));
    instance.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const elapsed = (performance.now() - start) / 1_000;
  if (result.non2xx + result.errors > 0 || times.length === 0) {
    const statuses = JSON.stringify(result.statusCodeStats);
    const { path = '', body } = next?.() ?? {};
    const ask = { ...(body && { method: 'POST', body }), headers: { ...headers, 'Content-Type': 'application/json' } };
    const sample = await fetch(url + path, ask).then((answer) => answer.text(), String);
    throw new Error(`${url}: ${result.errors} errors, by status ${statuses}; one more: ${sample}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  return { rate: times.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Runs all of them in turn, so that a noise of the machine meets them alike, and takes the median of each figure. */
export async function inTurn<Name extends string>(
  programs: Record<Name, () => Promise<Load>>,
  rounds: number,
): Promise<Record<Name, Load>> {
  const names = Object.keys(programs) as Name[];
  const loads = new Map<Name, Load[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) loads.get(name)?.push(await programs[name]());
  }
  const middle = (name: Name, figure: keyof Load) => median((loads.get(name) ?? []).map((one) => one[figure]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      { rate: middle(name, 'rate'), p50: middle(name, 'p50'), p95: middle(name, 'p95'), p99: middle(name, 'p99') },
    ]),
  ) as Record<Name, Load>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
export const perSecond = (value: number) => `${Math.round(value)}/s`;
export const times = (value: number) => `${value.toFixed(2)} ×`;

export const notMeasured = (id: string, what: string, goal: string, reason: string): Row => ({
  id,
  what,
  figure: `not measured: ${reason}`,
  goal,
  met: null,
});
