/**
 * Batches small independent items that arrive at the same time: one call over the bus, or one round trip to the database,
 * serves all items of a batch.
 *
 * Items that arrive while the allowed number of batches is running wait in a queue, and the next batch takes all of them.
 * There is no timer: a lone item starts as soon as the current turn of the event loop has read its input.
 */
import { secondsSince, type QueueDepth } from '../base/queue-depth.ts';
import { tracing, type Span } from '../base/tracing.ts';

/**
 * Runs a batch and returns one outcome per item, in the same order. When the run itself rejects, every item of it is
 * rejected with that reason.
 */
export type RunBatch<Item, Answer> = (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Answer>[]>;

export interface BatchLimits<Item> {
  /** Maximum number of items in one batch. */
  readonly itemsAtMost: number;
  /** Maximum number of running batches; unlimited if left out. */
  readonly batchesAtOnce?: number;
  /** `size` tells how much of a batch's `sizeAtMost` an item takes, in any unit. The first item is always taken. */
  readonly size?: (item: Item) => number;
  readonly sizeAtMost?: number;
  /** A batch that takes longer is late and no longer counts as running; at most this many may be late. */
  readonly late?: { readonly afterMs: number; readonly atMost: number };
}

interface Waiting<Item, Answer> {
  readonly since: number;
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** The span of the request, if it is traced. */
  readonly cause: Span | undefined;
}

/** Queues items and runs them in batches. See the header of this file. */
export class Coalescer<Item, Answer> {
  readonly #run: RunBatch<Item, Answer>;
  readonly #limits: BatchLimits<Item>;
  readonly #waiting: Waiting<Item, Answer>[] = [];
  #running = 0;
  /** How many of the running batches are late. */
  #late = 0;
  #isStarting = false;

  constructor(run: RunBatch<Item, Answer>, limits: BatchLimits<Item>) {
    this.#run = run;
    this.#limits = limits;
  }

  readonly submit = (item: Item): Promise<Answer> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ since: performance.now(), item, resolve, reject, cause: tracing()?.here() });
      this.#start();
    });

  get waiting(): QueueDepth {
    const [first] = this.#waiting;
    return { count: this.#waiting.length, oldest: first ? secondsSince(first.since) : 0 };
  }

  /**
   * Starts batches at the end of this turn of the event loop, so that items read in the same turn share one.
   */
  #start(): void {
    if (this.#isStarting || !this.#mayStart()) return;
    this.#isStarting = true;
    setImmediate(() => {
      this.#isStarting = false;
      while (this.#mayStart()) void this.#settle(this.#take());
    });
  }

  #mayStart(): boolean {
    const { batchesAtOnce = Infinity, late } = this.#limits;
    const isFree = this.#running - this.#late < batchesAtOnce && this.#running < batchesAtOnce + (late?.atMost ?? 0);
    return isFree && this.#waiting.length > 0;
  }

  #take(): Waiting<Item, Answer>[] {
    const { itemsAtMost, size, sizeAtMost = Infinity } = this.#limits;
    let [count, taken] = [0, 0];
    for (const { item } of this.#waiting) {
      taken += size?.(item) ?? 0;
      if (count === itemsAtMost || (count > 0 && taken > sizeAtMost)) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  /** Runs a batch and settles each of its items. */
  async #settle(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    this.#running++;
    const stopWatching = this.#watch();
    const outcomes = await this.#traced(batch).catch((reason: unknown) =>
      batch.map(() => ({ status: 'rejected', reason }) as const),
    );
    stopWatching();
    this.#start();
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason);
    });
  }

  #traced(batch: readonly Waiting<Item, Answer>[]): ReturnType<RunBatch<Item, Answer>> {
    const run = () => this.#run(batch.map(({ item }) => item));
    const tracer = tracing();
    if (!tracer) return run();
    return tracer.together(
      batch.map(({ cause }) => cause),
      run,
    );
  }

  /** Counts a running batch as late once its time has passed. Returns the function that ends the counting. */
  #watch(): () => void {
    const { late } = this.#limits;
    let isLate = false;
    const timer =
      late &&
      setTimeout(() => {
        isLate = true;
        this.#late++;
        this.#start();
      }, late.afterMs);
    return () => {
      clearTimeout(timer);
      this.#running--;
      if (isLate) this.#late--;
    };
  }
}
