/** Sends scans in the order of reading, until none waits. */
import type { Outcome, Queued, Scan, Undo } from './model.ts';
import type { Store } from './store.ts';

/** The server's answer to the scans of one point. */
export type Answer =
  /** An outcome for each that it decided about, by nonce. The others are to be handed in again. */
  | { readonly decided: ReadonlyMap<string, Outcome> }
  /** It took none of them because of one: they go one by one. */
  | 'singly'
  /** No answer, or none that decides: later. Milliseconds, where the server says how long. */
  | { readonly later: number }
  /** It does not know this device any more. */
  | 'ended';
/** Sends scans of one point. Never throws. */
export type Send = (point_id: string, scans: readonly Scan[]) => Promise<Answer>;

/** The server's answer to an undo; `late` where only the desk may annul the check-in by now. */
export type UndoAnswer = 'undone' | 'late' | 'ended' | { readonly later: number };

interface Hooks {
  readonly store: Pick<Store, 'oldest'>;
  readonly send: Send;
  readonly undo: (undo: Undo) => Promise<UndoAnswer>;
  /** Takes an undo out of the queue. */
  readonly settleUndo: (undo: Undo, answer: 'undone' | 'late') => Promise<void>;
  /** Stores the decision, and removes the scan from the queue. */
  readonly settle: (decided: readonly (readonly [Scan, Outcome])[]) => Promise<void>;
  /** The server does not answer now. */
  readonly onSilence: () => void;
  readonly onEnd: () => Promise<void>;
}

/** A batch has at most 500 scans in 256 kB; half of each leaves room, and lets an answer come soon. */
const [most, mostBytes] = [200, 128_000];
/** Milliseconds between two tries, at first and at most. */
const [soonest, latest] = [1_000, 15_000];

const isUndo = (queued: Queued): queued is Undo => 'undoes' in queued;

const bytesOf = (scan: Scan) => new TextEncoder().encode(JSON.stringify(scan)).length;

/** The first scans, as long as they are of one key and point and no more than one request takes. An undo ends them. */
export function handful(queued: readonly Queued[], limit: number): Scan[] {
  const [first] = queued;
  const taken: Scan[] = [];
  let bytes = 0;
  for (const scan of queued) {
    if (isUndo(scan)) break;
    bytes += bytesOf(scan);
    if (scan.point_id !== first?.point_id || scan.api_key !== first.api_key) break;
    if (taken.length === limit || (taken.length > 0 && bytes > mostBytes)) break;
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
  /** This number of scans are sent alone, because a batch was refused as a whole. */
  #alone = 0;

  constructor(hooks: Hooks) {
    this.#hooks = hooks;
  }

  /** Sends now. A call during sending starts another round. */
  wake(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isAskedAgain = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        while (await this.#step());
      }
    } finally {
      // At once: a call between the last look and this would otherwise be taken for one that is heard.
      this.#running = null;
    }
  }

  /** Hands in a handful. Returns whether to go on at once. */
  async #step(): Promise<boolean> {
    const waiting = await this.#hooks.store.oldest(most);
    if (waiting[0] && isUndo(waiting[0])) return this.#undo(waiting[0]);
    const scans = handful(waiting, this.#alone > 0 ? 1 : most);
    const [first] = scans;
    if (!first) return false;
    const answer = await this.#hooks.send(first.point_id, scans);
    if (answer === 'ended') {
      await this.#hooks.onEnd();
      return false;
    }
    if (answer === 'singly') {
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

  async #undo(undo: Undo): Promise<boolean> {
    const answer = await this.#hooks.undo(undo);
    if (answer === 'ended') {
      await this.#hooks.onEnd();
      return false;
    }
    if (typeof answer === 'object') return this.#later(answer.later);
    await this.#hooks.settleUndo(undo, answer);
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

/** Milliseconds after which somebody at the door waits for the server no longer. */
const patience = 1_500;

/** The scans about which people at the door wait for the server's decision, by nonce. */
export class Decisions {
  readonly #awaited = new Map<string, (isMade: boolean) => void>();

  /** Returns whether the server decides in time. */
  about(nonce: string): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#awaited.get(nonce)?.(false), patience);
      this.#awaited.set(nonce, (isMade) => {
        clearTimeout(timer);
        this.#awaited.delete(nonce);
        resolve(isMade);
      });
    });
  }

  isAwaited(nonce: string): boolean {
    return this.#awaited.has(nonce);
  }

  made(nonce: string): void {
    this.#awaited.get(nonce)?.(true);
  }

  /** The server does not answer now: nobody waits any more. */
  giveUp(): void {
    for (const resolve of [...this.#awaited.values()]) resolve(false);
  }
}
