/**
 * What waits for each webhook in this process, and whose turn it is. Each webhook has a lane of its own: nobody waits for
 * what is slow elsewhere, as long as there is a place.
 */

export interface Waiting {
  readonly id: string;
  readonly fact_id: string;
  readonly tries: number;
  readonly body: Buffer;
}
export interface Target {
  readonly url: string;
  /** The present one first; undefined where they cannot be opened. */
  readonly secrets: readonly string[] | undefined;
}

/** Tries under way: of a lane, of those again, and of all lanes. */
export const limits = { ofLane: 4, again: 2, ofAll: 50 };
/** Places that no slow lane takes, and milliseconds of a try that make one slow. */
const [reserved, slow] = [10, 2_000];
/** What a lane holds in memory: a second's worth where it is quick, little where it is slow; and of those again. */
const [plenty, little, again] = [200, 16, 8];

/** The least id there is. */
const beginning = '00000000-0000-0000-0000-000000000000';

interface Room {
  /** An id: those behind it are in hand, or done. */
  readonly after: string;
  readonly fresh: number;
  readonly again: number;
  /** Ids in hand that are not behind it. */
  readonly held: readonly string[];
}

export class Lane {
  readonly webhook_id: string;
  target: Target | undefined;
  /** Nothing more waited when it was looked for. */
  isDry = false;
  /** It takes no more: another process, or nobody, goes on with it. */
  isLeaving = false;
  isSlow = false;
  /** When it had its last turn, as a count of turns. */
  lastTurn = 0;
  readonly #fresh: Waiting[] = [];
  readonly #again: Waiting[] = [];
  readonly #underWay = new Map<string, Waiting>();
  /** The last that was new to this lane: ids grow, so that those behind it need not be looked at again. */
  #mark = beginning;
  /** Tried, but not written down. */
  readonly #tried = new Map<string, Waiting>();

  constructor(webhook_id: string) {
    this.webhook_id = webhook_id;
  }

  get underWay(): number {
    return this.#underWay.size;
  }
  get isIdle(): boolean {
    return this.#underWay.size + this.#tried.size + this.#fresh.length + this.#again.length === 0;
  }
  /** What whoever looks behind the mark, and at those to be tried again, would find once more. */
  get #held(): string[] {
    const inHand = [...this.#fresh, ...this.#again, ...this.#underWay.values(), ...this.#tried.values()];
    return inHand.filter(({ id, tries }) => tries > 0 || id > this.#mark).map(({ id }) => id);
  }
  /** What it has room for; undefined where it needs nothing. */
  get room(): Room | undefined {
    const full = this.isSlow ? little : plenty;
    if (this.isDry || this.isLeaving || this.#fresh.length >= full / 2) return undefined;
    const room = { fresh: full - this.#fresh.length, again: again - this.#again.length };
    return { after: this.#mark, ...room, held: this.#held };
  }

  add(waiting: Waiting): void {
    (waiting.tries === 0 ? this.#fresh : this.#again).push(waiting);
    if (waiting.tries === 0 && waiting.id > this.#mark) this.#mark = waiting.id;
  }

  /** It is looked through from its beginning next time. */
  rewind(): void {
    this.isDry = false;
    this.#mark = beginning;
  }

  leave(): void {
    this.isLeaving = true;
    this.#fresh.length = 0;
    this.#again.length = 0;
  }

  /** What may be sent now: newer ones do not wait for those that failed, which never take all places. */
  peek(): Waiting | undefined {
    if (this.#underWay.size >= limits.ofLane) return undefined;
    const [first] = this.#fresh;
    if (first) return first;
    const retried = [...this.#underWay.values()].filter(({ tries }) => tries > 0).length;
    return retried < limits.again ? this.#again[0] : undefined;
  }

  begin(waiting: Waiting): void {
    (waiting.tries === 0 ? this.#fresh : this.#again).shift();
    this.#underWay.set(waiting.id, waiting);
  }

  end(waiting: Waiting, took: number): void {
    this.#underWay.delete(waiting.id);
    this.#tried.set(waiting.id, waiting);
    this.isSlow = took > slow;
  }

  giveUp({ id }: Waiting): void {
    this.#underWay.delete(id);
  }

  /** It is written down, so that whoever looks finds it no more. */
  noted(id: string): void {
    this.#tried.delete(id);
  }
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #underWay = 0;
  #turns = 0;

  get all(): Lane[] {
    return [...this.#lanes.values()];
  }
  get underWay(): number {
    return this.#underWay;
  }

  get = (webhook_id: string): Lane | undefined => this.#lanes.get(webhook_id);

  open(webhook_id: string): void {
    if (!this.#lanes.has(webhook_id)) this.#lanes.set(webhook_id, new Lane(webhook_id));
  }

  close(webhook_id: string): void {
    this.#lanes.delete(webhook_id);
  }

  /** Of the lanes with the fewest tries under way the one that waited longest; undefined where nobody may. */
  next(): { lane: Lane; waiting: Waiting } | undefined {
    const free = limits.ofAll - this.#underWay;
    let best: { lane: Lane; waiting: Waiting } | undefined;
    for (const lane of this.#lanes.values()) {
      if (free <= (lane.isSlow ? reserved : 0)) continue;
      const waiting = lane.peek();
      if (waiting && (!best || isBefore(lane, best.lane))) best = { lane, waiting };
    }
    return best;
  }

  begin({ lane, waiting }: { lane: Lane; waiting: Waiting }): void {
    this.#underWay += 1;
    lane.lastTurn = this.#turns += 1;
    lane.begin(waiting);
  }

  /** @param took milliseconds; undefined where it was given up. */
  end(lane: Lane, waiting: Waiting, took: number | undefined): void {
    this.#underWay -= 1;
    if (took === undefined) lane.giveUp(waiting);
    else lane.end(waiting, took);
  }
}

const isBefore = (one: Lane, other: Lane) =>
  one.underWay < other.underWay || (one.underWay === other.underWay && one.lastTurn < other.lastTurn);
