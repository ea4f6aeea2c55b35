/**
 * Adds weights as integers of their last decimal place (ten decimals), because binary fractions would accumulate
 * errors.
 */

const whole = 10_000_000_000;
const partsOf = (weight: number) => Math.round(weight * whole);

/** Rounds half up. Digits beyond the fifteenth are errors of binary fractions: 0.30000000000000004 means 0.3. */
export const rounded = (weight: number): number => Math.round(Number((weight * whole).toPrecision(15))) / whole;

interface Replacement {
  /** Weights that are removed. */
  readonly former?: readonly number[];
  readonly wanted?: readonly number[];
}

/** Returns the total after some weights are replaced by others. */
export function totalAfter(total: number, { former = [], wanted = [] }: Replacement): number {
  const sum = (weights: readonly number[]) => weights.reduce((parts, weight) => parts + partsOf(weight), 0);
  return (partsOf(total) - sum(former) + sum(wanted)) / whole;
}

/** Slightly more than 1, because rounded thirds, sixths and sevenths may exceed it. */
const most = 1.000_01;

/** Tells whether a new total is too large. A change that does not increase it is always allowed. */
export const isTooMuch = (current: number, attempted: number): boolean => attempted > most && attempted > current;

/** Returns the order of copied criteria: behind the existing ones in sequence, or unchanged if there are none. */
export const orderBehind = (greatest: number | null, indexes: readonly number[]): number[] =>
  greatest === null ? [...indexes] : indexes.map((_, position) => greatest + 1 + position);
