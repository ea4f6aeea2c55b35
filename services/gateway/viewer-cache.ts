/**
 * The cache of viewers by key or session. An entry in use is refreshed in the background, so that no request waits for
 * it. While identity does not answer, an entry is used for up to a minute. An event removes it at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Failure, isFailure } from '../../shared/base/failure.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import { ServiceUnreachable } from './call.ts';
import {
  endedAtMost,
  lookUpRetryAfterMs,
  unknownViewerForMs,
  viewerRefreshAfterMs,
  viewerRefreshWithinMs,
  viewersAtMost,
  viewerUnusableAfterMs,
  viewerWaitAfterMs,
} from './limits.ts';

/** Identity's answer about a key or session. */
export interface Identified {
  readonly viewer: Viewer | null;
  /** Milliseconds until it expires; null if it never does. */
  readonly validFor: number | null;
}
export type LookUp = () => Promise<Identified>;

interface Known {
  /** Null for an unknown key or session. */
  readonly viewer: Viewer | null;
  /** When the look-up was sent. Later changes are not in its answer. */
  readonly since: number;
  readonly until: number;
  /** The last look-up failed. Until one succeeds, no request waits for the next. */
  isUnanswered: boolean;
}

/** A cache of viewers, by the hash of their key or token. */
export class ViewerCache {
  readonly #entries = new LRUCache<string, Known, LookUp>({
    max: viewersAtMost,
    // A look-up whose entry was evicted or removed still answers its waiting requests, and is not cached.
    ignoreFetchAbort: true,
    fetchMethod: (_name, former, { context: lookUp }) => identify(lookUp, former),
  });
  /** When each id of a key, session or person ended. */
  readonly #ended = new LRUCache<string, number>({
    max: endedAtMost,
    ttl: viewerUnusableAfterMs,
    // An end that is not remembered is like an event that was lost.
    dispose: (_at, _id, reason) => reason === 'evict' && this.doubt(),
  });
  #doubted = -Infinity;

  /**
   * Returns the viewer, null for an unknown key or token; at once if remembered, otherwise by the deadline
   * (milliseconds since 1970).
   * @throws {Failure} `UNAVAILABLE` when identity has not answered by then.
   */
  find(name: string, lookUp: LookUp, deadline: number): Viewer | null | Promise<Viewer | null> {
    const known = this.#remembered(name);
    if (!known) return this.#wait(name, lookUp, deadline);
    const age = performance.now() - known.since;
    if (age < viewerRefreshAfterMs) return known.viewer;
    const refreshed = this.#refresh(name, lookUp, known);
    if (age < viewerWaitAfterMs || known.isUnanswered) return known.viewer;
    return within(viewerRefreshWithinMs, refreshed).then(
      (next) => (next && this.#isUsable(next) ? next.viewer : this.#wait(name, lookUp, deadline)),
      () => known.viewer,
    );
  }

  /** Forgets the key or session with this id, or all of the person with this id. */
  forget(id: string): void {
    this.#ended.set(id, performance.now());
  }

  /** Limits all entries to their normal lifetime, because events may have been missed. */
  doubt(): void {
    this.#doubted = performance.now();
  }

  /** Returns an entry that is usable, and drops one that is not. */
  #remembered(name: string): Known | undefined {
    const known = this.#entries.get(name);
    if (!known || this.#isUsable(known)) return known;
    this.#entries.delete(name);
    return undefined;
  }

  /** Once false for an entry, it is false for good. */
  #isUsable({ viewer, since, until }: Known): boolean {
    const now = performance.now();
    const longest = since < this.#doubted ? viewerWaitAfterMs : viewerUnusableAfterMs;
    return now < until && now - since < longest && !(viewer && this.#hasEnded(viewer, since));
  }

  #hasEnded({ user_id, key_id, session_id }: Viewer, since: number): boolean {
    return [user_id, key_id, session_id].some((id) => id !== null && (this.#ended.get(id) ?? -Infinity) >= since);
  }

  /** Looks up once for all requests with this name. If that fails, the former entry stays. */
  #refresh(name: string, lookUp: LookUp, former: Known | undefined): Promise<Known | undefined> {
    const allowStaleOnFetchRejection = former !== undefined;
    return this.#entries.fetch(name, { context: lookUp, forceRefresh: true, allowStaleOnFetchRejection });
  }

  /** Looks up a missing entry. After a failure it is retried until the deadline, unless no process runs identity. */
  async #wait(name: string, lookUp: LookUp, deadline: number): Promise<Viewer | null> {
    for (;;) {
      try {
        const known = await within(deadline - Date.now(), this.#refresh(name, lookUp, this.#remembered(name)));
        // An answer to a look-up from before the end of the key is stale.
        if (known && this.#isUsable(known)) return known.viewer;
      } catch (error) {
        if (error instanceof ServiceUnreachable || !(isFailure(error, 'UNAVAILABLE') || isFailure(error, 'TIMEOUT')))
          throw error;
        // The request was not carried out, so it is UNAVAILABLE and not TIMEOUT.
        if (Date.now() >= deadline) throw new Failure('UNAVAILABLE');
        await pause(Math.min(lookUpRetryAfterMs, deadline - Date.now()));
      }
    }
  }
}

async function identify(lookUp: LookUp, former: Known | undefined): Promise<Known> {
  const since = performance.now();
  try {
    const { viewer, validFor } = await lookUp();
    const until = viewer ? since + (validFor ?? Infinity) : performance.now() + unknownViewerForMs;
    return { viewer, since, until, isUnanswered: false };
  } catch (error) {
    if (former) former.isUnanswered = true;
    throw error;
  }
}

/** Rejects with TIMEOUT unless the answer arrives within this many milliseconds. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failure('TIMEOUT')), Math.max(0, milliseconds));
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (reason: Error) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}
