/** The admin port of every process: `/live`, `/ready` and `/metrics`. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Service, ServiceBroker } from 'moleculer';
import type { Bus } from '../bus/bus.ts';
import type { ServiceName } from '../contract/services.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';
import { version } from './version.ts';

// Turns a port that cannot be opened into an orderly end of the start, with a readable message.

type Variable = 'PORT' | 'ADMIN_PORT';

/** Reports a port that cannot be opened, and what to do about it. */
export class PortUnavailable extends Error {
  override readonly name = 'PortUnavailable';
}

const hostOf = (variable: Variable) => variable.replace('PORT', 'HOST');
const words: Partial<Record<string, (variable: Variable) => string>> = {
  EADDRINUSE: (variable) =>
    `is in use. Stop what listens there, or set ${variable} to another port; ${variable}=0 takes a free one.`,
  EACCES: (variable) => `may not be opened by this user. Set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: (variable) => `cannot be opened: this machine has no such address. Correct ${hostOf(variable)}.`,
};

/** Returns a readable error for a server's failure where there is one, otherwise the error itself. */
export function refusalOf(variable: Variable, error: Error): Error {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  const reason = words[code ?? ''];
  return reason ? new PortUnavailable(`Port ${port ?? 0} of ${address} ${reason(variable)}`) : error;
}

/**
 * Rejects when the server cannot listen. moleculer-web's own handling would exit at once and leave the embedded
 * database running.
 */
export function rejectOnListenError(server: Server, logger: Service['logger']): Promise<never> {
  server.removeAllListeners('error');
  return new Promise((_, reject) => {
    server.on('error', (error) => {
      if (server.listening) logger.error({ err: error }, 'The HTTP server failed.');
      else reject(refusalOf('PORT', error));
    });
  });
}

export interface Admin {
  readonly port: number;
  close(): Promise<void>;
}

/** Called for each `/ready`. */
type IsReady = () => Promise<Readiness>;

/** Adds the metrics that every process has: its services, its readiness, and the bus if there is one. */
export function watchProcess(
  { transit }: ServiceBroker,
  {
    metrics,
    services,
    readiness,
    bus,
  }: { metrics: Metrics; services: readonly ServiceName[]; readiness: IsReady; bus: Bus },
): void {
  metrics.onRead((show) => services.forEach((service) => show('muster_service_info', 1, { service, version })));
  metrics.onRead(async (show) => {
    // Wait a turn: the probes of this check would be counted as waiting for the pools measured in this turn.
    await nextTurn();
    show('muster_ready', (await readiness()).problems.length === 0 ? 1 : 0);
  });
  if (!bus.isUsed) return;
  metrics.onRead((show) => {
    show('muster_bus_connected', bus.isConnected ? 1 : 0);
    show('muster_bus_reconnects_total', bus.reconnects);
    show('muster_bus_dropped_messages_total', bus.dropped);
    show('muster_bus_pending_calls', transit?.pendingRequests.size ?? 0);
    show('muster_bus_refused_subscriptions', bus.refused.length);
  });
}

/**
 * Opens the admin port.
 * @throws {PortUnavailable} When the port cannot be opened.
 */
export async function openAdmin(
  { host, port }: { host: string; port: number },
  broker: ServiceBroker,
  metrics: Metrics,
  readiness: IsReady,
): Promise<Admin> {
  const server = createServer((req, res) => {
    // A failed answer must not end the process.
    const failed = (error: unknown) => {
      broker.logger.error({ err: error }, 'The admin port could not answer.');
      return json(500, { paths });
    };
    void answer(req.url ?? '', metrics, readiness)
      .catch(failed)
      .then(({ status, type, text }) => {
        const retry = status === 503 ? { 'Retry-After': '1' } : {};
        res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...retry });
        res.end(text);
      });
  });
  await listen(server, port, host);
  broker.logger.debug('The admin port is open.');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const paths = ['/live', '/ready', '/metrics'];

async function answer(path: string, metrics: Metrics, readiness: IsReady) {
  if (path === '/live') return json(200, { live: true });
  if (path === '/metrics') {
    return { status: 200, type: metrics.contentType, text: await metrics.text() };
  }
  if (path !== '/ready') return json(404, { paths });
  const { problems, missing } = await readiness();
  const ready = problems.length === 0;
  return json(ready ? 200 : 503, { ready, problems, ...(missing.length > 0 && { missing }) });
}

const json = (status: number, body: unknown) => ({ status, type: 'application/json', text: JSON.stringify(body) });

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusalOf('ADMIN_PORT', error)));
    server.listen(port, host, resolve);
  });
