/** The admin port of every process: `/live`, `/ready` and `/metrics`. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceBroker } from 'moleculer';
import type { Metrics } from './metrics.ts';
import { refusalOf } from './ports.ts';
import type { Readiness } from './readiness.ts';

export interface Admin {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Opens the admin port.
 * @param readiness Is asked for each `/ready`.
 * @throws {PortRefused} When the port cannot be opened.
 */
export async function openAdmin(
  { host, port }: { host: string; port: number },
  broker: ServiceBroker,
  metrics: Metrics,
  readiness: () => Promise<Readiness>,
): Promise<Admin> {
  const server = createServer((req, res) => {
    // Whoever looks at a process must not end it.
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

async function answer(path: string, metrics: Metrics, readiness: () => Promise<Readiness>) {
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
