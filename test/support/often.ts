/** How often a test does what it does at random or in a crowd; over the bus a tenth, for the rules are the same there. */
export const often = (times: number): number => (globalThis.overBus ? Math.ceil(times / 10) : times);
