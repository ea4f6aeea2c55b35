/** Signals that end what is under way. */

/** Ends with the first of these. Browsers of 2023 have no `AbortSignal.any`. */
export function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    signal.addEventListener('abort', () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
}
