/**
 * Reads facts for all streams of a gateway. Streams of one organization that are up to date share one position and one
 * reading, whatever types each wants; a new or resumed stream reads for itself until it has caught up.
 */
import type { ServerResponse } from 'node:http';
import { factTypes, defaultFactTypes, type Fact, type FactType } from '../../../shared/contract/facts.ts';
import type { ActionAnswer, ActionParams } from '../../../shared/contract/index.ts';
import { factsAtMost, readingsAtMost } from '../../../shared/contract/reading-facts.ts';
import { streamBytesWaiting, streamRetryAfterMs } from '../limits.ts';
import { watchUnread } from '../unread.ts';

type Reading = ActionParams<'organizations.readFacts'>['readings'][number];
type Page = ActionAnswer<'organizations.readFacts'>['pages'][number];
export type Read = (readings: Reading[]) => Promise<readonly Page[]>;

interface Channel {
  position: string;
  readonly streams: Set<FactStream>;
}
/** The streams of one organization. */
interface Audience {
  channel: Channel | undefined;
  /** Streams that have not caught up, the one that was served last at the end. */
  readonly apart: Set<FactStream>;
  /** A time of `performance.now()` until which there may be facts to read. */
  due: number;
}
interface Wish {
  readonly reading: Omit<Reading, 'limit'>;
  readonly take: (page: NonNullable<Page>) => void;
  readonly expire: () => void;
}

/** Milliseconds for which the facts of an event may be hidden by an older transaction. */
const linger = 700;
/** Facts in one answer, about: some hundred kilobytes. */
const factsPerCall = 1_000;

export class FactBroadcaster {
  readonly #audiences = new Map<string, Audience>();
  readonly #read: Read;

  constructor(read: Read) {
    this.#read = read;
  }

  add(stream: FactStream): void {
    const { organization_id } = stream.subscription;
    const audience = this.#audiences.get(organization_id) ?? { channel: undefined, apart: new Set(), due: 0 };
    this.#audiences.set(organization_id, audience);
    audience.apart.add(stream);
  }

  remove(stream: FactStream): void {
    const { organization_id } = stream.subscription;
    const audience = this.#audiences.get(organization_id);
    if (!audience) return;
    audience.apart.delete(stream);
    audience.channel?.streams.delete(stream);
    if (audience.channel?.streams.size === 0) audience.channel = undefined;
    if (!audience.channel && audience.apart.size === 0) this.#audiences.delete(organization_id);
  }

  /** Notes that there are facts. Returns false if no stream is open for the organization. */
  expect(organization_id: string): boolean {
    const audience = this.#audiences.get(organization_id);
    if (audience) audience.due = performance.now() + linger;
    return audience !== undefined;
  }

  /** Whether there is something to read without an event. */
  get isDue(): boolean {
    const now = performance.now();
    return [...this.#audiences.values()].some(
      ({ due, apart }) => due > now || [...apart].some(({ isFlowing }) => isFlowing),
    );
  }

  /**
   * Reads once for all due streams, or for all streams; in a few calls if there are very many. Returns whether a stream
   * that can take more has more to read.
   */
  async readOn({ everybody }: { readonly everybody: boolean }): Promise<boolean> {
    const now = performance.now();
    let isMore = false;
    for (const wishes of callsOf([...this.#audiences].map((each) => wishesOf(each, everybody || each[1].due > now)))) {
      const limit = Math.max(20, Math.min(factsAtMost, Math.floor(factsPerCall / wishes.length)));
      const pages = await this.#read(wishes.map(({ reading }) => ({ ...reading, limit })));
      wishes.forEach(({ take, expire }, index) => {
        const page = pages[index];
        if (page) take(page);
        else expire();
        isMore ||= page?.has_more ?? false;
      });
    }
    return isMore;
  }
}

/** The readings for one organization. The channel comes first: a stream that has caught up joins it as it is by then. */
function wishesOf([organization_id, audience]: [string, Audience], isDue: boolean): Wish[] {
  const flowing = [...audience.apart].filter(({ isFlowing }) => isFlowing);
  const shared = audience.channel && (isDue || flowing.length > 0) ? [channelWish(organization_id, audience)] : [];
  return [...shared, ...flowing.map((stream) => apartWish(audience, stream))];
}

function channelWish(organization_id: string, audience: Audience): Wish {
  const { position: after, streams } = audience.channel as Channel;
  const isForAll = [...streams].every(({ subscription: { types } }) => types?.every((type) => usual.has(type)) ?? true);
  return {
    reading: { organization_id, super_event_id: null, types: isForAll ? null : factTypes, after },
    take: ({ facts, next, has_more }) => {
      const messages = facts.map(messageOf);
      for (const stream of streams) stream.tell(messages, next);
      if (audience.channel?.streams === streams) audience.channel.position = next;
      if (has_more) audience.due = performance.now() + linger;
    },
    expire: () => {
      for (const stream of streams) stream.end();
    },
  };
}
const usual: ReadonlySet<string> = new Set(defaultFactTypes);

function apartWish(audience: Audience, stream: FactStream): Wish {
  const { organization_id, super_event_id, types } = stream.subscription;
  return {
    reading: { organization_id, super_event_id, types, after: stream.position },
    take: ({ facts, next, has_more }) => {
      stream.tell(facts.map(messageOf), next);
      // The stream may have ended meanwhile.
      if (!audience.apart.delete(stream)) return;
      if (has_more || isBehind(audience, next)) audience.apart.add(stream);
      else (audience.channel ??= { position: next, streams: new Set() }).streams.add(stream);
    },
    expire: () => stream.end(),
  };
}

/** The others are ahead: they were not read for by the same statement, or not to the end. */
const isBehind = ({ channel }: Audience, next: string) => channel !== undefined && channel.position > next;

/** Wishes of one organization go in one call, the first of them where they are too many: the others wait for the next time. */
function callsOf(organizations: readonly (readonly Wish[])[]): Wish[][] {
  const calls: Wish[][] = [];
  for (const wishes of organizations.filter(({ length }) => length > 0)) {
    const some = wishes.slice(0, readingsAtMost);
    const last = calls.at(-1);
    if (last && last.length + some.length <= readingsAtMost) last.push(...some);
    else calls.push(some);
  }
  return calls;
}

export type Subscription = ActionAnswer<'organizations.streamFacts'>;

/** A fact as all streams send it. */
interface Message {
  readonly fact: Fact;
  readonly text: string;
}
const messageOf = (fact: Fact): Message => ({
  fact,
  text: `id: ${fact.position}\nevent: ${fact.type}\ndata: ${JSON.stringify(fact)}\n\n`,
});

/** One client that gets facts as Server-Sent Events: sends to it, and closes it if it does not read. */
export class FactStream {
  readonly subscription: Subscription;
  /** Facts up to here were sent or passed over. */
  position: string;
  readonly #res: ServerResponse;
  readonly #types: ReadonlySet<FactType>;
  #wasWaiting = false;

  constructor(res: ServerResponse, subscription: Subscription) {
    this.#res = res;
    this.subscription = subscription;
    this.position = subscription.after;
    this.#types = new Set(subscription.types ?? defaultFactTypes);
  }

  begin(head: Parameters<ServerResponse['writeHead']>[1]): void {
    this.#res.writeHead(200, head);
    this.#res.once('close', watchUnread({ bytes: () => this.#res.writableLength, cutOff: () => this.cut() }));
    this.#write(`retry: ${streamRetryAfterMs}\nid: ${this.position}\n\n`);
  }

  /** Whether everything sent so far has been flushed. */
  get isFlowing(): boolean {
    return !this.#res.writableNeedDrain;
  }

  /** Sends the facts that it asked for and has not got before. */
  tell(messages: readonly Message[], next: string): void {
    const wanted = messages.filter(({ fact }) => fact.position > this.position && this.#wants(fact));
    if (next > this.position) this.position = next;
    if (wanted.length > 0) this.#write(wanted.map(({ text }) => text).join(''));
  }

  /**
   * Sends a heartbeat, and the position to a client without recent facts. Closes a stream whose client does not read.
   */
  beat(): void {
    const isWaiting = !this.isFlowing;
    if (isWaiting && this.#wasWaiting) return this.cut();
    this.#wasWaiting = isWaiting;
    this.#write(`: still here\nid: ${this.position}\n\n`);
  }

  /** Ends the stream properly, so that the client reconnects at once, to another gateway. */
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
    // One message may be larger; anything that has to wait behind it is too much.
    if (this.#res.writableLength > streamBytesWaiting) this.cut();
    else this.#res.write(text);
  }
}
