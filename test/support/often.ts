/** Returns how often a test repeats something random or crowded; a tenth over the bus, where the rules are the same. */
export const often = (times: number): number => (globalThis.overBus ? Math.ceil(times / 10) : times);
