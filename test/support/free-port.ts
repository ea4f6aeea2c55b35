/** Ports for processes that are told theirs before they start. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Of each worker its own, so that none is given what another one is about to use. */
const perWorker = 500;
/** Those of 44 workers are below the system's ephemeral range. */
const first = 10_000 + (Number(process.env.JEST_WORKER_ID ?? 1) % 44) * perWorker;
let next = randomInt(perWorker);

/** Returns a port that nobody listens at, and nobody else is given before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % perWorker);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
