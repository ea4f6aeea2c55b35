/**
 * Limits how many long operations run at the same time, per person and in all. Others wait for some seconds and are
 * then refused.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../shared/base/failure.ts';
import { WaitingList } from '../../shared/base/queue-depth.ts';
import { retryAfterSeconds, slotWithinMs, waitingTransfersEach } from './limits.ts';

interface Bounds {
  readonly inAll: number;
  readonly each: number;
}

/** The time between two looks for a free slot. */
const checkEveryMs = 50;

/** A semaphore with one limit per person and one for all. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #running = new CountByPerson();
  readonly #waiting = new CountByPerson();
  /** All that wait, as the metrics show them. */
  readonly waitingList = new WaitingList();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs `work` as soon as a slot is free.
   * @throws {Failure} `RATE_LIMITED` or `OVERLOADED` when none becomes free in time.
   */
  async use<T>(who: string, work: () => Promise<T>): Promise<T> {
    if (this.#refusal(who)) await this.#waiting.during(who, () => this.#wait(who));
    return this.#running.during(who, work);
  }

  async #wait(who: string): Promise<void> {
    const deadline = Date.now() + slotWithinMs;
    const leave = this.waitingList.enter();
    try {
      for (let refusal = this.#refusal(who); refusal; refusal = this.#refusal(who)) {
        if (Date.now() > deadline || this.#waiting.of(who) > waitingTransfersEach) throw refusal;
        await pause(checkEveryMs);
      }
    } finally {
      leave();
    }
  }

  #refusal(who: string): Failure | undefined {
    if (this.#running.of(who) >= this.#bounds.each)
      return new Failure('RATE_LIMITED', { retry_after: retryAfterSeconds.withoutPlace });
    return this.#running.inAll >= this.#bounds.inAll ? new Failure('OVERLOADED') : undefined;
  }
}

/** Counts running operations per person. */
class CountByPerson {
  readonly #counts = new Map<string, number>();
  inAll = 0;

  of = (who: string): number => this.#counts.get(who) ?? 0;

  async during<T>(who: string, work: () => Promise<T>): Promise<T> {
    this.#add(who, 1);
    try {
      return await work();
    } finally {
      this.#add(who, -1);
    }
  }

  #add(who: string, difference: 1 | -1): void {
    this.inAll += difference;
    const own = this.of(who) + difference;
    if (own > 0) this.#counts.set(who, own);
    else this.#counts.delete(who);
  }
}
