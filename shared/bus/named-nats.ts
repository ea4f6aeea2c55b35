/**
 * Moleculer's NATS transporter on subjects that end with the sender's login. What a message says of its sender counts
 * only where the subject agrees, and an answer only from a login that answers the action. A refused subscription is
 * reported and does not break the reader. An answer may be larger than a message. Every process on the bus has it, those
 * of others by `@muster/contract`.
 */
import Moleculer from 'moleculer';
import { answererOf } from '../contract/services.ts';
import { Assembly } from './pieces.ts';
import { heardSubject, isNodeId, loginOfNode, nobodySubject, sentSubject, speaksFor } from './subjects.ts';

export interface Packet {
  readonly type: string;
  readonly payload: {
    readonly id: string;
    readonly sender: string;
    readonly action: string;
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
interface Pending {
  readonly action: { readonly name: string };
  reject(reason: Error): void;
}
/** Parts of Moleculer that its types leave out. */
interface Untyped {
  readonly client: Client | null;
  readonly nodeID: string;
  readonly transit: {
    readonly pendingRequests: ReadonlyMap<string, Pending>;
    removePendingRequest(id: string): void;
  };
  messageHandler(cmd: string, packet: Packet): Promise<unknown>;
}

/** The status with which NATS says that nobody takes a request. */
const nobodyThere = 503;
const lastToken = (subject: string) => subject.slice(subject.lastIndexOf('.') + 1);

/** See the header of this file. */
export class NamedNats extends Moleculer.Transporters.NATS {
  /** Subjects that NATS does not let this login subscribe to. */
  readonly refused = new Set<string>();
  readonly #assembly = new Assembly();

  override getTopicName(cmd: string, nodeID?: string): string {
    return sentSubject(cmd, this.#parts.nodeID, nodeID);
  }

  override subscribe(cmd: string, nodeID?: string): Promise<void> {
    this.listen(heardSubject(cmd, nodeID), (message) => this.#hear(cmd, message));
    return Promise.resolve();
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

  #hear(cmd: string, { subject, data, headers }: Message): void {
    if (headers?.code === nobodyThere) return this.#tellNobody(lastToken(subject));
    const whole = cmd === 'RES' ? this.#assembly.take(Buffer.from(data)) : data;
    const packet = whole && this.read(cmd, whole);
    if (!packet) return;
    const login = lastToken(subject);
    if (!this.#isBelieved(cmd, login, packet)) {
      return this.logger.warn(`The login ${login} may not send this ${cmd} of ${packet.payload.sender}.`);
    }
    const { payload } = packet;
    // A login is not believed to run the services of others.
    if (cmd === 'INFO') payload.services = payload.services?.filter(({ name }) => this.#speaks(login, name)) ?? [];
    this.deliver(cmd, packet);
  }

  #isBelieved(cmd: string, login: string, { payload }: Packet): boolean {
    if (loginOfNode(payload.sender) !== login) return false;
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
