/** Measures how long an action usually takes, and hence after how long to send another attempt. */
import { retryAfter } from './limits.ts';

/** The usual duration of one action. */
export class Pace {
  #meanMs: number | undefined;

  /** Records how long an answer took. */
  answered(tookMs: number): void {
    this.#meanMs = this.#meanMs === undefined ? tookMs : this.#meanMs + (tookMs - this.#meanMs) / 16;
  }

  /**
   * Returns the milliseconds to wait for an answer before the next attempt: the most before anything was measured; more
   * after the first attempts.
   */
  waitMs(attempt: number): number {
    const { minMs, maxMs, timesMean } = retryAfter;
    const usualMs = this.#meanMs === undefined ? maxMs : timesMean * this.#meanMs;
    const firstMs = Math.min(maxMs, Math.max(minMs, usualMs));
    return Math.min(maxMs, firstMs * 1.5 ** Math.max(0, attempt - 4));
  }
}

const paces = new Map<string, Pace>();

/** Returns the pace of an action in this process. */
export function paceOf(action: string): Pace {
  const known = paces.get(action);
  if (known) return known;
  const pace = new Pace();
  paces.set(action, pace);
  return pace;
}
