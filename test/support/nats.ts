/** A NATS server of a test's own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Asked once: later on the run has servers, or has none. */
export const hasNatsServer =
  process.env.TEST_NATS_URLS !== undefined || spawnSync('nats-server', ['--version']).status === 0;

/** Announces that tests over the bus are skipped because its server is not installed. */
export const noticeMissingBus = (): void =>
  void process.stderr.write(
    'NOT TESTED: everything over NATS, for there is no nats-server on the PATH. Install it (Debian: apt-get install nats-server) and run again.\n',
  );

export interface Nats {
  readonly port: number;
  readonly url: string;
  kill(): Promise<void>;
}

/** Starts a server, with these further arguments, and waits until it listens, on a free port unless one is given. */
export async function startNats(port = -1, further: readonly string[] = []): Promise<Nats> {
  const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), ...further], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const listening = await listeningPort(server.stderr);
  return {
    port: listening,
    url: `nats://127.0.0.1:${listening}`,
    async kill() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

async function listeningPort(log: NodeJS.ReadableStream): Promise<number> {
  let port = 0;
  for await (const line of createInterface({ input: log })) {
    port = Number(/Listening for client connections on .*:(\d+)$/.exec(line)?.[1] ?? port);
    if (line.endsWith('Server is ready')) break;
  }
  if (port === 0) throw new Error('The NATS server does not listen.');
  // Reads the rest of its log, so that the server never waits for a reader.
  log.resume();
  return port;
}
