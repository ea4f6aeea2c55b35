/**
 * Moleculer's NATS transporter with stricter rules. NATS grants rights by subject, so a request is accepted only on
 * the subject of its action. A refused subscription is reported and does not break the reader. An answer may be
 * larger than a message.
 */
import Moleculer from 'moleculer';
import { streamed } from '../contract/calls.ts';
import type { HintName } from '../contract/hints.ts';
import { Failure } from '../kit/failure.ts';
import { Assembly, cut } from './pieces.ts';
import { Standstill } from './standstill.ts';
import { hintSubject, requestSubject } from './subjects.ts';
import type { Headers } from '../guard/viewer.ts';

interface Packet {
  readonly type: string;
  readonly payload: {
    readonly id?: string;
    readonly sender?: string;
    readonly action?: string;
    readonly headers?: Headers;
  };
}
type Check = (packet: Packet) => boolean;
interface Message {
  readonly data: Uint8Array;
}
interface Subscription {
  unsubscribe(): void;
}
interface Client {
  subscribe(
    subject: string,
    options: { queue?: string; callback: (error: Error | null, message: Message) => void },
  ): Subscription;
  publish(subject: string, data: string | Uint8Array): void;
  flush(): Promise<void>;
  readonly info?: { readonly max_payload: number };
  isClosed(): boolean;
  status(): AsyncIterable<{ type: string }>;
}
/** Parts of Moleculer that its types leave out. */
interface Untyped {
  readonly client: Client | null;
  readonly transit: {
    sendResponse(to: string, id: string, meta: object, headers: null, data: null, error: Error): Promise<void>;
  };
  messageHandler(cmd: string, packet: Packet): Promise<unknown>;
}

const named =
  (action: string): Check =>
  ({ payload }) =>
    payload.action === action;
/** Only chunks of streams are addressed to one process; NATS distributes everything else. */
const isStreamed: Check = ({ payload }) => streamed.some((action) => action === payload.action);

/** Tells whether the caller has stopped waiting. */
const isOver = ({ payload: { headers } }: Packet) => (headers?.deadline ?? Infinity) < Date.now();

/**
 * Milliseconds after which a repeat of a running call is let through: nobody waits for a lock longer than that, so
 * the first call may be stuck for another reason.
 */
const trust = 2_500;

/** The transporter of every broker; see the header of this file. */
export class StrictNats extends Moleculer.Transporters.NATS {
  /** Subjects that NATS does not let this login subscribe to. */
  readonly refused = new Set<string>();
  readonly #shared = new Map<string, Subscription>();
  readonly #assembly = new Assembly();
  /** Ids of the first calls that are being worked on, with their start times. */
  readonly #underWay = new Map<string, number>();
  readonly #standstill = new Standstill();

  override async connect(): Promise<void> {
    await super.connect();
    void this.#follow('reconnect', () => this.#greet());
  }

  override subscribe(cmd: string, nodeID?: string): Promise<void> {
    this.#listen(this.getTopicName(cmd, nodeID), cmd, cmd === 'REQ' ? isStreamed : undefined);
    return Promise.resolve();
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
      this.#shared.set(action, this.#listen(requestSubject(action), 'REQ', named(action), action));
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
    const subject = hintSubject(name);
    this.#client.subscribe(subject, {
      callback: (error, message) => {
        if (error) return this.#refuse(subject, error);
        const packet = this.#parse(message.data);
        if (packet !== undefined) hear(packet);
      },
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

  override send(subject: string, data: Buffer, meta?: { packet?: Packet }): Promise<void> {
    const client = this.client as Client | null;
    const room = client?.info?.max_payload ?? Infinity;
    if (data.length <= room || meta?.packet?.type !== 'RES') return super.send(subject, data);
    for (const piece of cut(data, room)) client?.publish(subject, piece);
    return Promise.resolve();
  }

  /** Replaces Moleculer's version, which would parse a packet a second time. */
  #take(cmd: string, data: Uint8Array, check: Check): void {
    const packet = this.#read(cmd, data);
    if (!packet) return;
    if (!check(packet)) {
      this.logger.warn(`A request for ${packet.payload.action} came on a subject that is not its own.`);
    } else if (check === isStreamed) void this.#parts.messageHandler(cmd, packet);
    // Expired requests are dropped before they take a place in the queue of the action; after a standstill there are
    // many.
    else if (!this.#standstill.isRecent || !isOver(packet)) void this.#handle(cmd, packet);
  }

  /**
   * Handles a request. A repeat of a call that is still being worked on is refused at once, because the first call
   * will answer.
   */
  async #handle(cmd: string, packet: Packet): Promise<void> {
    const { id = '', sender = '', headers } = packet.payload;
    const first = headers?.again ?? id;
    const since = this.#underWay.get(first);
    if (headers?.again && since !== undefined && performance.now() - since < trust) {
      const refusal = new Failure('IDEMPOTENCY_IN_PROGRESS');
      return void this.#parts.transit.sendResponse(sender, id, {}, null, null, refusal);
    }
    this.#underWay.set(first, performance.now());
    await this.#parts.messageHandler(cmd, packet);
    this.#underWay.delete(first);
  }

  #read(cmd: string, data: Uint8Array): Packet | undefined {
    try {
      return this.deserialize(cmd, Buffer.from(data)) as Packet;
    } catch {
      this.logger.warn(`What came as ${cmd} cannot be read.`);
      return undefined;
    }
  }

  #listen(subject: string, cmd: string, check?: Check, queue?: string): Subscription {
    return this.#client.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => {
        if (error) this.#refuse(subject, error);
        else if (check) this.#take(cmd, message.data, check);
        else this.#hear(cmd, Buffer.from(message.data));
      },
    });
  }

  #hear(cmd: string, data: Buffer): void {
    const whole = cmd === 'RES' ? this.#assembly.take(data) : data;
    if (whole) void this.receive(cmd, whole);
  }

  #refuse(subject: string, { message }: Error): void {
    this.refused.add(subject);
    this.logger.error(`NATS refuses ${subject} to this login: ${message}`);
  }

  /** The client; only set once connected. */
  get #client(): Client {
    return this.#parts.client as Client;
  }

  get #parts(): Untyped {
    return this as unknown as Untyped;
  }
}
