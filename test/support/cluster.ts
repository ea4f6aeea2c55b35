/** Services as processes of their own over a bus of their own: started, killed and restarted at will. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startNats, type Nats } from './nats.ts';

export interface Process {
  readonly pid: number;
  readonly port: number;
  readonly adminPort: number;
  readonly log: () => string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code, null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Milliseconds. Many processes that start at once on a small machine take their time. */
const patience = 100_000;

export class Cluster {
  readonly #databaseUrl: string;
  readonly #dataDir: string;
  readonly #processes = new Set<Process>();
  #nats: Nats | undefined;

  /** Without the bus, processes are told that there is none by an empty `NATS_URL`. */
  static async open(databaseUrl: string, { bus = true } = {}): Promise<Cluster> {
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-cluster-'));
    const cluster = new Cluster(databaseUrl, dataDir);
    if (bus) await cluster.startNats();
    return cluster;
  }

  private constructor(databaseUrl: string, dataDir: string) {
    this.#databaseUrl = databaseUrl;
    this.#dataDir = dataDir;
  }

  get natsPort(): number {
    return this.#nats?.port ?? 0;
  }

  /** On the port it had before, if it ever ran. */
  async startNats(): Promise<void> {
    this.#nats = await startNats(this.#nats?.port);
  }

  async killNats(): Promise<void> {
    await this.#nats?.kill();
  }

  /** Starts a process with these services and waits until it is ready for work. */
  async start(services: string, env: Record<string, string> = {}): Promise<Process> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, ['shared/broker/main.ts'], {
      env: {
        ...process.env,
        SERVICES: services,
        NATS_URL: `nats://127.0.0.1:${this.natsPort}`,
        DATABASE_URL: this.#databaseUrl,
        DATA_DIR: this.#dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        RATE_LIMIT: 'off',
        // A test starts what it needs, and seldom everything.
        EXPECTED_SERVICES: 'identity',
        LOG_LEVEL: 'warn',
        LOG_FORMAT: 'json',
        NODE_OPTIONS: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const started: Process = {
      pid: child.pid ?? 0,
      port,
      adminPort,
      log: () => log,
      signal: (signal) => void child.kill(signal),
      ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
    };
    this.#processes.add(started);
    void started.ended.then(() => this.#processes.delete(started));
    await until(
      async () => child.exitCode !== null || (await readiness(adminPort)) === 200,
      async () => `${services} did not become ready: ${await problems(adminPort)}\n${log}`,
    );
    if (child.exitCode !== null) throw new Error(`${services} ended with ${child.exitCode}:\n${log}`);
    return started;
  }

  async close(): Promise<void> {
    const ending = [...this.#processes];
    for (const each of ending) each.signal('SIGTERM');
    const late = setTimeout(() => ending.forEach((each) => each.signal('SIGKILL')), 15_000).unref();
    await Promise.all(ending.map(({ ended }) => ended));
    clearTimeout(late);
    await this.killNats();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** The status of `/ready`; undefined where nothing listens. */
export const readiness = (adminPort: number): Promise<number | undefined> =>
  fetch(`http://127.0.0.1:${adminPort}/ready`).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => undefined,
  );

const problems = (adminPort: number): Promise<string> =>
  fetch(`http://127.0.0.1:${adminPort}/ready`).then(
    (response) => response.text(),
    (error: unknown) => String(error),
  );

export async function until(
  isSo: () => Promise<boolean>,
  complaint: () => string | Promise<string> = () => 'It did not happen in time.',
): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(await complaint());
    await pause(20);
  }
}

/** Below those that a system gives to whoever asks for any, so that nobody is given it before it is used. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
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
