/**
 * Detects that this process stood still: it was suspended with its machine, or too busy to read anything. Requests
 * read right afterwards may have waited so long that nobody wants their answers any more.
 */

import { standstill } from '../base/limits.ts';

const beatEveryMs = 100;

/** Watches the event loop with a timer. One instance per process is enough. */
export class Standstill {
  #seen = performance.now();
  #until = -Infinity;

  constructor() {
    setInterval(() => (this.#seen = this.#look()), beatEveryMs).unref();
  }

  /** True shortly after a standstill. */
  get isRecent(): boolean {
    return this.#look() < this.#until;
  }

  /** Called by the timer and by readers, because after a standstill either may run first. */
  #look(): number {
    const now = performance.now();
    if (now - this.#seen > standstill.afterMs) this.#until = now + standstill.recentForMs;
    return now;
  }
}
