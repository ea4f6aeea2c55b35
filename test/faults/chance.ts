/** Chance that a seed brings back. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Another chance of the same seed: how often and in which order it is asked changes nothing here. */
  apart(): Chance {
    return new Chance(this.between(0, 2 ** 32 - 1));
  }

  /** At least 0, below 1; mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  one<T>(all: readonly T[]): T {
    return all[this.between(0, all.length - 1)] as T;
  }

  hits(share: number): boolean {
    return this.next() < share;
  }
}
