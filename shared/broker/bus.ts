/** Whether the bus is there. Moleculer's NATS transporter does not notice a lost connection; its client does. */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer, { type ServiceBroker } from 'moleculer';
import type { Config } from './config.ts';

interface NatsClient {
  status(): AsyncIterable<{ type: string }>;
  isClosed(): boolean;
}
interface WithNats {
  readonly tx?: { readonly client?: NatsClient | null; readonly refused?: ReadonlySet<string> };
}

export interface Bus {
  /** False where all services share one process. */
  readonly isUsed: boolean;
  readonly isConnected: boolean;
  /** What the login of this process should hear and may not; a configuration of another release is the usual cause. */
  readonly refused: readonly string[];
  /** Waits for the connection, until the deadline (milliseconds since 1970) at most. */
  connected(deadline: number): Promise<void>;
  /** What a call answers; rejects with `BUS_LOST` as soon as the connection goes, for then no answer comes any more. */
  hear<T>(call: Promise<T>): Promise<T>;
}

/** How a process and the command line connect alike. */
export const connectionOf = ({ servers, user, password, tls }: NonNullable<Config['nats']>) => ({
  servers,
  ...(user && { user, pass: password }),
  ...(tls && { tls }),
});

/** Milliseconds between two looks, and for which others may still be reconnecting after we have. */
const [glance, settling] = [25, 400];

/** What is known of one client: since when it is connected, and who waits for an answer over it. */
class Line {
  upSince: number | undefined = 0;
  readonly listeners = new Set<(lost: Error) => void>();

  async follow(client: NatsClient): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === 'disconnect') this.#lose();
      if (type === 'reconnect') this.upSince = Date.now();
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

export function busOf(broker: ServiceBroker): Bus {
  const isUsed = Boolean(broker.options.transporter);
  const nats = () => (broker.transit as WithNats | null)?.tx;
  const line = () => {
    const client = nats()?.client;
    return client && !client.isClosed() ? lineOf(client) : undefined;
  };
  const isSettled = () => {
    const since = line()?.upSince;
    return since !== undefined && Date.now() - since >= settling;
  };
  return {
    isUsed,
    get isConnected() {
      return !isUsed || line()?.upSince !== undefined;
    },
    get refused() {
      return [...(nats()?.refused ?? [])];
    },
    async connected(deadline) {
      while (isUsed && !isSettled() && Date.now() < deadline) await pause(glance);
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

/** Milliseconds a gateway may take to say that it has heard. */
const attention = 1_000;

/**
 * Returns when requests can reach this process: NATS has its subscriptions, and every gateway knows of it. Moleculer
 * would say who it is only a second after its start.
 */
export async function announce(broker: ServiceBroker): Promise<void> {
  if (!broker.options.transporter) return;
  await broker.registry.discoverer.sendLocalNodeInfo();
  // Over one connection in order: who answers this has read what was sent before.
  const gateways = broker.registry
    .getNodeList({ onlyAvailable: true, withServices: true })
    .filter(({ local, services }) => !local && services?.some(({ name }) => name === 'gateway'));
  await Promise.all(gateways.map(({ id }) => broker.ping(id, attention).catch(() => undefined)));
}
