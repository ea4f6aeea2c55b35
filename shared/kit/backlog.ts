/** What waits for its turn in this process, for those who watch it. */
import type { Sample } from '../process/measures.ts';

export interface Waiting {
  readonly count: number;
  /** Seconds for which the first of them has waited; 0 where nobody waits. */
  readonly oldest: number;
}

/** Keeps since when each waits. */
export class Backlog implements Waiting {
  readonly #since = new Set<{ readonly since: number }>();

  /** Waits from now on. Returns the function that ends the waiting. */
  enter(): () => void {
    const one = { since: performance.now() };
    this.#since.add(one);
    return () => void this.#since.delete(one);
  }

  get count(): number {
    return this.#since.size;
  }

  get oldest(): number {
    const [first] = this.#since;
    return first ? secondsSince(first.since) : 0;
  }
}

/** @param begun as `performance.now()` told it. */
export const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000;

type QueueName =
  | 'letters'
  | 'deliveries'
  | 'password_hashing'
  | 'judging_computations'
  | 'event_files'
  | 'gathered_calls'
  | 'uploads'
  | 'downloads';

export interface Depths extends Waiting {
  /** Tried before, and again later. */
  readonly later?: number;
  /** Given up. */
  readonly failed?: number;
}

export function queueShown(queue: QueueName, { count, oldest, later, failed }: Depths): Sample[] {
  const of = (state: 'due' | 'later' | 'failed', value: number | undefined): Sample[] =>
    value === undefined ? [] : [{ name: 'muster_queue_items', value, labels: { queue, state } }];
  return [
    ...of('due', count),
    ...of('later', later),
    ...of('failed', failed),
    { name: 'muster_queue_oldest_seconds', value: oldest, labels: { queue } },
  ];
}
