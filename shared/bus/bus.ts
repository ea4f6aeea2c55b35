/**
 * Tells whether the bus is connected. Moleculer's NATS transporter does not notice a lost connection, but its client
 * does.
 */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer, { type ServiceBroker } from 'moleculer';
import { awayAtMostMs, busSettlingMs, pongWithinMs } from '../base/limits.ts';
import type { Presence } from './transporter.ts';

interface NatsClient {
  status(): AsyncIterable<{ type: string }>;
  isClosed(): boolean;
}
interface WithNats {
  readonly tx?: {
    readonly client?: NatsClient | null;
    readonly refused?: ReadonlySet<string>;
    readonly dropped?: number;
    readonly presence?: Presence;
  };
}

export interface Bus {
  /** False when all services share one process. */
  readonly isUsed: boolean;
  readonly isConnected: boolean;
  /** True once the connection has lasted long enough for other processes to be back as well. */
  readonly isSettled: boolean;
  /** True once the connection has been away for longer than a call waits for it. */
  readonly isLost: boolean;
  /** How often the connection was lost and came back. */
  readonly reconnects: number;
  /** Messages that could not be read, or that their sender may not send. */
  readonly dropped: number;
  /** Subjects that NATS refused to this login; usually its configuration is of another release. */
  readonly refused: readonly string[];
  /**
   * Returns the milliseconds for which a call still waits for a service that no process runs: up to a second after the
   * last sign of such a process, or after a reconnect. Infinite if all services share one process.
   * @param since The time when the call first found no process, which may be before the reconnect.
   */
  waitsFor(service: string, since: number): number;
  /** Waits for the connection until it is lost, at most until the deadline (milliseconds since 1970). */
  connected(deadline: number): Promise<void>;
  /**
   * Settles like the call, but rejects with `BUS_LOST` as soon as the connection is lost, because no answer can
   * come then.
   */
  hear<T>(call: Promise<T>): Promise<T>;
}

const checkEveryMs = 25;

/** The state of one client: since when it is connected, and which calls wait for an answer. */
class Line {
  upSince: number | undefined = 0;
  /** When the connection was last made or lost, as far as this process has seen. */
  changedAt = Date.now();
  reconnects = 0;
  readonly listeners = new Set<(lost: Error) => void>();

  async follow(client: NatsClient): Promise<void> {
    for await (const { type } of client.status()) {
      if (type === 'disconnect') this.#lose();
      if (type !== 'reconnect') continue;
      this.upSince = this.changedAt = Date.now();
      this.reconnects++;
    }
  }

  #lose(): void {
    if (this.upSince === undefined) return;
    this.upSince = undefined;
    this.changedAt = Date.now();
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
export const busOf = (broker: ServiceBroker): Bus => new BusOf(broker);

class BusOf implements Bus {
  readonly isUsed: boolean;
  readonly #broker: ServiceBroker;

  constructor(broker: ServiceBroker) {
    this.isUsed = Boolean(broker.options.transporter);
    this.#broker = broker;
  }

  get isConnected(): boolean {
    return !this.isUsed || this.#line?.upSince !== undefined;
  }

  get isSettled(): boolean {
    if (!this.isUsed) return true;
    const since = this.#line?.upSince;
    return since !== undefined && Date.now() - since >= busSettlingMs;
  }

  get isLost(): boolean {
    return !this.isConnected && Date.now() - (this.#line?.changedAt ?? 0) >= awayAtMostMs;
  }

  get reconnects(): number {
    return this.#line?.reconnects ?? 0;
  }

  get dropped(): number {
    return this.#nats?.dropped ?? 0;
  }

  get refused(): readonly string[] {
    return [...(this.#nats?.refused ?? [])];
  }

  waitsFor(service: string, since: number): number {
    if (!this.isUsed) return Infinity;
    const backAt = Math.min(this.#line?.changedAt ?? 0, since);
    const heardAt = Math.max(this.#nats?.presence?.heardAt(service) ?? 0, backAt);
    return heardAt + awayAtMostMs - Date.now();
  }

  async connected(deadline: number): Promise<void> {
    while (!this.isSettled && !this.isLost && Date.now() < deadline) await pause(checkEveryMs);
  }

  hear<T>(call: Promise<T>): Promise<T> {
    const listeners = this.#line?.listeners;
    if (!listeners) return call;
    return new Promise((resolve, reject) => {
      listeners.add(reject);
      void call.then(resolve, reject).finally(() => listeners.delete(reject));
    });
  }

  get #nats(): WithNats['tx'] {
    return (this.#broker.transit as WithNats | null)?.tx;
  }

  get #line(): Line | undefined {
    const client = this.#nats?.client;
    return client && !client.isClosed() ? lineOf(client) : undefined;
  }
}

/**
 * Resolves when requests can reach this process: NATS has its subscriptions and every gateway has its INFO. Moleculer
 * itself would announce the process only a second after its start.
 */
export async function announceProcess(broker: ServiceBroker): Promise<void> {
  if (!broker.options.transporter) return;
  await broker.registry.discoverer.sendLocalNodeInfo();
  // NATS keeps the order of a connection, so a gateway that replies has read everything sent before.
  const gateways = broker.registry
    .getNodeList({ onlyAvailable: true, withServices: true })
    .filter(({ local, services }) => !local && services?.some(({ name }) => name === 'gateway'));
  await Promise.all(gateways.map(({ id }) => broker.ping(id, pongWithinMs).catch(() => undefined)));
}
