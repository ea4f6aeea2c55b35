/** One client that is told facts as Server-Sent Events: what is sent to it, and when it is given up. */
import type { ServerResponse } from 'node:http';
import { toldToAll, type Fact, type FactType } from '../../../shared/contract/facts.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';

export type Subscription = ActionAnswer<'organizations.streamFacts'>;

/** A fact as all streams send it. */
export interface Message {
  readonly fact: Fact;
  readonly text: string;
}
export const messageOf = (fact: Fact): Message => ({
  fact,
  text: `id: ${fact.position}\nevent: ${fact.type}\ndata: ${JSON.stringify(fact)}\n\n`,
});

/** Bytes that may wait for a client that does not read; beyond that it has to come back, by its position. */
const backlogAtMost = 1_048_576;
/** Milliseconds after which a client that lost its connection is to come back. */
const comeBackAfter = 2_000;

export class FactStream {
  readonly subscription: Subscription;
  /** What was sent, or passed over, up to here. */
  position: string;
  readonly #res: ServerResponse;
  readonly #types: ReadonlySet<FactType>;
  #wasWaiting = false;

  constructor(res: ServerResponse, subscription: Subscription) {
    this.#res = res;
    this.subscription = subscription;
    this.position = subscription.after;
    this.#types = new Set(subscription.types ?? toldToAll);
  }

  begin(head: Parameters<ServerResponse['writeHead']>[1]): void {
    this.#res.writeHead(200, head);
    this.#write(`retry: ${comeBackAfter}\nid: ${this.position}\n\n`);
  }

  /** Whether all that was sent has left: more would only wait. */
  get isFlowing(): boolean {
    return !this.#res.writableNeedDrain;
  }

  /** Sends those of these facts that it asked for and was not sent before. */
  tell(messages: readonly Message[], next: string): void {
    const wanted = messages.filter(({ fact }) => fact.position > this.position && this.#wants(fact));
    if (next > this.position) this.position = next;
    if (wanted.length > 0) this.#write(wanted.map(({ text }) => text).join(''));
  }

  /** A sign of life, and the position for a client that was told nothing lately. Gives up one that takes nothing. */
  beat(): void {
    const isWaiting = !this.isFlowing;
    if (isWaiting && this.#wasWaiting) return this.cut();
    this.#wasWaiting = isWaiting;
    this.#write(`: still here\nid: ${this.position}\n\n`);
  }

  /** With its last byte sent, so that the client comes back at once and elsewhere. */
  end(): void {
    this.#res.end();
  }

  cut(): void {
    this.#res.destroy();
  }

  #wants({ type, super_event_id }: Fact): boolean {
    const { super_event_id: only } = this.subscription;
    return this.#types.has(type) && (only === null || super_event_id === only);
  }

  #write(text: string): void {
    // What is sent at once may be more than that; what has to wait behind it is too much.
    if (this.#res.writableLength > backlogAtMost) this.cut();
    else this.#res.write(text);
  }
}
