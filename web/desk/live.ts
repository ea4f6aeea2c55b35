/** Updates views: facts say what changed, and only that is read again. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FactType } from '../../shared/contract/facts.ts';
import { followFacts } from '../shared/facts.ts';
import { onFront } from '../shared/front.ts';
import { api } from '../shared/session.ts';

/** The first part of a fact's type, such as `team`. */
export type Subject = FactType extends `${infer S}.${string}` ? S : never;
/** Called with the subject of a fact, or without one when something may have been missed. */
type Listener = (subject?: string) => void;

export interface Live {
  readonly state: ReadonlySignal<'connecting' | 'live' | 'lost' | 'refused'>;
  readonly on: (listener: Listener) => () => void;
  readonly end: () => void;
}

/** Follows the facts of a hackathon, or those of its organization, which the hackathon's tell nothing of. */
export function goLive({ organization, superEvent }: { organization: string; superEvent?: string }): Live {
  const state = signal<Live['state']['value']>('connecting');
  const listeners = new Set<Listener>();
  const tell: Listener = (subject) => listeners.forEach((listener) => listener(subject));
  // A browser may hold up the stream of a page that nobody sees.
  const endFront = onFront(() => tell());
  const endFacts = followFacts({
    ...{ client: api, organization, ...(superEvent && { superEvent }) },
    onFact: ({ type }) => tell(type.split('.')[0]),
    onState: (next) => {
      state.value = next;
      if (next === 'live') tell();
    },
  });
  const on = (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const end = () => {
    endFront();
    endFacts();
  };
  return { state, on, end };
}

/** Milliseconds between two readings of the same thing, however much happens. */
const rest = 1_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Asks again when something of these subjects happened, never twice at once. */
export function useFresh(live: Live, again: () => Promise<void>, subjects: readonly Subject[]): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    let [isGone, isBusy, isDue] = [false, false, false];
    const catchUp = async () => {
      isBusy = true;
      while (isDue && !isGone) {
        isDue = false;
        await latest.current();
        await pause(rest);
      }
      isBusy = false;
    };
    const off = live.on((subject) => {
      if (subject !== undefined && !subjects.some((each) => each === subject)) return;
      isDue = true;
      if (!isBusy) void catchUp();
    });
    return () => {
      isGone = true;
      off();
    };
  }, [live, subjects.join()]);
}

/** Polls data without facts, while the page is visible. */
export function useEvery(seconds: number, again: () => Promise<void>): void {
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || latest.current()), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
}
