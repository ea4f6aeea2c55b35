/** Reads from the service and shows the answer: while it is loading, when it is empty, and when it failed. */
import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { pathOf } from './address.ts';
import { Button } from './button.tsx';
import { isRefusal, MusterError } from '../../clients/typescript/src/index.ts';
import { online } from './online.ts';
import { inWords, isOffline } from './refused.ts';
import { frame, states } from './texts/en.ts';

interface Loaded<T> {
  /** The last answer, which stays while a newer one is on its way. */
  readonly data: T | undefined;
  readonly error: MusterError | undefined;
  /** Asks anew. Done when an answer is shown: its own, or that of a later question. */
  readonly again: () => Promise<void>;
}

/** The last answers of views that somebody may come back to, by their names, while the page is open. */
const latest = new Map<string, unknown>();
const keptAtMost = 50;

function remember(name: string, answer: unknown): void {
  latest.delete(name);
  latest.set(name, answer);
  for (const oldest of latest.keys()) if (latest.size > keptAtMost) latest.delete(oldest);
}

/**
 * Asks when the page shows it, when `keys` change, and when the network is back after an error.
 * @param ask Gets a signal that ends it when its answer is wanted no more.
 * @param name Has the answer shown at once, until a newer one comes, whenever a view with these keys is come back to.
 */
export function useLoaded<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[],
  name?: string,
): Loaded<T> {
  const known = name && `${name} ${JSON.stringify(keys)}`;
  const data = useSignal(known ? (latest.get(known) as T | undefined) : undefined);
  const error = useSignal<MusterError | undefined>(undefined);
  const running = useRef<AbortController>(undefined);
  const newest = useRef<Promise<void>>(undefined);
  const again = useCallback(() => {
    running.current?.abort();
    const own = (running.current = new AbortController());
    const read = async () => {
      try {
        const answer = await ask(own.signal);
        if (own.signal.aborted) return;
        if (known) remember(known, answer);
        data.value = answer;
        error.value = undefined;
      } catch (reason) {
        if (own.signal.aborted) return;
        if (!(reason instanceof MusterError)) throw reason;
        error.value = reason;
      }
    };
    const isNewest = () => running.current === own;
    return (newest.current = read().then(() => (isNewest() ? undefined : newest.current)));
  }, keys);
  useEffect(() => {
    if (known && latest.has(known)) data.value = latest.get(known) as T;
    void again();
    return () => running.current?.abort();
  }, [again]);
  useSignalEffect(() => {
    if (online.value && isOffline(error.peek())) void again();
  });
  return { data: data.value, error: error.value, again };
}

export const Loading = ({ what = states.loading }: { readonly what?: string }) => (
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

/** Shows an error, and a button to try again. */
export function Failed({ error, again }: { readonly error: MusterError; readonly again: () => unknown }) {
  const what = isOffline(error) ? states.youAreOffline : inWords(error);
  return (
    <div class="state" role="alert">
      <p>{what}</p>
      {isRefusal(error, 'SECOND_FACTOR_MISSING') && (
        <a class="button" href={pathOf('/account')} data-testid="second-factor-missing">
          {frame.myAccount}
        </a>
      )}
      <Button kind="calm" onClick={again}>
        {states.tryAgain}
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
      <span class={isOn ? 'unseen' : ''}>{isOn ? frame.online : frame.offline}</span>
    </span>
  );
}
