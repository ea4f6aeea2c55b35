/** Exact fractions, to calculate rankings in another way than the service does. */

/** The denominator is positive. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

export const zero: Fraction = { over: 0n, under: 1n };

export function parse(decimal: string): Fraction {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return { over: BigInt(sign + whole + decimals), under: 10n ** BigInt(decimals.length) };
}

export const plus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
export const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });
/** By a positive one. */
export const by = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.under, under: a.under * b.over });
export const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero);
export const mean = (all: readonly Fraction[]): Fraction => by(sum(all), { over: BigInt(all.length), under: 1n });

/** In ten-thousandths, rounded half up. */
export function tenThousandths({ over, under }: Fraction): bigint {
  const [dividend, divisor] = [2n * 10_000n * over + under, 2n * under];
  const towardsZero = dividend / divisor;
  return dividend < 0n && dividend % divisor !== 0n ? towardsZero - 1n : towardsZero;
}
