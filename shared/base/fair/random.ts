/** Random numbers that repeat: the same seed gives the same ones on every machine. Pure. */

/** Returns a generator of numbers from 0 up to but excluding 1: Mulberry32. */
export function uniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a generator of standard normal numbers, transformed as Box and Muller do (1958). */
export function normals(seed: number): () => number {
  const even = uniforms(seed);
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const own = spare;
      spare = undefined;
      return own;
    }
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - even())), 2 * Math.PI * even()];
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** Returns the numbers from 0 up to but excluding `size` in random order, as Fisher and Yates shuffle. */
export function shuffled(size: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
