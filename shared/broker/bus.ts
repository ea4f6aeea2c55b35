/** Whether the bus is there. Moleculer's NATS transporter does not notice a lost connection; its client does. */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer, { type ServiceBroker } from 'moleculer';

interface NatsClient {
  status(): AsyncIterable<{ type: string }>;
  isClosed(): boolean;
}
interface WithNatsClient {
  readonly tx?: { readonly client?: NatsClient | null };
}

export interface Bus {
  /** False where all services share one process. */
  readonly isUsed: boolean;
  readonly isConnected: boolean;
  /** Waits for the connection, until the deadline (milliseconds since 1970) at most. */
  connected(deadline: number): Promise<void>;
  /** What a call answers; rejects with `BUS_LOST` as soon as the connection goes, for then no answer comes any more. */
  hear<T>(call: Promise<T>): Promise<T>;
}

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

/**
 * Takes calls for what was started. Moleculer would do so a second later, and lose what is called meanwhile; and it joins
 * its queues by leaving all of them first, so that it must not do it a second time.
 */
export async function takeCalls(broker: ServiceBroker): Promise<void> {
  const { localServiceChanged } = broker as { localServiceChanged: { cancel?: () => void } };
  localServiceChanged.cancel?.();
  await broker.registry.discoverer.sendLocalNodeInfo();
}

export function busOf(broker: ServiceBroker): Bus {
  const isUsed = Boolean(broker.options.transporter);
  const line = () => {
    const client = (broker.transit as WithNatsClient | null)?.tx?.client;
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
