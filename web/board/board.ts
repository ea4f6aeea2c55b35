/** The numbers of a board, updated by facts as they happen, else by polling every few seconds. */
import { signal } from '@preact/signals';
import { version } from '../../package.json';
import { isRefusal, type Muster } from '../../clients/typescript/src/index.ts';
import { clientFor } from '../shared/client.ts';
import { followFacts } from '../shared/facts.ts';
import type { Paired, Present } from '../shared/pairing.tsx';
import { spoken } from '../shared/spoken.ts';
import type { Shown } from './estimate.ts';

/** Milliseconds between two questions: without a stream, with one, and at the least. */
const [often, seldom, least] = [5_000, 15_000, 1_000];
/** Milliseconds between two reports. */
const reports = 30_000;
const types = 'checkin.recorded,checkin.annulled,checkin.refused,registration.status_changed';
/** Milliseconds after which every answer is newer, because the service caches for a second. */
const echo = 1_500;
const place = 'muster.board';

export type BoardState = 'unpaired' | 'on' | 'ended';
export const state = signal<BoardState>('unpaired');
/** The last answer, with the server's time in milliseconds. */
export const shown = signal<{ readonly board: Shown; readonly at: number } | undefined>(undefined);
/** Whether the stream of facts is connected. */
export const isLive = signal(false);

let stop: (() => void) | undefined;

/** Takes up what this browser was paired as. */
export function open(): void {
  const kept = localStorage.getItem(place);
  if (kept !== null) begin(JSON.parse(kept) as Paired);
}

export function pair(paired: Paired): void {
  localStorage.setItem(place, JSON.stringify(paired));
  begin(paired);
}

/** This board as it is paired; undefined while it is not. */
export function present(): Present | undefined {
  const kept = state.value === 'on' ? localStorage.getItem(place) : null;
  if (kept === null) return undefined;
  const { device } = JSON.parse(kept) as Paired;
  return { name: device.name, hackathon: shown.value?.board.super_event, waiting: 0 };
}

/** The key is good no more: nothing of the hackathon stays here. */
function end(): void {
  stop?.();
  localStorage.removeItem(place);
  shown.value = undefined;
  state.value = 'ended';
}

function begin({ key, device }: Paired): void {
  stop?.();
  const clock = { told: Date.now() };
  const heard = ({ headers }: Response) => (clock.told = Date.parse(headers.get('Date') ?? '') || Date.now());
  const client = clientFor({ apiKey: key, patience: often, heard });
  const asking = new Asking(client, device.super_event_id, clock);
  const leave = followFacts({
    client,
    organization: device.organization_id,
    superEvent: device.super_event_id,
    types,
    onFact: () => asking.follow(),
    onState(now, why) {
      isLive.value = now === 'live';
      if (isRefusal(why, 'UNAUTHENTICATED')) return end();
      asking.soon();
    },
  });
  const report = () => void client.identity.reportDevice({ queued: 0, version }).catch(endUnlessKnown);
  const again = () => asking.soon();
  addEventListener('online', again);
  const reporting = setInterval(report, reports);
  stop = () => {
    leave();
    asking.stop();
    clearInterval(reporting);
    removeEventListener('online', again);
  };
  state.value = 'on';
  report();
  asking.soon();
}

function endUnlessKnown(error: unknown): void {
  if (isRefusal(error, 'UNAUTHENTICATED')) end();
}

/** One question at a time; each says when the next is due. */
class Asking {
  readonly #client: Muster;
  readonly #superEvent: string;
  readonly #clock: { readonly told: number };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = -Infinity;
  #isUnderWay = false;
  #isDueAgain = false;
  #isEchoing = false;
  #isOver = false;

  /** @param clock The time of the service when it answered last, in milliseconds. */
  constructor(client: Muster, superEvent: string, clock: { readonly told: number }) {
    this.#client = client;
    this.#superEvent = superEvent;
    this.#clock = clock;
  }

  /** After a fact: asks now, and again when the cached answer has expired. */
  follow(): void {
    this.#isEchoing = true;
    this.soon();
  }

  /** However much does, one question a second is enough. */
  soon(): void {
    if (this.#isUnderWay) this.#isDueAgain = true;
    else this.#in(this.#last + least - performance.now());
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #in(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (!this.#isOver) this.#timer = setTimeout(() => void this.#ask(), Math.max(0, milliseconds));
  }

  async #ask(): Promise<void> {
    this.#isUnderWay = true;
    this.#isDueAgain = false;
    this.#last = performance.now();
    const isAnswered = await this.#learn();
    this.#isUnderWay = false;
    if (this.#isDueAgain) return this.soon();
    this.#in(this.#isEchoing ? echo : isAnswered && isLive.value ? seldom : often);
    this.#isEchoing = false;
  }

  /** Returns whether there was an answer. */
  async #learn(): Promise<boolean> {
    try {
      const board = await this.#client.checkIn.board({ slug: this.#superEvent });
      if (!this.#isOver) shown.value = { board: spoken(board), at: this.#clock.told };
      return true;
    } catch (error) {
      // After any other error the next request may be answered.
      endUnlessKnown(error);
      return false;
    }
  }
}
