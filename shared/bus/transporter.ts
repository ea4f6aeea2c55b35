/**
 * The transporter of our own processes, with stricter rules for requests. A request is accepted only on the subject of
 * its action, even if it is addressed to one process. A repeat of a running call is refused, and an expired request is
 * dropped.
 */
import { Failure } from '../base/failure.ts';
import { refuseRepeatsForMs, standstill } from '../base/limits.ts';
import type { Headers } from '../base/viewer.ts';
import { streamed } from '../contract/calls.ts';
import { eventsMissed } from './events.ts';
import { NamedNats, type NatsClient, type Packet } from './named-nats.ts';
import { cut } from './pieces.ts';

/** Parts of Moleculer that its types leave out. */
interface Untyped {
  /** Null before connecting and after disconnecting. */
  readonly client: NatsClient | null;
  readonly transit: {
    sendResponse(to: string, id: string, meta: object, headers: null, data: null, error: Error): Promise<void>;
  };
  readonly broker: { readonly registry: { readonly nodes: { get(id: string): Sender | undefined } } };
  messageHandler(cmd: string, packet: Packet): Promise<unknown>;
}
interface Sender {
  readonly services: readonly { readonly name: string }[];
}

/** Only chunks of streams are addressed to one process; NATS distributes everything else. */
const isStreamed = ({ payload }: Packet) => streamed.some((action) => action === payload.action);

/** Tells whether the caller has stopped waiting. */
const isOver = ({ payload: { headers } }: Packet) => ((headers as Headers)?.deadline ?? Infinity) < Date.now();

/** Records when each service was last heard on the bus. */
export class Presence {
  readonly #heardAt = new Map<string, number>();

  /** Records that a process with these services was heard just now. */
  hear(services: readonly { readonly name: string }[] = []): void {
    const now = Date.now();
    for (const { name } of services) this.#heardAt.set(name, now);
  }

  /** Returns the time in milliseconds since 1970; 0 for a service that was never heard. */
  heardAt(service: string): number {
    return this.#heardAt.get(service) ?? 0;
  }
}

/** The transporter of every broker; see the header of this file. */
export class StrictNats extends NamedNats {
  /** When each service was last heard. */
  readonly presence = new Presence();
  /** Ids of running first calls, with their start times. */
  readonly #underWay = new Map<string, number>();
  readonly #standstill = new EventLoopBlock();

  override async connect(): Promise<void> {
    await super.connect();
    void this.#watch();
  }

  protected override deliver(cmd: string, packet: Packet): void {
    if (cmd === 'REQ' && !isStreamed(packet)) return this.misaddressed(packet);
    const hear = () => this.presence.hear(this.#parts.broker.registry.nodes.get(packet.payload.sender)?.services);
    hear();
    super.deliver(cmd, packet);
    if (cmd === 'INFO') hear();
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#parts.client?.status() ?? []) {
      if (type === 'reconnect') this.#greet();
      if (type === 'disconnect') void this.broker.broadcastLocal(eventsMissed);
    }
  }

  /** Exchanges node information right after a reconnect; Moleculer's heartbeats would take a second longer. */
  #greet(): void {
    const { discoverer } = this.broker.registry;
    void discoverer.sendLocalNodeInfo();
    void discoverer.discoverAllNodes();
  }

  override send(subject: string, data: Buffer, meta?: { packet?: Packet; balanced?: boolean }): Promise<void> {
    const { client } = this.#parts;
    const room = client?.info?.max_payload ?? Infinity;
    if (data.length <= room || meta?.packet?.type !== 'RES') return super.send(subject, data, meta);
    for (const piece of cut(data, room)) client?.publish(subject, piece);
    return Promise.resolve();
  }

  /** Drops expired requests before they enter the queue of the action; after a blocked event loop there are many. */
  protected override answer(packet: Packet): void {
    if (!this.#standstill.isRecent || !isOver(packet)) void this.#handle(packet);
  }

  /**
   * Handles a request. A repeat of a call that is still being worked on is refused at once, because the first call
   * will answer.
   */
  async #handle(packet: Packet): Promise<void> {
    const { id, sender } = packet.payload;
    const headers: Headers | undefined = packet.payload.headers;
    const first = headers?.again ?? id;
    const since = this.#underWay.get(first);
    if (headers?.again && since !== undefined && performance.now() - since < refuseRepeatsForMs) {
      const refusal = new Failure('IDEMPOTENCY_IN_PROGRESS');
      return void this.#parts.transit.sendResponse(sender, id, {}, null, null, refusal);
    }
    this.#underWay.set(first, performance.now());
    await this.#parts.messageHandler('REQ', packet);
    this.#underWay.delete(first);
  }

  get #parts(): Untyped {
    return this as unknown as Untyped;
  }
}

const beatEveryMs = 100;

/**
 * Detects a blocked event loop: the machine was suspended, or the process was too busy to read. Requests read right
 * afterwards may have expired. Measures with a timer; one instance per process is enough.
 */
export class EventLoopBlock {
  #seen = performance.now();
  #until = -Infinity;

  constructor() {
    setInterval(() => (this.#seen = this.#look()), beatEveryMs).unref();
  }

  /** True shortly after the event loop was blocked. */
  get isRecent(): boolean {
    return this.#look() < this.#until;
  }

  /** Called by the timer and by readers, because either may run first after a block. */
  #look(): number {
    const now = performance.now();
    if (now - this.#seen > standstill.afterMs) this.#until = now + standstill.recentForMs;
    return now;
  }
}
