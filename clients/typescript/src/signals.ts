/** Signals that abort running requests. */

export interface Either {
  readonly signal: AbortSignal;
  /** Listens no longer to those it was made of, which may live for as long as the program. */
  readonly leave: () => void;
}

/** Ends with the first of these. Browsers of 2023 have no `AbortSignal.any`. */
export function firstOf(...signals: readonly AbortSignal[]): Either {
  const [either, left] = [new AbortController(), new AbortController()];
  const end = ({ reason }: AbortSignal) => {
    left.abort();
    either.abort(reason);
  };
  for (const signal of signals) {
    signal.addEventListener('abort', () => end(signal), { once: true, signal: left.signal });
    if (signal.aborted) end(signal);
  }
  return { signal: either.signal, leave: () => left.abort() };
}
