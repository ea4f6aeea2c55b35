/** Measures cases, and reports goals and costs. */
import type { Load } from './load/load.ts';

export interface Row {
  readonly id: string;
  readonly what: string;
  readonly figure: string;
  readonly goal: string;
  /** Null if it could not be measured here. */
  readonly met: boolean | null;
  /** The compared numbers. */
  readonly compared?: Compared;
}
export interface Compared {
  readonly unit: string;
  readonly muster: number;
  readonly rival: number;
  readonly echo?: number;
  /** All services in one process. */
  readonly together?: number;
}
export interface Case {
  /** The ids of its rows. */
  readonly ids: readonly string[];
  run(isWanted: (id: string) => boolean): Promise<Row[]>;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Returns the duration of the work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const digits = (value: number) => (value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0);
export const ms = (value: number) => `${value.toFixed(digits(value))} ms`;
export const perSecond = (value: number) => `${Math.round(value)}/s`;
export const times = (value: number) => `${value.toFixed(2)} ×`;

/** Shows a row as soon as it is known, because a case may take minutes. */
export function progress(row: Row): Row {
  console.error(`  ${row.what}: ${row.figure}`);
  return row;
}

/** Reports a goal that could not be measured here. */
export const notMeasured = (id: string, what: string, goal: string, reason: string): Row => ({
  id,
  what,
  figure: `not measured: ${reason}`,
  goal,
  met: null,
});

/** Reports a lower bound and whether it was met; null if it could not be measured. */
export const atLeast = (least: number, whose: string, ratio: number) => ({
  goal: `≥ ${times(least)} ${whose}`,
  met: Number.isNaN(ratio) ? null : ratio >= least,
});
/** Reports an upper bound and whether it was met; null if it could not be measured. */
export const atMost = (most: number, whose: string, ratio: number) => ({
  goal: `≤ ${times(most)} ${whose}`,
  met: Number.isNaN(ratio) ? null : ratio <= most,
});

interface About {
  readonly id: string;
  readonly what: string;
  readonly most: number;
}

/** Returns how the CPU time of a request is divided among processes. */
export const partsOf = ({ cpu, node, postgres, nats }: Load): string =>
  `${ms(cpu)}: Node ${ms(node)}, PostgreSQL ${ms(postgres)}${nats > 0 ? `, NATS ${ms(nats)}` : ''}`;

/** Compares with the rival. The goal applies over NATS; in one process it is cheaper. */
export function againstRival(
  { id, what, most }: About,
  { muster, rival, together }: Record<'muster' | 'rival' | 'together', Load>,
): Row {
  const [ratio, alone] = [muster.cpu / rival.cpu, together.cpu / rival.cpu];
  const figure = `${times(ratio)} (${partsOf(muster)}; rival ${partsOf(rival)}), in one process ${times(alone)}`;
  return {
    ...{ id, what, figure, ...atMost(most, "the rival's CPU", ratio) },
    compared: { unit: 'ms of CPU', muster: muster.cpu, rival: rival.cpu, together: together.cpu },
  };
}

export function grown({ id, what, most }: About, { before, after }: { before: number; after: number }): Row {
  const ratio = after / before;
  const figure = `${times(ratio)} (${ms(before)}, then ${ms(after)})`;
  return { id, what, figure, ...atMost(most, 'the CPU', ratio) };
}

/** Reports a failed measurement as missing the goal. */
export const refused = ({ id, what, most }: About, error: unknown): Row => ({
  ...{ id, what, ...atMost(most, 'the CPU', Infinity) },
  figure: String(error).split('\n')[0]?.slice(0, 120) ?? '',
});
