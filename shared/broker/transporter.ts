/**
 * Moleculer's NATS transporter, made strict. NATS decides by subjects who may ask for what, so a request counts only for
 * the action its subject names; and a subscription NATS refuses is told instead of breaking the reader.
 */
import Moleculer from 'moleculer';
import { streamed } from '../contract/calls.ts';
import { requestSubject } from './subjects.ts';

interface Packet {
  readonly payload: { readonly action?: string };
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
  flush(): Promise<void>;
}
/** What Moleculer leaves out of its types. */
interface Untyped {
  readonly client: Client;
  messageHandler(cmd: string, packet: Packet): Promise<unknown>;
}

const named =
  (action: string): Check =>
  ({ payload }) =>
    payload.action === action;
/** By the name of a process come only the chunks of streams; all else is shared out by NATS. */
const isStreamed: Check = ({ payload }) => streamed.some((action) => action === payload.action);

export class StrictNats extends Moleculer.Transporters.NATS {
  /** Subjects that NATS does not let this login subscribe to. */
  readonly refused = new Set<string>();
  readonly #shared = new Map<string, Subscription>();

  override subscribe(cmd: string, nodeID?: string): Promise<void> {
    this.#listen(this.getTopicName(cmd, nodeID), cmd, cmd === 'REQ' ? isStreamed : undefined);
    return Promise.resolve();
  }

  /** Moleculer's own leaves every group and joins it again; a request in between would find nobody. */
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
    return this.#parts.client.flush();
  }

  /** Not Moleculer's, which would read a packet a second time. */
  #take(cmd: string, data: Uint8Array, check: Check): void {
    const packet = this.#read(cmd, data);
    if (!packet) return;
    if (check(packet)) void this.#parts.messageHandler(cmd, packet);
    else this.logger.warn(`A request for ${packet.payload.action} came on a subject that is not its own.`);
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
    return this.#parts.client.subscribe(subject, {
      ...(queue && { queue }),
      callback: (error, message) => {
        if (error) this.#refuse(subject, error);
        else if (check) this.#take(cmd, message.data, check);
        else void this.receive(cmd, Buffer.from(message.data));
      },
    });
  }

  #refuse(subject: string, { message }: Error): void {
    this.refused.add(subject);
    this.logger.error(`NATS refuses ${subject} to this login: ${message}`);
  }

  get #parts(): Untyped {
    return this as unknown as Untyped;
  }
}
