/**
 * The transporter of our own processes, with stricter rules for requests. A request is accepted only on the subject of its
 * action, also where it is addressed to one process. A repeat of a call that is being worked on is refused, and one that nobody
 * waits for any more is dropped.
 */
import { streamed } from '../contract/calls.ts';
import { Failure } from '../base/failure.ts';
import { refuseRepeatsForMs } from '../base/limits.ts';
import { eventsMissed } from './events.ts';
import { NamedNats, type Client, type Packet } from './named-nats.ts';
import { cut } from './pieces.ts';
import { Standstill } from './standstill.ts';
import type { Headers } from '../base/viewer.ts';

/** Parts of Moleculer that its types leave out. */
interface Untyped {
  /** Null before it has connected, and once it has disconnected. */
  readonly client: Client | null;
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

/** Remembers when a process of each service was last heard on the bus. */
export class Presence {
  readonly #heardAt = new Map<string, number>();

  /** Records that somebody who runs these services was heard just now. */
  hear(services: readonly { readonly name: string }[] = []): void {
    const now = Date.now();
    for (const { name } of services) this.#heardAt.set(name, now);
  }

  /** Returns when it was, in milliseconds since 1970; 0 where it never was. */
  heardAt(service: string): number {
    return this.#heardAt.get(service) ?? 0;
  }
}

/** The transporter of every broker; see the header of this file. */
export class StrictNats extends NamedNats {
  /** When each service was last heard. */
  readonly presence = new Presence();
  /** Ids of the first calls that are being worked on, with their start times. */
  readonly #underWay = new Map<string, number>();
  readonly #standstill = new Standstill();

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

  /** Exchanges node information right after a reconnect; Moleculer's heartbeats would do it a second later. */
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

  /**
   * Drops expired requests before they take a place in the queue of the action; after a standstill there are many. The others
   * are handled.
   */
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
