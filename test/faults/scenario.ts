/** A scenario: the promise that it tests, and its findings. */
import type { Entry } from './history.ts';
import type { Theatre } from './theatre.ts';

export interface Scenario {
  readonly id: string;
  readonly promise: string;
  run(theatre: Theatre): Promise<Seen>;
}

export interface Seen {
  /** How much of it there was. */
  readonly size: string;
  readonly requests: number;
  /** Requests that failed and should not have. */
  readonly failed: number;
  /** Effects that happened more than once. */
  readonly doubled: number;
  /** Writes that were acknowledged and are missing. */
  readonly lost: number;
  /** Milliseconds. */
  readonly longest: number;
  /** Goals that were not met, in words. */
  readonly unmet: readonly string[];
}

/** Sums up; whatever failed, doubled or was lost is unmet by itself. */
export function seen(
  size: string,
  entries: readonly Entry[],
  found: Partial<Pick<Seen, 'failed' | 'doubled' | 'lost' | 'unmet'>>,
): Seen {
  const { failed = 0, doubled = 0, lost = 0, unmet = [] } = found;
  const counted = { failed, doubled, lost };
  const broken = Object.entries(counted).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  const longest = Math.max(0, ...entries.map(({ t0, t1 }) => t1 - t0));
  return { size, requests: entries.length, ...counted, longest, unmet: [...broken, ...unmet] };
}

/** `holds` or the sentence that says what does not. */
export const goal = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence]);

/** The one in this place when all are sorted. */
export function percentile(entries: readonly Entry[], share: number): number {
  const sorted = entries.map(({ t0, t1 }) => t1 - t0).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const isOk = ({ outcome }: Entry) => outcome === 'ok';

/** `200: 40, 503: 2`, for what is told of a run. */
export function statuses(entries: readonly Entry[]): string {
  const counts = [...Map.groupBy(entries, ({ status }) => status)].sort(([a], [b]) => a - b);
  return counts.map(([status, { length }]) => `${status}: ${length}`).join(', ');
}
