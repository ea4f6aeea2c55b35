/** Where copies stand: behind what is there, one after the other; where nothing is, as they stood. */
export const placedBehind = (greatest: number | null, indexes: readonly number[]): number[] =>
  greatest === null ? [...indexes] : indexes.map((_, position) => greatest + 1 + position);
