/** How much waits for its turn, and for how long. */
export interface QueueDepth {
  readonly count: number;
  /** Seconds for which the first of them has waited; 0 where nothing waits. */
  readonly oldest: number;
  /** Tried before, and again later. */
  readonly later?: number;
  /** Given up. */
  readonly failed?: number;
}

/** The list of those that wait in this process, with since when. */
export class WaitingList implements QueueDepth {
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
