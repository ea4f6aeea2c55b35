/** Data of a person on a page, stored on the device for times without a network. */
import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { MusterError } from '../../clients/typescript/src/index.ts';
import { onFront } from './front.ts';
import { keep, recall } from './kept.ts';
import { online } from './online.ts';
import { isPassing, statusOf, waitOf } from './refused.ts';
import { lastUserId, leadToSignIn } from './session.ts';
import { personId } from './start.ts';

/** Milliseconds until something is asked for again that could not be answered just now. */
const soon = 3_000;

export interface KeptView<T> {
  /** The latest data; undefined while there is none, here or on the device. */
  readonly known: ReadonlySignal<T | undefined>;
  /** Why the last request failed. */
  readonly failure: ReadonlySignal<MusterError | undefined>;
  /** Asks anew, once for all who want it; what is known stays where that fails. */
  readonly renew: () => Promise<void>;
  /** Shows something else from now on, and keeps it. */
  readonly set: (value: T) => Promise<void>;
  /** Shows what is kept of this person, then what is true now, and again whenever they come back to the page. Returns what ends it. */
  readonly follow: () => () => void;
}

/** Shows what is kept of a person, unless something newer is known by then. */
async function recallInto<T>(known: Signal<T | undefined>, id: string, name: string): Promise<void> {
  const kept = await recall<T>(id, name);
  if (kept && !known.peek() && personId.peek() === id) known.value = kept;
}

/**
 * @param name What it is kept by on the device.
 * @param ask Asks the service. A person who is not signed in any more is led to the sign-in page.
 */
export function keptView<T>(name: string, ask: () => Promise<T>): KeptView<T> {
  const known = signal<T | undefined>(undefined);
  const failure = signal<MusterError | undefined>(undefined);
  let asking: Promise<void> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;
  /** The last that was set, here or from an answer; what was recalled is older than both. */
  let latest: T | undefined;
  const set = async (value: T) => {
    latest = known.value = value;
    const id = personId.value;
    // An answer that comes after somebody signed out leaves nothing of them on the device.
    if (id && id === lastUserId()) await keep(id, name, value);
  };
  const take = async (): Promise<void> => {
    clearTimeout(later);
    const [id, before] = [personId.value, latest];
    if (!id) return;
    try {
      const answer = await ask();
      if (personId.value !== id) return;
      // Something that was set meanwhile may be newer than the answer.
      if (latest !== before) return take();
      failure.value = undefined;
      await set(answer);
    } catch (error) {
      if (!(error instanceof MusterError)) throw error;
      if (statusOf(error) === 401) return leadToSignIn();
      failure.value = error;
      // A part of it may have failed while others were answered; without a network, its coming back asks again.
      if (isPassing(error) && online.peek()) later = setTimeout(() => void renew(), waitOf(error) || soon);
    }
  };
  const renew = () => (asking ??= take().finally(() => (asking = undefined)));
  const follow = () => {
    const read = (id: string) => {
      void recallInto(known, id, name);
      if (online.value) void renew();
      return () => clearTimeout(later);
    };
    const ends = [onFront(renew), effect(() => (personId.value ? read(personId.value) : undefined))];
    return () => ends.forEach((end) => end());
  };
  return { known, failure, renew, set, follow };
}
