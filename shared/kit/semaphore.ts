/**
 * Limits how many long operations run at the same time: of each, such as a person, of an organization, and in all. Others wait
 * for some seconds and are then refused.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../base/failure.ts';
import { WaitingList } from '../base/queue-depth.ts';

interface Bounds {
  readonly inAll: number;
  /** Without it, an organization may have as many as all. */
  readonly organization?: number;
  readonly each: number;
}
interface Waiting {
  /** An operation without a slot by then is refused. */
  readonly withinMs: number;
  /** Operations of one that wait; further ones are refused at once. */
  readonly each: number;
  /** The refusal of one whose own slots, or those of the organization, are in use. */
  readonly refusal: () => Failure;
}

/** The time between two looks for a free slot. */
const checkEveryMs = 50;

/** A semaphore with one limit for each, one for each organization, and one for all. */
export class Semaphore {
  readonly #bounds: Bounds;
  readonly #ways: Waiting;
  readonly #running = new Counts();
  readonly #ofOrganizations = new Counts();
  readonly #waiting = new Counts();
  /** All that wait, as the metrics show them. */
  readonly waitingList = new WaitingList();

  constructor(bounds: Bounds, ways: Waiting) {
    this.#bounds = bounds;
    this.#ways = ways;
  }

  /**
   * Runs `work` as soon as a slot is free.
   * @param organization_id The organization, where it is known already; otherwise `work` calls `share`.
   * @throws {Failure} When none becomes free in time: the refusal of its own, or `OVERLOADED` when those of all are in use.
   */
  async use<T>(who: string, work: () => Promise<T>, organization_id?: string): Promise<T> {
    if (this.#refusal(who, organization_id)) await this.#waiting.during(who, () => this.#wait(who, organization_id));
    return this.#running.during(who, () => this.share(organization_id, work));
  }

  /**
   * Runs `work` in the share of an organization, which only the action knew. It does not wait, because the slot that it
   * has is one of all.
   * @throws {Failure} The refusal of its own, when the organization has as many as it may.
   */
  async share<T>(organization_id: string | undefined, work: () => Promise<T>): Promise<T> {
    if (organization_id === undefined) return work();
    if (this.#isShareUsed(organization_id)) throw this.#ways.refusal();
    return this.#ofOrganizations.during(organization_id, work);
  }

  async #wait(who: string, organization_id: string | undefined): Promise<void> {
    const { withinMs, each } = this.#ways;
    const deadline = Date.now() + withinMs;
    const leave = this.waitingList.enter();
    try {
      for (;;) {
        const refusal = this.#refusal(who, organization_id);
        if (!refusal) return;
        if (Date.now() > deadline || this.#waiting.of(who) > each) throw refusal;
        await pause(checkEveryMs);
      }
    } finally {
      leave();
    }
  }

  #refusal(who: string, organization_id: string | undefined): Failure | undefined {
    const isShareUsed = organization_id !== undefined && this.#isShareUsed(organization_id);
    if (isShareUsed || this.#running.of(who) >= this.#bounds.each) return this.#ways.refusal();
    return this.#running.inAll >= this.#bounds.inAll ? new Failure('OVERLOADED') : undefined;
  }

  #isShareUsed(organization_id: string): boolean {
    return this.#ofOrganizations.of(organization_id) >= (this.#bounds.organization ?? Infinity);
  }
}

/** Counts operations of each. */
class Counts {
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
