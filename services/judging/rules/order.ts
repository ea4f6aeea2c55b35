/** Returns the order of copied criteria: behind the existing ones in sequence, or unchanged if there are none. */
export const orderBehind = (greatest: number | null, indexes: readonly number[]): number[] =>
  greatest === null ? [...indexes] : indexes.map((_, position) => greatest + 1 + position);
