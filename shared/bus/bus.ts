/**
 * Tells whether the bus is connected. Moleculer's NATS transporter does not notice a lost connection, but its client
 * does.
 */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer, { type ServiceBroker } from 'moleculer';

interface NatsClient {
  status(): AsyncIterable<{ type: string }>;
  isClosed(): boolean;
}
interface WithNats {
  readonly tx?: { readonly client?: NatsClient | null; readonly refused?: ReadonlySet<string> };
}

export interface Bus {
  /** False when all services share one process. */
  readonly isUsed: boolean;
  readonly isConnected: boolean;
  /** True once the connection has lasted long enough that other processes are back as well. */
  readonly isSettled: boolean;
  /** How often the connection was lost and came back. */
  readonly reconnects: number;
  /** Subjects that this login should listen to but may not; usually the NATS configuration is of another release. */
  readonly refused: readonly string[];
  /** Waits for the connection, at most until the deadline (milliseconds since 1970). */
  connected(deadline: number): Promise<void>;
  /**
   * Settles like the call, but rejects with `BUS_LOST` as soon as the connection is lost, because no answer can
   * come then.
   */
  hear<T>(call: Promise<T>): Promise<T>;
}

/**
 * Milliseconds between two checks, and milliseconds during which others may still be reconnecting after this process
 * has.
 */
const [glance, settling] = [25, 200];

/** One client's state: since when it is connected, and which calls wait for an answer over it. */
class Line {
  upSince: number | undefined = 0;
  reconnects = 0;
  readonly listeners = new Set<(lost: Error) => void>();

  async follow(client: NatsClient): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === 'disconnect') this.#lose();
      if (type !== 'reconnect') continue;
      this.upSince = Date.now();
      this.reconnects++;
    }
  }

  #lose(): void {
    this.upSince = undefined;
    for (const listener of this.listeners) {
      listener(new Moleculer.Errors.MoleculerRetryableError('The bus was lost.', 503, 'BUS_LOST'));
    }
  }
}

const lines = new WeakMap<NatsClient, Line>();

function lineOf(client: NatsClient): Line {
  const known = lines.get(client);
  if (known) return known;
  const line = new Line();
  lines.set(client, line);
  void line.follow(client);
  return line;
}

/** Returns the bus of a broker, on which several callers may wait independently. */
export function busOf(broker: ServiceBroker): Bus {
  const isUsed = Boolean(broker.options.transporter);
  const nats = () => (broker.transit as WithNats | null)?.tx;
  const line = () => {
    const client = nats()?.client;
    return client && !client.isClosed() ? lineOf(client) : undefined;
  };
  const isSettled = () => {
    if (!isUsed) return true;
    const since = line()?.upSince;
    return since !== undefined && Date.now() - since >= settling;
  };
  return {
    isUsed,
    get isConnected() {
      return !isUsed || line()?.upSince !== undefined;
    },
    get isSettled() {
      return isSettled();
    },
    get reconnects() {
      return line()?.reconnects ?? 0;
    },
    get refused() {
      return [...(nats()?.refused ?? [])];
    },
    async connected(deadline) {
      while (!isSettled() && Date.now() < deadline) await pause(glance);
    },
    hear(call) {
      const listeners = line()?.listeners;
      if (!listeners) return call;
      return new Promise((resolve, reject) => {
        listeners.add(reject);
        void call.then(resolve, reject).finally(() => listeners.delete(reject));
      });
    },
  };
}

/** Milliseconds a gateway may take to reply. */
const attention = 1_000;

/**
 * Resolves when requests can reach this process: NATS has its subscriptions and every gateway knows it. Moleculer
 * itself would announce the process only a second after its start.
 */
export async function announce(broker: ServiceBroker): Promise<void> {
  if (!broker.options.transporter) return;
  await broker.registry.discoverer.sendLocalNodeInfo();
  // One connection keeps its order: a gateway that replies has read everything sent before.
  const gateways = broker.registry
    .getNodeList({ onlyAvailable: true, withServices: true })
    .filter(({ local, services }) => !local && services?.some(({ name }) => name === 'gateway'));
  await Promise.all(gateways.map(({ id }) => broker.ping(id, attention).catch(() => undefined)));
}
