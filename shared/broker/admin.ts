/** The admin port of every process: is it alive, is it ready for work, what does it measure. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceBroker } from 'moleculer';
import type { MetricsReporter } from './metrics.ts';
import { refusalOf } from './ports.ts';
import type { Readiness } from './readiness.ts';

export interface Admin {
  readonly port: number;
  close(): Promise<void>;
}

export async function openAdmin(
  { host, port }: { host: string; port: number },
  broker: ServiceBroker,
  metrics: MetricsReporter,
  readiness: () => Promise<Readiness>,
): Promise<Admin> {
  const server = createServer((req, res) => {
    void answer(req.url ?? '', metrics, readiness).then(({ status, type, text }) => {
      res.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
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

async function answer(path: string, metrics: MetricsReporter, readiness: () => Promise<Readiness>) {
  if (path === '/live') return json(200, { live: true });
  if (path === '/metrics') {
    return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', text: metrics.text() };
  }
  if (path !== '/ready') return json(404, { paths: ['/live', '/ready', '/metrics'] });
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
