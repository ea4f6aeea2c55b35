/** What is asked of the service and shown: while it is on its way, when nothing came, and when it failed. */
import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { online } from './online.ts';
import { inWords, isOffline } from './refused.ts';

interface Loaded<T> {
  /** The last answer, which stays while a newer one is on its way. */
  readonly data: T | undefined;
  readonly error: MusterError | undefined;
  readonly again: () => Promise<void>;
}

/**
 * Asks when the page shows it, when `keys` change, and when the network is back after an error.
 * @param ask Gets a signal that ends it when its answer is wanted no more.
 */
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const data = useSignal<T | undefined>(undefined);
  const error = useSignal<MusterError | undefined>(undefined);
  const running = useRef<AbortController>(undefined);
  const again = useCallback(async () => {
    running.current?.abort();
    const own = (running.current = new AbortController());
    try {
      const answer = await ask(own.signal);
      if (own.signal.aborted) return;
      data.value = answer;
      error.value = undefined;
    } catch (reason) {
      if (own.signal.aborted) return;
      if (!(reason instanceof MusterError)) throw reason;
      error.value = reason;
    }
  }, keys);
  useEffect(() => {
    void again();
    return () => running.current?.abort();
  }, [again]);
  useSignalEffect(() => {
    if (online.value && isOffline(error.peek())) void again();
  });
  return { data: data.value, error: error.value, again };
}

export const Loading = ({ what = 'Loading' }: { readonly what?: string }) => (
  <div class="state soon" role="status">
    <div class="spinner" aria-hidden="true" />
    <p>{what}…</p>
  </div>
);

interface Nothing {
  readonly children: ComponentChild;
  /** A button that goes on from here. */
  readonly action?: ComponentChild;
}
export const Empty = ({ children, action }: Nothing) => (
  <div class="state">
    {typeof children === 'string' ? <p>{children}</p> : children}
    {action}
  </div>
);

/** What went wrong, and a button to try again. */
export function Failed({ error, again }: { readonly error: MusterError; readonly again: () => unknown }) {
  const what = isOffline(error) ? 'You are offline.' : inWords(error);
  return (
    <div class="state" role="alert">
      <p>{what}</p>
      <Button kind="calm" onClick={again}>
        Try again
      </Button>
    </div>
  );
}

/** Shows an answer of `useLoaded`, or what there is instead. */
export function Show<T>({ of, children }: { readonly of: Loaded<T>; readonly children: (data: T) => ComponentChild }) {
  if (of.data !== undefined) return <>{children(of.data)}</>;
  return of.error ? <Failed error={of.error} again={of.again} /> : <Loading />;
}

/** A dot while the service can be reached, and a word while it cannot. Tests read `data-online`. */
export function Online({ state = online }: { readonly state?: ReadonlySignal<boolean> }) {
  const isOn = state.value;
  return (
    <span class={isOn ? 'dot' : 'tag warn'} role="status" data-testid="online" data-online={isOn}>
      <span class={isOn ? 'unseen' : ''}>{isOn ? 'Online' : 'Offline'}</span>
    </span>
  );
}
