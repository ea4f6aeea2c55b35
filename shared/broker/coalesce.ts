/**
 * Lets small independent items that arrive together share a trip: a call over the bus, a round trip to the database.
 *
 * While trips are under way, what arrives waits in a list; the next trip takes all of it. There is no timer: an item that
 * comes alone goes as soon as what arrived with it has been read.
 */

/** Carries them all; what came of each, in their order. Where it rejects, that came of each. */
export type Trip<Item, Answer> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Answer>[]>;

export interface Limits<Item> {
  /** Items in one trip at most. */
  readonly most: number;
  /** Trips under way at most. */
  readonly inFlight: number;
  /** How much of a trip's room an item takes, and how much there is. The first item goes whatever it takes. */
  readonly size?: (item: Item) => number;
  readonly room?: number;
  /** After how many milliseconds a trip is late, so that another one may leave beside it; and how many more there are at most. */
  readonly late?: { readonly after: number; readonly most: number };
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export class Coalescer<Item, Answer> {
  readonly #trip: Trip<Item, Answer>;
  readonly #limits: Limits<Item>;
  readonly #waiting: Waiting<Item, Answer>[] = [];
  #underWay = 0;
  /** Of those under way. */
  #late = 0;
  #isDeparting = false;

  constructor(trip: Trip<Item, Answer>, limits: Limits<Item>) {
    this.#trip = trip;
    this.#limits = limits;
  }

  readonly submit = (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#depart();
    });

  /** After what has arrived by now was read: it goes together. */
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

  #board(): Waiting<Item, Answer>[] {
    const { most, size, room = Infinity } = this.#limits;
    let [count, taken] = [0, 0];
    for (const { item } of this.#waiting) {
      taken += size?.(item) ?? 0;
      if (count === most || (count > 0 && taken > room)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #travel(passengers: readonly Waiting<Item, Answer>[]): Promise<void> {
    this.#underWay++;
    const stopWatching = this.#watch();
    const outcomes = await this.#trip(passengers.map(({ item }) => item)).catch((reason: unknown) =>
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

  /** Lets others leave once this trip is late. Answers what ends it. */
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
