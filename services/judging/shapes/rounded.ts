/** Four decimals, as scores have. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 || 0;
