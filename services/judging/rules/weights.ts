/** Weights are decimals with ten places. They are added as whole parts of that size, because binary fractions would drift. */

const whole = 10_000_000_000;
const partsOf = (weight: number) => Math.round(weight * whole);

/** Half up. Beyond fifteen digits stands what binary fractions add: 0.30000000000000004 means 0.3. */
export const rounded = (weight: number): number => Math.round(Number((weight * whole).toPrecision(15))) / whole;

interface Replacement {
  /** Weights that no longer count. */
  readonly former?: readonly number[];
  readonly wanted?: readonly number[];
}

/** What the weights of a track come to once some are replaced by others. */
export function totalAfter(total: number, { former = [], wanted = [] }: Replacement): number {
  const sum = (weights: readonly number[]) => weights.reduce((parts, weight) => parts + partsOf(weight), 0);
  return (partsOf(total) - sum(former) + sum(wanted)) / whole;
}

/** Thirds, sixths and sevenths come to a little more than 1 once they are rounded, by whoever. */
const most = 1.000_01;

/** Weights are at most 1 together. What makes the total no greater is always allowed. */
export const isTooMuch = (current: number, attempted: number): boolean => attempted > most && attempted > current;
