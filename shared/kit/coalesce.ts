/**
 * Batches small independent items that arrive at the same time into one trip: one call over the bus, or one round
 * trip to the database.
 *
 * Items that arrive while the allowed number of trips is under way wait in a queue, and the next trip takes all of
 * them. There is no timer: a lone item leaves as soon as the current turn of the event loop has read its input.
 */
import { secondsSince, type QueueDepth } from '../base/queue-depth.ts';
import { tracing, type Span } from '../base/tracing.ts';

/**
 * Handles a batch and returns one outcome per item, in the same order. When the trip itself rejects, every item of it
 * is rejected with that reason.
 */
export type Trip<Item, Answer> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Answer>[]>;

export interface Limits<Item> {
  /** Maximum number of items in one trip. */
  readonly most: number;
  /** Maximum number of trips under way. */
  readonly inFlight: number;
  /** `size` tells how much of a trip's `room` an item takes, in any unit. The first item always goes. */
  readonly size?: (item: Item) => number;
  readonly room?: number;
  /**
   * A trip is late after `after` milliseconds and no longer counts against `inFlight`; at most `most` additional
   * trips start that way.
   */
  readonly late?: { readonly after: number; readonly most: number };
}

interface Passenger<Item, Answer> {
  readonly since: number;
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** What it belongs to, where that is traced. */
  readonly cause: Span | undefined;
}

/** Queues items and sends them in batches. See the header of this file. */
export class Coalescer<Item, Answer> {
  readonly #trip: Trip<Item, Answer>;
  readonly #limits: Limits<Item>;
  readonly #waiting: Passenger<Item, Answer>[] = [];
  #underWay = 0;
  /** How many of the trips under way are late. */
  #late = 0;
  #isDeparting = false;

  constructor(trip: Trip<Item, Answer>, limits: Limits<Item>) {
    this.#trip = trip;
    this.#limits = limits;
  }

  readonly submit = (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ since: performance.now(), item, resolve, reject, cause: tracing()?.here() });
      this.#depart();
    });

  get waiting(): QueueDepth {
    const [first] = this.#waiting;
    return { count: this.#waiting.length, oldest: first ? secondsSince(first.since) : 0 };
  }

  /**
   * Starts the waiting trips at the end of this turn of the event loop, so that items read in the same turn go
   * together.
   */
  #depart(): void {
    if (this.#isDeparting || !this.#mayDepart()) return;
    this.#isDeparting = true;
    setImmediate(() => {
      this.#isDeparting = false;
      while (this.#mayDepart()) void this.#travel(this.#board());
    });
  }

  #mayDepart(): boolean {
    const { inFlight, late } = this.#limits;
    const isFree = this.#underWay - this.#late < inFlight && this.#underWay < inFlight + (late?.most ?? 0);
    return isFree && this.#waiting.length > 0;
  }

  #board(): Passenger<Item, Answer>[] {
    const { most, size, room = Infinity } = this.#limits;
    let [count, taken] = [0, 0];
    for (const { item } of this.#waiting) {
      taken += size?.(item) ?? 0;
      if (count === most || (count > 0 && taken > room)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #travel(passengers: readonly Passenger<Item, Answer>[]): Promise<void> {
    this.#underWay++;
    const stopWatching = this.#watch();
    const outcomes = await this.#traced(passengers).catch((reason: unknown) =>
      passengers.map(() => ({ status: 'rejected', reason }) as const),
    );
    stopWatching();
    this.#depart();
    passengers.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason);
    });
  }

  #traced(passengers: readonly Passenger<Item, Answer>[]): ReturnType<Trip<Item, Answer>> {
    const trip = () => this.#trip(passengers.map(({ item }) => item));
    const tracer = tracing();
    if (!tracer) return trip();
    return tracer.together(
      passengers.map(({ cause }) => cause),
      trip,
    );
  }

  /**
   * Counts this trip as under way, and as late once its time has passed. Returns the function that ends the
   * counting.
   */
  #watch(): () => void {
    const { late } = this.#limits;
    let isLate = false;
    const timer =
      late &&
      setTimeout(() => {
        isLate = true;
        this.#late++;
        this.#depart();
      }, late.after);
    return () => {
      clearTimeout(timer);
      this.#underWay--;
      if (isLate) this.#late--;
    };
  }
}
