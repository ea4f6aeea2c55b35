/** Measures how long an action usually takes, and hence after how long to send another attempt. */

/**
 * Milliseconds: the earliest time for another attempt, and the latest, which also applies before anything was
 * measured.
 */
const [soonest, latest] = [250, 1_000];
/** The multiple of the mean after which an answer has probably been lost. */
const margin = 4;

/** The usual duration of one action. */
export class Pace {
  #mean: number | undefined;

  /** Records how many milliseconds an answer took. */
  answered(took: number): void {
    this.#mean = this.#mean === undefined ? took : this.#mean + (took - this.#mean) / 16;
  }

  /** Returns the milliseconds to wait for an answer before the next attempt; grows after the first attempts. */
  patience(attempt: number): number {
    const usual = this.#mean === undefined ? latest : margin * this.#mean;
    const first = Math.min(latest, Math.max(soonest, usual));
    return Math.min(latest, first * 1.5 ** Math.max(0, attempt - 4));
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
