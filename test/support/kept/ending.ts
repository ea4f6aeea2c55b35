/** The end of what a worker keeps from one spec to the next. */

/** Of what a spec did not give back, or of everything. */
type End = (which: 'lent' | 'all') => Promise<void>;

declare global {
  /** Set where something is kept. */
  var endKept: End | undefined;
}

/** Has this done whenever something that is kept has to end. */
export function onEnd(end: End): void {
  const before = globalThis.endKept;
  globalThis.endKept = async (which) => {
    await before?.(which);
    await end(which);
  };
}
