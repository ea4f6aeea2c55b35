export interface Chance {
  /** Returns a number from 0 up to but excluding 1. */
  next(): number;
  pick<Item>(items: readonly Item[]): Item;
  happens(probability: number): boolean;
}

/** Returns a reproducible generator (mulberry32): the same seed gives the same numbers everywhere. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
    happens: (probability) => next() < probability,
  };
}
