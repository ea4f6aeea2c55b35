/** How a case measures, and how it reports goals. */
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
