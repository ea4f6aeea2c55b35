/** All streams of facts at a gateway: their limits, their readings, and their end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../../../shared/bus/bus.ts';
import { Failure, isFailure } from '../../../shared/base/failure.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { eventStream } from '../../../shared/contract/concerns.ts';
import type { ActionAnswer, ActionName, ActionParams } from '../../../shared/contract/index.ts';
import { FactBroadcaster, FactStream, type Subscription } from './fact-reader.ts';
import { forward } from '../forward.ts';
import { timeoutMsOf, traitsOf } from '../call.ts';
import { ownCallTimeoutMs, retryAfterSeconds, streamsAtOnce } from '../limits.ts';
import { replyTo, type GatewayRequest, type Step } from '../request.ts';
import { countedAs } from './rate-limit.ts';

interface Kept {
  readonly stream: FactStream;
  readonly viewer: Viewer;
  /** Rejects with UNAUTHENTICATED once the key or the session is over. */
  readonly identify: () => Promise<unknown>;
}

/** Minimum and maximum interval of readings; the maximum, because events may be lost. */
const [readsEveryMs, sweepsEveryMs] = [250, 2_000];
/** Intervals of heartbeats, of checks of keys and sessions, and of checks of permissions. */
const [beatsEveryMs, identifiesEveryMs, checksEveryMs] = [15_000, 1_000, 4_000];

/** Opens a stream of the facts from now on. */
export const sendStream: Step = (endpoint, gateway) => {
  if (!eventStream.of(endpoint)) return undefined;
  const requestTimeoutMs = timeoutMsOf(traitsOf(endpoint));
  return async (request, next) => {
    const { req, viewer } = request;
    if (!viewer) throw new Error('A stream is nothing for strangers.');
    const leave = gateway.streams.reserve(viewer, request);
    try {
      await next(request);
      const identify = () => gateway.authenticate(req, gateway.recognize(req), Date.now() + requestTimeoutMs);
      gateway.streams.open(request, { viewer, identify }, replyTo(request).data as Subscription);
    } catch (error) {
      leave();
      throw error;
    }
  };
};

/** Resumes a broken stream: a client sends its position in a header, and its URL still has the original one. */
export const resumeStream: Step = (endpoint) => {
  if (!eventStream.of(endpoint)) return undefined;
  return (request, next) => {
    const last = request.req.headers['last-event-id'];
    if (typeof last === 'string' && last !== '') request.params.after = last;
    return next(request);
  };
};

export class FactStreams {
  readonly #broker: ServiceBroker;
  readonly #bus: Bus;
  readonly #kept = new Set<Kept>();
  readonly #taken = new Map<string, number>();
  readonly #reader: FactBroadcaster;
  #timers: NodeJS.Timeout[] = [];
  #wake: () => void = () => undefined;
  #isReading = false;
  #isClosed = false;

  constructor(broker: ServiceBroker, bus: Bus) {
    this.#broker = broker;
    this.#bus = bus;
    this.#reader = new FactBroadcaster(
      async (readings) => (await this.#ask('organizations.readFacts', { readings })).pages,
    );
  }

  /** How many are open. */
  get count(): number {
    return this.#kept.size;
  }

  /** There are facts of this organization to be read. */
  hear(organization_id: string): void {
    if (this.#reader.expect(organization_id)) this.#wake();
  }

  /** Reserves a slot until this answer ends, or the function that is returned is called; refuses if there is none. */
  reserve(viewer: Viewer, { res }: Pick<GatewayRequest, 'res'>): () => void {
    if (this.#isClosed) throw new Failure('UNAVAILABLE');
    // The client has already disconnected, so there will be no further `close` event.
    if (res.destroyed) return () => undefined;
    const who = countedAs(viewer);
    const own = this.#taken.get(who) ?? 0;
    const all = [...this.#taken.values()].reduce((sum, each) => sum + each, 0);
    if (own >= streamsAtOnce.each || all >= streamsAtOnce.inAll) throw tooMany();
    this.#taken.set(who, own + 1);
    const leave = () => {
      const left = (this.#taken.get(who) ?? 1) - 1;
      if (left > 0) this.#taken.set(who, left);
      else this.#taken.delete(who);
      res.off('close', leave);
    };
    res.once('close', leave);
    return leave;
  }

  /**
   * Begins to tell. The answer ends when the client goes, may not listen any more, does not read, or this process stops.
   * @throws {Failure} `RATE_LIMITED` where the organization has as many streams as it may. Which it is, only the action knows.
   */
  open(request: GatewayRequest, listener: Pick<Kept, 'viewer' | 'identify'>, subscription: Subscription): void {
    if (this.#countOf(subscription.organization_id) >= streamsAtOnce.organization) throw tooMany();
    const { req, res, head } = request;
    const stream = new FactStream(res, subscription);
    stream.begin({
      ...head,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // For proxies that would buffer the answer.
      'X-Accel-Buffering': 'no',
    });
    if (req.method === 'HEAD' || this.#isClosed || res.destroyed) return stream.end();
    const kept = { stream, ...listener };
    this.#kept.add(kept);
    this.#reader.add(stream);
    res.once('close', () => this.#drop(kept));
    this.#watch();
    this.#wake();
    void this.#keepReading();
  }

  /** Ends every stream properly; clients reconnect to another gateway. */
  close(): void {
    this.#isClosed = true;
    for (const { stream } of this.#kept) stream.end();
    this.#wake();
  }

  #countOf(id: string): number {
    return [...this.#kept].filter(({ stream }) => stream.subscription.organization_id === id).length;
  }

  #drop(kept: Kept): void {
    this.#kept.delete(kept);
    this.#reader.remove(kept.stream);
    if (this.#kept.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#wake();
  }

  /** While there is anybody to be watched. */
  #watch(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => this.#kept.forEach(({ stream }) => stream.beat()), beatsEveryMs),
      setInterval(() => this.#kept.forEach((kept) => void this.#endUnlessKnown(kept)), identifiesEveryMs),
      setInterval(() => void this.#endUnlessAllowed().catch(() => undefined), checksEveryMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async #endUnlessKnown({ identify, stream }: Kept): Promise<void> {
    try {
      await identify();
    } catch (error) {
      // While identity does not answer, they stay authenticated.
      if (isFailure(error, 'UNAUTHENTICATED')) stream.end();
    }
  }

  async #endUnlessAllowed(): Promise<void> {
    const all = [...this.#kept];
    const readers = all.map(({ viewer, stream }) => {
      const { organization_id, super_event_id } = stream.subscription;
      return { user_id: viewer.user_id, organization_id, super_event_id, board_of: viewer.device?.super_event_id };
    });
    const { allowed } = await this.#ask('organizations.checkFactReaders', { readers });
    all.forEach(({ stream }, index) => {
      if (!allowed[index]) stream.end();
    });
  }

  async #keepReading(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    let swept = -Infinity;
    while (this.#kept.size > 0) {
      const begun = performance.now();
      const everybody = begun - swept >= sweepsEveryMs;
      if (everybody) swept = begun;
      // Streams that cannot be read for now are read for at the next turn, from where they are.
      const isMore = await this.#reader.readOn({ everybody }).catch(() => false);
      if (isMore) continue;
      await pause(Math.max(0, begun + readsEveryMs - performance.now()));
      if (!this.#reader.isDue) await this.#woken(swept + sweepsEveryMs - performance.now());
    }
    this.#isReading = false;
  }

  #woken(atMost: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, atMost));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #ask<N extends ActionName>(action: N, params: ActionParams<N>): Promise<ActionAnswer<N>> {
    const own = {
      params: params as Record<string, unknown>,
      viewer: undefined,
      writeKey: '',
      clientChoseKey: false,
    };
    const endpoint = { deadline: ownCallTimeoutMs, unit: 'read' as const };
    return (await forward(this.#broker, this.#bus, { action, endpoint, ...own })).data as ActionAnswer<N>;
  }
}

const tooMany = () => new Failure('RATE_LIMITED', { retry_after: retryAfterSeconds.withoutPlace });
