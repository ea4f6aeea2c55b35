/** Weights are decimals with five places. They are added as whole hundred-thousandths, because binary fractions would drift. */

const whole = 100_000;
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

/** Weights are at most 1 together. What makes the total no greater is always allowed. */
export const isTooMuch = (current: number, attempted: number): boolean => attempted > 1 && attempted > current;
