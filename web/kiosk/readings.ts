/** Which readings count, and the screen for the latest of them: a code that is held before the camera is read many times a second. */
import { signal, type Signal } from '@preact/signals';
import type { Verdict } from './model.ts';
import { agrees } from './verdict.ts';

/** Milliseconds for which a code has to be gone before it counts again. */
const gone = 3_000;

/** The longest token there is: the capacity of the largest QR code. */
const longestToken = 7_089;
/** The NUL character, which no token has and nobody could keep. */
const unkeepable = '\0';

export const mayBeToken = (text: string): boolean => text.length <= longestToken && !text.includes(unkeepable);

export class Readings {
  readonly #lastSeen = new Map<string, number>();

  /**
   * Whether this reading counts, that is, whether the code was not seen within the last three seconds.
   * @param now Milliseconds of a clock that is never set.
   */
  counts(code: string, now: number): boolean {
    for (const [known, seen] of this.#lastSeen) if (now - seen >= gone) this.#lastSeen.delete(known);
    const isNew = !this.#lastSeen.has(code);
    this.#lastSeen.set(code, now);
    return isNew;
  }
}

export interface Screen {
  readonly nonce: string;
  readonly verdict: Verdict;
}

export class Screens {
  readonly now: Signal<Screen | null> = signal(null);
  #newest: { readonly nonce: string; told: Verdict | null } | undefined;

  /** From now on only this reading is shown. */
  await(nonce: string): void {
    this.#newest = { nonce, told: null };
  }

  isNewest(nonce: string): boolean {
    return this.#newest?.nonce === nonce;
  }

  /** Shows a verdict on the newest reading. Once it was taken from the screen it comes back only as another one. */
  show(nonce: string, verdict: Verdict): void {
    const newest = this.#newest;
    if (newest?.nonce !== nonce) return;
    const isGone = newest.told !== null && this.now.value === null;
    if (!isGone || !agrees(newest.told, verdict)) this.now.value = { nonce, verdict };
    newest.told = verdict;
  }

  clear(): void {
    this.now.value = null;
  }
}
