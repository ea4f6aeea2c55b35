/**
 * Moleculer's NATS transporter on subjects that end with the sender's login. A message counts only if its sender,
 * action or event match the subject, and an answer only if its login answers the action. A refused subscription is
 * reported and does not break the connection. An answer may be larger than a message. Every process on the bus uses
 * this transporter, third-party ones by `@muster/contract`.
 */
import Moleculer, { type Middleware, type ServiceBroker } from 'moleculer';
import { answererOf } from '../contract/services.ts';
import { Assembly } from './pieces.ts';
import {
  subscribedSubject,
  isNodeId,
  loginOfNode,
  noResponderSubject,
  requestSubject,
  publishedSubject,
  speaksFor,
} from './subjects.ts';

export interface Packet {
  readonly type: string;
  readonly payload: {
    readonly id: string;
    readonly sender: string;
    readonly action: string;
    readonly event: string;
    readonly headers?: object;
    services?: readonly { readonly name: string }[];
  };
}
export interface NatsMessage {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: { readonly code: number };
}
export interface NatsSubscription {
  unsubscribe(): void;
}
export interface NatsClient {
  subscribe(
    subject: string,
    options: { queue?: string; callback: (error: Error | null, message: NatsMessage) => void },
  ): NatsSubscription;
  publish(subject: string, data: string | Uint8Array, options?: { reply?: string }): void;
  flush(): Promise<void>;
  readonly info?: { readonly max_payload: number };
  isClosed(): boolean;
  status(): AsyncIterable<{ type: string }>;
}
interface Announced {
  readonly services: readonly { readonly actions: Record<string, unknown> }[];
}
interface Pending {
  readonly action: { readonly name: string };
  reject(reason: Error): void;
}
/** Parts of Moleculer that its types leave out. */
interface Untyped {
  /** Null before connecting and after disconnecting. */
  readonly client: NatsClient | null;
  readonly nodeID: string;
  readonly broker: {
    readonly stopping: boolean;
    readonly services: readonly { readonly events?: Readonly<Record<string, unknown>> }[];
  };
  readonly transit: {
    readonly pendingRequests: ReadonlyMap<string, Pending>;
    removePendingRequest(id: string): void;
  };
  messageHandler(cmd: string, packet: Packet): Promise<unknown>;
}

/** The status with which NATS reports a request without a subscriber. */
const nobodyThere = 503;
/** Moleculer never sends such events to other processes. */
const isInternal = (event: string) => event.startsWith('$');
const logDroppedEveryMs = 1_000;
const lastToken = (subject: string) => subject.slice(subject.lastIndexOf('.') + 1);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNamed = (value: unknown): value is { readonly name: string } =>
  isRecord(value) && typeof value['name'] === 'string';
const haveNames = (named: unknown) => isRecord(named) && Object.values(named).every(isNamed);

/** Tells whether services are announced in the form in which the registry, which keeps them, reads them. */
function isAnnouncement({ services }: Packet['payload']): boolean {
  const isService = (one: unknown) =>
    isNamed(one) && 'actions' in one && 'events' in one && haveNames(one.actions) && haveNames(one.events);
  return services === undefined || (Array.isArray(services) && services.every(isService));
}

/**
 * Broadcasts an event as one message to all subscribers. Moleculer sends one message to each process in its registry,
 * so a process that has just joined, or was silent for three seconds, would miss it; and NATS, whose permissions are
 * per subject, could not restrict the events of a login.
 */
export const broadcastByName = {
  name: 'BroadcastByName',
  broadcast(this: ServiceBroker, next: ServiceBroker['broadcast']) {
    return async (event: string, content: unknown, options = {}) => {
      const { transit } = this;
      if (!transit) return next(event, content, options);
      if (!transit.connected) return;
      const ctx = this.ContextFactory.create(this, null as never, content as object, options);
      const sent = Object.assign(ctx, { eventName: event, eventType: 'broadcast' as const });
      await transit.sendEvent(sent).catch(() => undefined);
    };
  },
  // Moleculer's types lack this method.
} as unknown as Middleware;

/** See the header of this file. */
export class NamedNats extends Moleculer.Transporters.NATS {
  /** Subjects that NATS does not let this login subscribe to. */
  readonly refused = new Set<string>();
  /** How many messages were dropped: they could not be read, or their sender may not send them. */
  dropped = 0;
  #silentUntil = -Infinity;
  readonly #assembly = new Assembly();
  /** Subscriptions to requests and events by their names. */
  readonly #byName = new Map<string, NatsSubscription>();

  override getTopicName(cmd: string, nodeID?: string): string {
    return publishedSubject(cmd, this.#parts.nodeID, nodeID);
  }

  override subscribe(cmd: string, nodeID?: string): Promise<void> {
    // No event is addressed to one process. Subscribes to events before the services start.
    if (cmd === 'EVENT') return this.makeBalancedSubscriptions();
    this.listen(subscribedSubject(cmd, nodeID), (message) => this.#hear(cmd, message));
    return Promise.resolve();
  }

  /**
   * Subscribes to requests for the actions of this process, each in a queue group, and to the events of its services.
   * Moleculer's version leaves every queue group and joins it again; a message in between would have no subscriber.
   */
  override makeBalancedSubscriptions(): Promise<void> {
    const { services } = this.broker.getLocalNodeInfo() as unknown as Announced;
    const actions = services.flatMap((service) => Object.keys(service.actions));
    const events = this.#parts.broker.services.flatMap((service) => Object.keys(service.events ?? {}));
    const wanted = new Map([
      ...actions.map((action) => [requestSubject(action), action] as const),
      ...events
        .filter((event) => !isInternal(event))
        .map((event) => [subscribedSubject('EVENT', event), undefined] as const),
    ]);
    for (const [subject, subscription] of this.#byName) {
      if (wanted.has(subject)) continue;
      subscription.unsubscribe();
      this.#byName.delete(subject);
    }
    for (const [subject, action] of wanted) {
      if (this.#byName.has(subject)) continue;
      const take = (message: NatsMessage) =>
        action === undefined ? this.#hear('EVENT', message) : this.#takeRequest(action, message);
      this.#byName.set(subject, this.listen(subject, take, action));
    }
    return this.#parts.client?.flush() ?? Promise.resolve();
  }

  override publish(packet: Parameters<Moleculer.Transporters.Base['publish']>[0]): Promise<void> {
    if (packet.type !== 'EVENT') return super.publish(packet);
    const { event } = packet.payload as Packet['payload'];
    return this.send(this.getTopicName('EVENT', event), this.serialize(packet));
  }

  /** Asks NATS to report a request without a subscriber. */
  override send(subject: string, data: Buffer, meta?: { packet?: Packet; balanced?: boolean }): Promise<void> {
    const { client, nodeID } = this.#parts;
    const packet = meta?.packet;
    if (!client || !meta?.balanced || packet?.type !== 'REQ') return super.send(subject, data);
    client.publish(subject, data, { reply: noResponderSubject(nodeID, packet.payload.id) });
    return Promise.resolve();
  }

  /**
   * @throws If the sender has no node id, because answers go to a subject made of it.
   */
  override deserialize(cmd: string, data: Buffer) {
    const packet = super.deserialize(cmd, data);
    if (!isNodeId((packet as Packet).payload.sender)) throw new Error('A message came from no node id.');
    return packet;
  }

  /** Handles a request for an action that this process answers. */
  protected answer(packet: Packet): void {
    void this.#parts.messageHandler('REQ', packet);
  }

  /** Passes a message to Moleculer after its sender was checked. */
  protected deliver(cmd: string, packet: Packet): void {
    void this.#parts.messageHandler(cmd, packet);
  }

  protected read(cmd: string, data: Uint8Array): Packet | undefined {
    try {
      return this.deserialize(cmd, Buffer.from(data));
    } catch {
      return this.drop(`A message of the kind ${cmd} cannot be read.`);
    }
  }

  protected listen(subject: string, take: (message: NatsMessage) => void, queue?: string): NatsSubscription {
    const client = this.#parts.client as NatsClient;
    return client.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => {
        if (error) return this.#refuse(subject, error);
        try {
          take(message);
        } catch (cause) {
          // Thrown on, it would end the connection of the client, and with it all calls of this process.
          this.drop(`A message on ${message.subject} cannot be read: ${String(cause)}`);
        }
      },
    });
  }

  /** Counts a message that is not taken, and logs one a second: others may be sending many. */
  protected drop(reason: string): undefined {
    this.dropped++;
    if (performance.now() < this.#silentUntil) return;
    this.#silentUntil = performance.now() + logDroppedEveryMs;
    this.logger.warn(`${reason.slice(0, 500)} (${this.dropped} dropped so far)`);
  }

  #takeRequest(action: string, { data }: NatsMessage): void {
    const packet = this.read('REQ', data);
    if (packet?.payload.action === action) this.answer(packet);
    else if (packet) this.misaddressed(packet);
  }

  protected misaddressed({ payload }: Packet): void {
    this.drop(`A request for ${payload.action} came on a subject that is not its own.`);
  }

  #hear(cmd: string, { subject, data, headers }: NatsMessage): void {
    if (headers?.code === nobodyThere) return this.#tellNobody(lastToken(subject));
    const login = lastToken(subject);
    const whole = cmd === 'RES' ? this.#assembly.take(Buffer.from(data), login) : data;
    const packet = whole && this.read(cmd, whole);
    if (!packet || (cmd === 'EVENT' && this.#parts.broker.stopping)) return;
    if (!this.#isBelieved(cmd, subject, packet)) {
      return this.drop(`The login ${login} may not send this ${cmd} of ${packet.payload.sender}.`);
    }
    const { payload } = packet;
    if (cmd === 'INFO') {
      if (!isAnnouncement(payload)) return this.drop(`What ${payload.sender} announces is no list of services.`);
      // A login cannot announce services that belong to other logins.
      payload.services = payload.services?.filter(({ name }) => this.#speaks(login, name)) ?? [];
    }
    this.deliver(cmd, packet);
  }

  #isBelieved(cmd: string, subject: string, { payload }: Packet): boolean {
    const login = lastToken(subject);
    if (loginOfNode(payload.sender) !== login) return false;
    if (cmd === 'EVENT') return subject === publishedSubject(cmd, payload.sender, payload.event);
    const asked = cmd === 'RES' ? this.#parts.transit.pendingRequests.get(payload.id)?.action.name : undefined;
    return asked === undefined || this.#speaks(login, answererOf(asked));
  }

  #speaks(login: string, service: string): boolean {
    return speaksFor(login, service, this.#parts.nodeID);
  }

  #tellNobody(id: string): void {
    const { transit, nodeID } = this.#parts;
    const pending = transit.pendingRequests.get(id);
    transit.removePendingRequest(id);
    pending?.reject(new Moleculer.Errors.ServiceNotAvailableError({ action: pending.action.name, nodeID }));
  }

  #refuse(subject: string, { message }: Error): void {
    this.refused.add(subject);
    this.logger.error(`NATS refuses ${subject} to this login: ${message}`);
  }

  get #parts(): Untyped {
    return this as unknown as Untyped;
  }
}
