/** Rounds to four decimals, as scores are displayed. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 || 0;
