/**
 * The transporter of our own processes, with stricter rules for requests. NATS grants rights by subject, so a request is
 * accepted only on the subject of its action. A repeat of a call that is being worked on is refused, and one that nobody
 * waits for any more is dropped.
 */
import { streamed } from '../contract/calls.ts';
import type { HintName } from '../contract/hints.ts';
import { Failure } from '../base/failure.ts';
import { NamedNats, type Client, type Packet, type Subscription } from './named-nats.ts';
import { cut } from './pieces.ts';
import { Presence } from './presence.ts';
import { Standstill } from './standstill.ts';
import { hintSubject, requestSubject } from './subjects.ts';
import type { Headers } from '../base/viewer.ts';

type Check = (packet: Packet) => boolean;
/** Parts of Moleculer that its types leave out. */
interface Untyped {
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

const named =
  (action: string): Check =>
  ({ payload }) =>
    payload.action === action;
/** Only chunks of streams are addressed to one process; NATS distributes everything else. */
const isStreamed: Check = ({ payload }) => streamed.some((action) => action === payload.action);

/** Tells whether the caller has stopped waiting. */
const isOver = ({ payload: { headers } }: Packet) => ((headers as Headers)?.deadline ?? Infinity) < Date.now();

/**
 * Milliseconds after which a repeat of a running call is let through: nobody waits for a lock longer than that, so
 * the first call may be stuck for another reason.
 */
const trust = 2_500;

/** The transporter of every broker; see the header of this file. */
export class StrictNats extends NamedNats {
  /** When each service was last heard. */
  readonly presence = new Presence();
  readonly #shared = new Map<string, Subscription>();
  /** Ids of the first calls that are being worked on, with their start times. */
  readonly #underWay = new Map<string, number>();
  readonly #standstill = new Standstill();

  override async connect(): Promise<void> {
    await super.connect();
    void this.#follow('reconnect', () => this.#greet());
  }

  protected override deliver(cmd: string, packet: Packet): void {
    if (cmd === 'REQ' && !isStreamed(packet)) return this.#misaddressed(packet);
    const hear = () => this.presence.hear(this.#parts.broker.registry.nodes.get(packet.payload.sender)?.services);
    hear();
    super.deliver(cmd, packet);
    if (cmd === 'INFO') hear();
  }

  /**
   * Replaces Moleculer's version, which leaves every queue group and joins it again; a request in between would
   * find no one.
   */
  override makeBalancedSubscriptions(): Promise<void> {
    const { services } = this.broker.getLocalNodeInfo() as unknown as {
      services: { actions: Record<string, unknown> }[];
    };
    const wanted = new Set(services.flatMap(({ actions }) => Object.keys(actions)));
    for (const [action, subscription] of this.#shared) {
      if (wanted.has(action)) continue;
      subscription.unsubscribe();
      this.#shared.delete(action);
    }
    for (const action of wanted) {
      if (this.#shared.has(action)) continue;
      const subject = requestSubject(action);
      this.#shared.set(
        action,
        this.listen(subject, ({ data }) => this.#take(data, named(action)), action),
      );
    }
    return this.#client.flush();
  }

  /** Sends a hint, or drops it while the bus is away. */
  publishHint(name: HintName, what: object): void {
    const { client } = this.#parts;
    if (client && !client.isClosed()) client.publish(hintSubject(name), JSON.stringify(what));
  }

  /**
   * Follows a hint. `missed` is called whenever the connection was lost, because hints sent until it is back are
   * lost as well.
   */
  followHint(name: HintName, hear: (what: unknown) => void, missed: () => void): void {
    this.listen(hintSubject(name), ({ data }) => {
      const what = this.#parse(data);
      if (what !== undefined) hear(what);
    });
    void this.#follow('disconnect', missed);
  }

  async #follow(event: string, act: () => void): Promise<void> {
    for await (const { type } of this.#client.status()) if (type === event) act();
  }

  /** Exchanges node information right after a reconnect; Moleculer's heartbeats would do it a second later. */
  #greet(): void {
    const { discoverer } = this.broker.registry;
    void discoverer.sendLocalNodeInfo();
    void discoverer.discoverAllNodes();
  }

  #parse(data: Uint8Array): unknown {
    try {
      return JSON.parse(Buffer.from(data).toString());
    } catch {
      this.logger.warn('What came as a hint cannot be read.');
      return undefined;
    }
  }

  override send(subject: string, data: Buffer, meta?: { packet?: Packet; balanced?: boolean }): Promise<void> {
    const { client } = this.#parts;
    const room = client?.info?.max_payload ?? Infinity;
    if (data.length <= room || meta?.packet?.type !== 'RES') return super.send(subject, data, meta);
    for (const piece of cut(data, room)) client?.publish(subject, piece);
    return Promise.resolve();
  }

  /** Takes a request that NATS has distributed. */
  #take(data: Uint8Array, check: Check): void {
    const packet = this.read('REQ', data);
    if (!packet) return;
    if (!check(packet)) this.#misaddressed(packet);
    // Expired requests are dropped before they take a place in the queue of the action; after a standstill there are
    // many.
    else if (!this.#standstill.isRecent || !isOver(packet)) void this.#handle(packet);
  }

  #misaddressed({ payload }: Packet): void {
    this.logger.warn(`A request for ${payload.action} came on a subject that is not its own.`);
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
    if (headers?.again && since !== undefined && performance.now() - since < trust) {
      const refusal = new Failure('IDEMPOTENCY_IN_PROGRESS');
      return void this.#parts.transit.sendResponse(sender, id, {}, null, null, refusal);
    }
    this.#underWay.set(first, performance.now());
    await this.#parts.messageHandler('REQ', packet);
    this.#underWay.delete(first);
  }

  /** The client; only set once connected. */
  get #client(): Client {
    return this.#parts.client as Client;
  }

  get #parts(): Untyped {
    return this as unknown as Untyped;
  }
}
