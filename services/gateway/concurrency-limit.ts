/**
 * Limits the number of running requests. Excess requests are refused at once, before anything is done for them. Scans
 * have their own limit, which other requests cannot use up; downloads are refused first. Slow answers lower a limit, so
 * that admitted requests stay fast; fast answers raise it again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../shared/base/failure.ts';
import { queued, scanLimit } from '../../shared/contract/concerns.ts';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { asideAtMost, loopLateAfterMs, othersUnderWay, scansUnderWay, slowAfterMs } from './limits.ts';
import type { Step } from './request.ts';

interface Bounds {
  readonly most: number;
  /** The lower bound of the limit. */
  readonly least: number;
}
/** A few slow answers among many change little. */
const [slowFactor, fastIncrement] = [0.98, 0.5];
/** A late tick shows an overloaded event loop. */
const [tickMs, lateFactor] = [50, 0.8];

/** The adaptive limit of one kind of request. */
export class ConcurrencyLimit {
  readonly #bounds: Bounds;
  #size: number;
  #underWay = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#size = bounds.most;
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** The present limit. */
  get size(): number {
    return Math.floor(this.#size);
  }

  get isFull(): boolean {
    return this.#underWay >= this.#size;
  }

  get isHalfFull(): boolean {
    return this.#underWay >= this.#size / 2;
  }

  enter(): void {
    this.#underWay++;
  }

  /** Ends one request. `tookMs` is left out if it does not show the load of the service. */
  leave(tookMs?: number): void {
    this.#underWay--;
    if (tookMs === undefined) return;
    if (tookMs > slowAfterMs) this.lower(slowFactor);
    else this.#size = Math.min(this.#bounds.most, this.#size + fastIncrement);
  }

  lower(factor: number): void {
    this.#size = Math.max(this.#bounds.least, this.#size * factor);
  }
}

/** The limit of one endpoint. */
export interface EndpointLimit {
  readonly isFull: () => boolean;
  /**
   * Runs `work` within the limit. Once it calls `stepAside`, it waits for something unreachable; it then no longer
   * counts, and its time is ignored.
   * @throws {Failure} `OVERLOADED`
   */
  readonly run: <T>(work: (stepAside: () => void) => Promise<T>) => Promise<T>;
}

/** The limits of a gateway. */
export class ConcurrencyLimits {
  readonly #scans = new ConcurrencyLimit(scansUnderWay);
  readonly #others = new ConcurrencyLimit(othersUnderWay);
  #watch: NodeJS.Timeout | undefined;
  #aside = 0;

  /** The numbers of requests under way, and how many may be. */
  get standing() {
    return { scans: this.#scans, others: this.#others, aside: this.#aside } as const;
  }

  /** Starts to watch the event loop, whose delay shows that there is more work than capacity. */
  open(): void {
    let last = performance.now();
    this.#watch = setInterval(() => {
      const now = performance.now();
      if (now - last - tickMs > loopLateAfterMs)
        for (const limit of [this.#scans, this.#others]) limit.lower(lateFactor);
      last = now;
    }, tickMs).unref();
  }

  close(): void {
    clearInterval(this.#watch);
  }

  of(endpoint: Endpoint): EndpointLimit {
    const limit = scanLimit.of(endpoint) ? this.#scans : this.#others;
    const isFile = ['file', 'archive'].includes(answerOf(endpoint));
    // Waiting in the queue of password hashing does not show the load of other requests.
    const isTimed = !queued.of(endpoint);
    const isFull = () => this.#aside >= asideAtMost || (isFile ? limit.isHalfFull : limit.isFull);
    const own = { limit, isFull, isTimed };
    return { isFull, run: (work) => this.#run(work, own) };
  }

  async #run<T>(
    work: (stepAside: () => void) => Promise<T>,
    { limit, isFull, isTimed }: { limit: ConcurrencyLimit; isFull: () => boolean; isTimed: boolean },
  ): Promise<T> {
    if (isFull()) throw new Failure('OVERLOADED');
    const begun = performance.now();
    let isInside = true;
    const stepAside = () => {
      if (!isInside) return;
      isInside = false;
      limit.leave();
      this.#aside++;
    };
    limit.enter();
    try {
      return await work(stepAside);
    } finally {
      if (isInside) limit.leave(isTimed ? performance.now() - begun : undefined);
      else this.#aside--;
    }
  }
}

/** Refuses a request while there is no capacity. It takes none yet, because its body has still to arrive. */
export const refuseOverload: Step = (endpoint, { limits }) => {
  const { isFull } = limits.of(endpoint);
  return (request, next) => (isFull() ? refuse() : next(request));
};

async function refuse(): Promise<never> {
  // By then the rest of a small request has been read, so its connection can be used again.
  await nextTurn();
  throw new Failure('OVERLOADED');
}
