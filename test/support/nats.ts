/** The bus of a test: a NATS server of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export const hasNatsServer = spawnSync('nats-server', ['--version']).status === 0;

/** Tests over the bus are left out loudly, never silently, where its server is not installed. */
export const noticeMissingBus = (): void =>
  void process.stderr.write(
    'NOT TESTED: everything over NATS, for there is no nats-server on the PATH. Install it (Debian: apt-get install nats-server) and run again.\n',
  );

export interface Nats {
  readonly port: number;
  readonly url: string;
  kill(): Promise<void>;
}

/** Answers once the server listens: on a free port, unless it has to be a certain one. */
export async function startNats(port = -1): Promise<Nats> {
  const server = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
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
  // What else it says is read, so that it never waits for a reader.
  log.resume();
  return port;
}
