/** Runs services as processes of their own over a bus of their own, which tests start, kill and restart. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { startNats, type Nats } from './nats.ts';

export interface Process {
  readonly pid: number;
  readonly port: number;
  readonly adminPort: number;
  readonly log: () => string;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
}

/** Where a release is, and what Node is given to start a process of it. */
export interface Program {
  readonly cwd: string;
  readonly command: readonly string[];
}
const present: Program = { cwd: '.', command: ['services/main.ts'] };

/** Milliseconds. Many processes that start at once on a small machine take long. */
const startPatience = 100_000;
/** Milliseconds in which one question is answered, or the next is asked. */
const probe = 2_000;

/** The processes of one test. */
export class Cluster {
  /** The data directory of the processes; deleted when they stop. */
  readonly dataDir: string;
  readonly #databaseUrl: string;
  readonly #processes = new Set<Process>();
  #nats: Nats | undefined;

  /** Opens a cluster. Without a bus, processes get an empty `NATS_URL`. */
  static async open(databaseUrl: string, { bus = true } = {}): Promise<Cluster> {
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-cluster-'));
    const cluster = new Cluster(databaseUrl, dataDir);
    if (bus) await cluster.startNats();
    return cluster;
  }

  private constructor(databaseUrl: string, dataDir: string) {
    this.#databaseUrl = databaseUrl;
    this.dataDir = dataDir;
  }

  get natsPort(): number {
    return this.#nats?.port ?? 0;
  }

  /** Starts NATS, on its former port if it ran before. */
  async startNats(): Promise<void> {
    this.#nats = await startNats(this.#nats?.port);
  }

  async killNats(): Promise<void> {
    await this.#nats?.kill();
  }

  /** Starts a process with these services, by our own entry point of this release unless another program is given, and waits until it is ready. */
  async start(services: string, env: Record<string, string> = {}, { command, cwd } = present): Promise<Process> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, command, {
      cwd,
      env: { ...this.#environment(services), PORT: String(port), ADMIN_PORT: String(adminPort), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = everythingOf(child.stdout, child.stderr);
    const started: Process = {
      pid: child.pid ?? 0,
      port,
      adminPort,
      log,
      signal: (signal) => void child.kill(signal),
      ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))),
    };
    this.#processes.add(started);
    void started.ended.then(() => this.#processes.delete(started));
    await until(
      async () => child.exitCode !== null || (await readiness(adminPort)) === 200,
      async () => `${services} did not become ready: ${await problems(adminPort)}\n${log()}`,
      startPatience,
    );
    if (child.exitCode !== null) throw new Error(`${services} ended with ${child.exitCode}:\n${log()}`);
    return started;
  }

  #environment(services: string): NodeJS.ProcessEnv {
    return {
      ...process.env,
      SERVICES: services,
      NATS_URL: `nats://127.0.0.1:${this.natsPort}`,
      DATABASE_URL: this.#databaseUrl,
      DATA_DIR: this.dataDir,
      HOST: '127.0.0.1',
      RATE_LIMIT: 'off',
      DECISION_EMAILS_WAIT_SECONDS: '0',
      // A test starts what it needs, and seldom everything.
      EXPECTED_SERVICES: 'identity',
      IDENTITY_KEY: 'opens the secrets of second factors',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      NODE_OPTIONS: '',
    };
  }

  async close(): Promise<void> {
    const ending = [...this.#processes];
    for (const each of ending) each.signal('SIGTERM');
    const late = setTimeout(() => ending.forEach((each) => each.signal('SIGKILL')), 15_000).unref();
    await Promise.all(ending.map(({ ended }) => ended));
    clearTimeout(late);
    await this.killNats();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** The output of these streams so far. */
function everythingOf(...streams: readonly NodeJS.ReadableStream[]): () => string {
  let text = '';
  for (const stream of streams) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

async function askReady(adminPort: number): Promise<{ status: number; text: string }> {
  const url = `http://127.0.0.1:${adminPort}/ready`;
  const response = await fetch(url, { signal: AbortSignal.timeout(probe) });
  return { status: response.status, text: await response.text() };
}

/** Returns the status of `/ready`; undefined if nothing listens, or says nothing. */
export const readiness = (adminPort: number): Promise<number | undefined> =>
  askReady(adminPort).then(
    ({ status }) => status,
    () => undefined,
  );

const problems = (adminPort: number): Promise<string> =>
  askReady(adminPort).then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );

/** Waits until a condition holds. Fails after milliseconds that are fewer than a test has, so that the complaint is heard. */
export async function until(
  isSo: () => Promise<boolean>,
  complaint: () => string | Promise<string> = () => 'It did not happen in time.',
  within = 60_000,
): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(await complaint());
    await pause(20);
  }
}
