/**
 * Moleculer's NATS transporter on subjects that end with the sender's login. What a message says of its sender, of its
 * action or of its event counts only where the subject agrees, and an answer only from a login that answers the action.
 * A refused subscription is reported and does not break the reader. An answer may be larger than a message. Every
 * process on the bus has it, those of others by `@muster/contract`.
 */
import Moleculer, { type Middleware, type ServiceBroker } from 'moleculer';
import { answererOf } from '../contract/services.ts';
import { Assembly } from './pieces.ts';
import {
  heardSubject,
  isNodeId,
  loginOfNode,
  nobodySubject,
  requestSubject,
  sentSubject,
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
export interface Message {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: { readonly code: number };
}
export interface Subscription {
  unsubscribe(): void;
}
export interface Client {
  subscribe(
    subject: string,
    options: { queue?: string; callback: (error: Error | null, message: Message) => void },
  ): Subscription;
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
  /** Null before it has connected, and once it has disconnected. */
  readonly client: Client | null;
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

/** The status with which NATS says that nobody takes a request. */
const nobodyThere = 503;
/** Moleculer keeps such events within the process. */
const isInternal = (event: string) => event.startsWith('$');
const lastToken = (subject: string) => subject.slice(subject.lastIndexOf('.') + 1);

/**
 * Broadcasts an event as one message to all who follow it. Moleculer sends one to each process that it knows, so a process
 * that has just joined, or was silent for three seconds, would miss it; and NATS, which decides by subjects, could not
 * tell the events of a login apart.
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
  // Its types have the method for what returns it.
} as unknown as Middleware;

/** See the header of this file. */
export class NamedNats extends Moleculer.Transporters.NATS {
  /** Subjects that NATS does not let this login subscribe to. */
  readonly refused = new Set<string>();
  readonly #assembly = new Assembly();
  /** Subscriptions to requests and events by their names. */
  readonly #byName = new Map<string, Subscription>();

  override getTopicName(cmd: string, nodeID?: string): string {
    return sentSubject(cmd, this.#parts.nodeID, nodeID);
  }

  override subscribe(cmd: string, nodeID?: string): Promise<void> {
    // No event is addressed to one process. Those that services follow are heard before the services start.
    if (cmd === 'EVENT') return this.makeBalancedSubscriptions();
    this.listen(heardSubject(cmd, nodeID), (message) => this.#hear(cmd, message));
    return Promise.resolve();
  }

  /**
   * Subscribes to requests for the actions of this process, each to one of those who answer it, and to the events that its
   * services follow. Moleculer's version leaves every queue group and joins it again; a message in between would find no
   * one.
   */
  override makeBalancedSubscriptions(): Promise<void> {
    const { services } = this.broker.getLocalNodeInfo() as unknown as Announced;
    const actions = services.flatMap((service) => Object.keys(service.actions));
    const events = this.#parts.broker.services.flatMap((service) => Object.keys(service.events ?? {}));
    const wanted = new Map([
      ...actions.map((action) => [requestSubject(action), action] as const),
      ...events
        .filter((event) => !isInternal(event))
        .map((event) => [heardSubject('EVENT', event), undefined] as const),
    ]);
    for (const [subject, subscription] of this.#byName) {
      if (wanted.has(subject)) continue;
      subscription.unsubscribe();
      this.#byName.delete(subject);
    }
    for (const [subject, action] of wanted) {
      if (this.#byName.has(subject)) continue;
      const take = (message: Message) =>
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

  /** Asks NATS to say so where nobody takes a request. */
  override send(subject: string, data: Buffer, meta?: { packet?: Packet; balanced?: boolean }): Promise<void> {
    const { client, nodeID } = this.#parts;
    const packet = meta?.packet;
    if (!client || !meta?.balanced || packet?.type !== 'REQ') return super.send(subject, data);
    client.publish(subject, data, { reply: nobodySubject(nodeID, packet.payload.id) });
    return Promise.resolve();
  }

  /** @throws Where the sender has no node id, because answers go to a subject that is made of it. */
  override deserialize(cmd: string, data: Buffer) {
    const packet = super.deserialize(cmd, data);
    if (!isNodeId((packet as Packet).payload.sender)) throw new Error('A message came from no node id.');
    return packet;
  }

  /** Handles a request for an action that this process answers. */
  protected answer(packet: Packet): void {
    void this.#parts.messageHandler('REQ', packet);
  }

  /** Hands a message to Moleculer once its sender is known. */
  protected deliver(cmd: string, packet: Packet): void {
    void this.#parts.messageHandler(cmd, packet);
  }

  protected read(cmd: string, data: Uint8Array): Packet | undefined {
    try {
      return this.deserialize(cmd, Buffer.from(data));
    } catch {
      this.logger.warn(`What came as ${cmd} cannot be read.`);
      return undefined;
    }
  }

  protected listen(subject: string, take: (message: Message) => void, queue?: string): Subscription {
    const client = this.#parts.client as Client;
    return client.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => {
        if (error) this.#refuse(subject, error);
        else take(message);
      },
    });
  }

  #takeRequest(action: string, { data }: Message): void {
    const packet = this.read('REQ', data);
    if (packet?.payload.action === action) this.answer(packet);
    else if (packet) this.misaddressed(packet);
  }

  protected misaddressed({ payload }: Packet): void {
    this.logger.warn(`A request for ${payload.action} came on a subject that is not its own.`);
  }

  #hear(cmd: string, { subject, data, headers }: Message): void {
    if (headers?.code === nobodyThere) return this.#tellNobody(lastToken(subject));
    const whole = cmd === 'RES' ? this.#assembly.take(Buffer.from(data)) : data;
    const packet = whole && this.read(cmd, whole);
    if (!packet || (cmd === 'EVENT' && this.#parts.broker.stopping)) return;
    const login = lastToken(subject);
    if (!this.#isBelieved(cmd, subject, packet)) {
      return this.logger.warn(`The login ${login} may not send this ${cmd} of ${packet.payload.sender}.`);
    }
    const { payload } = packet;
    // A login is not believed to run the services of others.
    if (cmd === 'INFO') payload.services = payload.services?.filter(({ name }) => this.#speaks(login, name)) ?? [];
    this.deliver(cmd, packet);
  }

  #isBelieved(cmd: string, subject: string, { payload }: Packet): boolean {
    const login = lastToken(subject);
    if (loginOfNode(payload.sender) !== login) return false;
    if (cmd === 'EVENT') return subject === sentSubject(cmd, payload.sender, payload.event);
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
