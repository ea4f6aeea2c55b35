/** The length of a queue and the age of its oldest entry. */
export interface QueueDepth {
  readonly count: number;
  /** Seconds for which the oldest entry has waited; 0 for an empty queue. */
  readonly oldest: number;
  /** Failed jobs that are scheduled for a retry. */
  readonly later?: number;
  /** Jobs that failed for good. */
  readonly failed?: number;
}

/** A queue in this process, with the start time of each entry. */
export class WaitingList implements QueueDepth {
  readonly #since = new Set<{ readonly since: number }>();

  /** Adds an entry. Returns the function that removes it. */
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

/**
 * @param begun a time of `performance.now()`.
 */
export const secondsSince = (begun: number): number => (performance.now() - begun) / 1_000;
