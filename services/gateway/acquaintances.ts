/**
 * Remembers the viewers of keys and sessions. An entry in use is refreshed before it expires, so that no request
 * waits for that. While identity does not answer, an entry is used for up to a minute. A hint removes it at once.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Failure, isFailure } from '../../shared/base/failure.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import { Absent } from './call.ts';
import { within } from './within.ts';

/** Identity's answer about a key or session. */
export interface Identified {
  readonly viewer: Viewer | null;
  /** Milliseconds until it expires; null if it never does. */
  readonly validFor: number | null;
}
export type LookUp = () => Promise<Identified>;

interface Known {
  readonly viewer: Viewer;
  /** When the look-up was sent. Later changes are not in its answer. */
  readonly since: number;
  readonly until: number;
  /** The last look-up failed. Until one succeeds, no request waits for the next. */
  isUnanswered: boolean;
}
/** Undefined when a hint arrived during the look-up. */
type Answer = Viewer | null | undefined;

/**
 * Milliseconds after which an entry is refreshed, after which requests wait for the refresh, and after which it is
 * unusable even while nobody answers.
 */
const [ripe, memory, longest] = [6_000, 9_000, 60_000];
const memoryOfNobody = 2_000;
/** Milliseconds that a request waits for the refresh of a known entry. */
const courtesy = 500;
/** Milliseconds between look-ups after a failure. */
const beforeNext = 50;
const knownAtMost = 10_000;

/** A cache of viewers, by the hash of their key or token. */
export class Acquaintances {
  readonly #known = new LRUCache<string, Known>({ max: knownAtMost });
  readonly #nobody = new LRUCache<string, true>({ max: knownAtMost, ttl: memoryOfNobody });
  readonly #underWay = new Map<string, { readonly since: number; readonly answer: Promise<Answer> }>();
  /** When each id of a key, session or person was hinted at, oldest first. */
  readonly #ended = new Map<string, number>();
  #doubted = -Infinity;

  /**
   * Returns the viewer, null for an unknown key or token; at once if remembered, otherwise by the deadline
   * (milliseconds since 1970).
   * @throws {Failure} `UNAVAILABLE` when identity has not answered by then.
   */
  find(name: string, lookUp: LookUp, deadline: number): Viewer | null | Promise<Viewer | null> {
    const now = performance.now();
    const known = this.#known.get(name);
    if (!known || !this.#isStill(known, now)) {
      return this.#nobody.has(name) ? null : this.#wait(name, lookUp, deadline);
    }
    const age = now - known.since;
    if (age < ripe) return known.viewer;
    const { since, answer } = this.#ask(name, lookUp);
    if (age < memory) return known.viewer;
    if (known.since < this.#doubted) return this.#wait(name, lookUp, deadline);
    const patience = since + courtesy - now;
    if (known.isUnanswered || patience <= 0) return known.viewer;
    return within(patience, answer).then(
      (viewer) => (viewer === undefined ? this.#wait(name, lookUp, deadline) : viewer),
      () => known.viewer,
    );
  }

  /** Forgets the key or session with this id, or all of the person with this id. */
  forget(id: string): void {
    const now = performance.now();
    for (const [former, at] of this.#ended) {
      if (now - at <= longest) break;
      this.#ended.delete(former);
    }
    this.#ended.delete(id);
    this.#ended.set(id, now);
  }

  /** Limits all entries to their normal lifetime, because hints may have been missed. */
  doubt(): void {
    this.#doubted = performance.now();
  }

  #isStill({ viewer, since, until }: Known, now: number): boolean {
    return now < until && now - since < longest && !this.#hasEnded(viewer, since);
  }

  #hasEnded({ user_id, key_id, session_id }: Viewer, since: number): boolean {
    if (this.#ended.size === 0) return false;
    return [user_id, key_id, session_id].some((id) => id !== null && (this.#ended.get(id) ?? -Infinity) >= since);
  }

  /**
   * Waits for the look-up that all requests with this name share. After a failure, those that still have time
   * repeat it, unless nobody runs identity.
   */
  async #wait(name: string, lookUp: LookUp, deadline: number): Promise<Viewer | null> {
    for (;;) {
      try {
        const viewer = await within(deadline - Date.now(), this.#ask(name, lookUp).answer);
        if (viewer !== undefined) return viewer;
      } catch (error) {
        if (error instanceof Absent || !(isFailure(error, 'UNAVAILABLE') || isFailure(error, 'TIMEOUT'))) throw error;
        // The request was not carried out, whatever became of the look-up.
        if (Date.now() >= deadline) throw new Failure('UNAVAILABLE');
        await pause(Math.min(beforeNext, deadline - Date.now()));
      }
    }
  }

  #ask(name: string, lookUp: LookUp) {
    const underWay = this.#underWay.get(name);
    if (underWay) return underWay;
    const since = performance.now();
    const answer = lookUp()
      .then((identified) => this.#learn(name, since, identified))
      .finally(() => this.#underWay.delete(name));
    // A request with a remembered entry may not be waiting for this promise.
    answer.catch(() => {
      const known = this.#known.peek(name);
      if (known) known.isUnanswered = true;
    });
    const begun = { since, answer };
    this.#underWay.set(name, begun);
    return begun;
  }

  #learn(name: string, since: number, { viewer, validFor }: Identified): Answer {
    if (!viewer) {
      this.#known.delete(name);
      this.#nobody.set(name, true);
      return null;
    }
    if (this.#hasEnded(viewer, since)) return undefined;
    this.#known.set(name, { viewer, since, until: since + (validFor ?? Infinity), isUnanswered: false });
    return viewer;
  }
}
