/**
 * Limits the number of requests under way. Excess requests are refused at once, before anything is done for them.
 * Scans have a limit of their own that no other request uses up; downloads are refused first.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Failure } from '../../shared/base/failure.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { Room, type Bounds } from './room.ts';

type Admitted = Pick<Endpoint, 'cost' | 'answer' | 'takesTurns'>;

/**
 * Limits of requests under way. The lower bounds are no burden even for the smallest machine, and keep the largest
 * shared calls of scans filled.
 */
const bounds = { scans: { most: 1_024, least: 256 }, others: { most: 512, least: 128 } } satisfies Record<
  string,
  Bounds
>;
/** Maximum number of requests that wait for something that is away. */
const asideAtMost = 2_000;
/**
 * Milliseconds between two ticks, and the delay of a tick that shows an overloaded event loop and lowers the limits.
 */
const [glance, late] = [50, 100];
const lessRoom = 0.8;

/** Admits requests within the limits; one per gateway. */
export class Admission {
  readonly #scans = new Room(bounds.scans);
  readonly #others = new Room(bounds.others);
  #watch: NodeJS.Timeout | undefined;
  #aside = 0;

  /**
   * Refuses a request while there is no capacity. Takes none yet, because the body has still to arrive.
   * @throws {Failure} `OVERLOADED`
   */
  async knock(endpoint: Admitted): Promise<void> {
    if (!this.#isFull(endpoint)) return;
    // By then the rest of a small request has been read, so its connection can be used again.
    await nextTurn();
    throw new Failure('OVERLOADED');
  }

  /**
   * Runs `work` within the limits. Once it calls `stepAside`, it waits for something that is away; it then takes no
   * capacity, and its time does not count.
   * @throws {Failure} `OVERLOADED`
   */
  async admit<T>(endpoint: Admitted, work: (stepAside: () => void) => Promise<T>): Promise<T> {
    if (this.#isFull(endpoint)) throw new Failure('OVERLOADED');
    const room = this.#roomOf(endpoint);
    const begun = performance.now();
    let isInside = true;
    const stepAside = () => {
      if (!isInside) return;
      isInside = false;
      room.leave();
      this.#aside++;
    };
    room.enter();
    try {
      return await work(stepAside);
    } finally {
      // Waiting in the queue of password hashing says nothing about other requests.
      if (isInside) room.leave(endpoint.takesTurns ? undefined : performance.now() - begun);
      else this.#aside--;
    }
  }

  /** What is under way, and how much may be. */
  get standing() {
    return { scans: this.#scans, others: this.#others, aside: this.#aside } as const;
  }

  /** Starts to watch the event loop, whose delay shows that there is more work than capacity. */
  open(): void {
    let last = performance.now();
    this.#watch = setInterval(() => {
      const now = performance.now();
      if (now - last - glance > late) for (const room of [this.#scans, this.#others]) room.shrink(lessRoom);
      last = now;
    }, glance).unref();
  }

  close(): void {
    clearInterval(this.#watch);
  }

  #roomOf = ({ cost }: Admitted): Room => (cost ? this.#scans : this.#others);

  #isFull(endpoint: Admitted): boolean {
    if (this.#aside >= asideAtMost) return true;
    const room = this.#roomOf(endpoint);
    return endpoint.answer === 'file' ? room.isHalfFull : room.isFull;
  }
}
