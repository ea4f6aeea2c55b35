/** Hands in what was scanned, in the order of reading, until nothing waits any more. */
import type { Outcome, Scan } from './model.ts';
import type { Store } from './store.ts';

/** What the server made of scans of one point. */
export type Answer =
  /** An outcome for each that it decided about, by nonce. The others are to be handed in again. */
  | { readonly decided: ReadonlyMap<string, Outcome> }
  /** It took none of them because of one: they go one by one. */
  | 'one by one'
  /** No answer, or none that decides: later. Milliseconds, where the server says how long. */
  | { readonly later: number }
  /** It does not know this device any more. */
  | 'ended';
/** Sends scans of one point. Never throws. */
export type Send = (point_id: string, scans: readonly Scan[]) => Promise<Answer>;

interface Hooks {
  readonly store: Pick<Store, 'oldest'>;
  readonly send: Send;
  /** Writes down what was decided, and takes it out of the queue. */
  readonly settle: (decided: readonly (readonly [Scan, Outcome])[]) => Promise<void>;
  /** The server does not answer now. */
  readonly onSilence: () => void;
  readonly onEnd: () => Promise<void>;
}

/** A batch has at most 500 scans in 256 kB; half of each leaves room, and lets an answer come soon. */
const [most, mostBytes] = [200, 128_000];
/** Milliseconds between two tries, at first and at most. */
const [soonest, latest] = [1_000, 15_000];

const bytesOf = (scan: Scan) => new TextEncoder().encode(JSON.stringify(scan)).length;

/** The first of them, as long as they are of one point and no more than one request takes. */
export function handful(scans: readonly Scan[], limit: number): Scan[] {
  const point_id = scans[0]?.point_id;
  const taken: Scan[] = [];
  let bytes = 0;
  for (const scan of scans) {
    bytes += bytesOf(scan);
    if (scan.point_id !== point_id || taken.length === limit || (taken.length > 0 && bytes > mostBytes)) break;
    taken.push(scan);
  }
  return taken;
}

export class HandIn {
  readonly #hooks: Hooks;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = soonest;
  /** So many go alone, because a batch was refused as a whole. */
  #alone = 0;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Tries now. Whoever calls while it is at it has it look once more. */
  wake(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isAskedAgain = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      while (await this.#step());
    }
  }

  /** Hands in a handful. Returns whether to go on at once. */
  async #step(): Promise<boolean> {
    const waiting = await this.#hooks.store.oldest(most);
    const scans = handful(waiting, this.#alone > 0 ? 1 : most);
    const [first] = scans;
    if (!first) return false;
    const answer = await this.#hooks.send(first.point_id, scans);
    if (answer === 'ended') {
      await this.#hooks.onEnd();
      return false;
    }
    if (answer === 'one by one') {
      this.#alone = scans.length;
      return true;
    }
    if ('later' in answer) return this.#later(answer.later);
    this.#alone = Math.max(0, this.#alone - scans.length);
    const { decided } = answer;
    await this.#hooks.settle(
      scans.flatMap((scan) => (decided.has(scan.nonce) ? [[scan, decided.get(scan.nonce)!]] : [])),
    );
    if (decided.size === 0) return this.#later(0);
    this.#wait = soonest;
    return true;
  }

  #later(asked: number): false {
    this.#hooks.onSilence();
    this.#timer = setTimeout(() => void this.wake(), Math.max(asked, this.#wait));
    this.#wait = Math.min(latest, this.#wait * 2);
    return false;
  }
}
