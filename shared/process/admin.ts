/** The admin port of every process: `/live`, `/ready` and `/metrics`. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../bus/bus.ts';
import type { ServiceName } from '../contract/services.ts';
import type { Metrics } from './metrics.ts';
import { refusalOf } from './ports.ts';
import type { Readiness } from './readiness.ts';
import { version } from './version.ts';

export interface Admin {
  readonly port: number;
  close(): Promise<void>;
}

/** Is asked for each `/ready`. */
type IsReady = () => Promise<Readiness>;

/** Adds what every process tells of itself to its metrics: its services, whether it is ready, and the bus, where there is one. */
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
    // Its probes would be seen waiting for the pools that are looked at in this turn.
    await nextTurn();
    show('muster_ready', (await readiness()).problems.length === 0 ? 1 : 0);
  });
  if (!bus.isUsed) return;
  metrics.onRead((show) => {
    show('muster_bus_connected', bus.isConnected ? 1 : 0);
    show('muster_bus_reconnects_total', bus.reconnects);
    show('muster_bus_pending_calls', transit?.pendingRequests.size ?? 0);
    show('muster_bus_refused_subscriptions', bus.refused.length);
  });
}

/**
 * Opens the admin port.
 * @throws {PortRefused} When the port cannot be opened.
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
