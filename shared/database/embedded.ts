/**
 * Starts, joins and stops the PostgreSQL that comes with the project, for installations without their own.
 *
 * A service owns its data directory: no other service uses it, and it restarts the server if that ends unexpectedly. A
 * command joins the running server, or starts one. The last process that uses the server stops it, so that no command
 * is cut off. PostgreSQL's own locks decide which process starts, uses and owns the server. They end with their
 * process, so the next process takes over a server that a killed one left running, without any cleanup.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { prepareCluster, type Cluster } from './embedded/cluster.ts';
import { EmbeddedPostgresError, explained } from './embedded/errors.ts';
import { findServer, isAlive, joinOrStart, stopPostmaster, type StartOptions } from './embedded/postmaster.ts';
import { endSession, ensureDatabase, takeOwnership, urlOf, type Session } from './embedded/session.ts';

export { DataDirInUse } from './embedded/errors.ts';
export { ownerQuery } from './embedded/session.ts';
export { EmbeddedPostgresError };

export interface EmbeddedOptions {
  /** Makes this process the owner of the data directory, until `close`. */
  owner?: boolean;
  /** False trades durability for speed: a power cut may lose data. For tests only. */
  durable?: boolean;
  onNotice?: (line: string) => void;
}

/** Receives messages; a Moleculer logger fits. */
export interface Reporter {
  warn(line: string): void;
  error(line: string): void;
}

/** Pauses between restarts: freeing a full disk takes a person some time, and a try costs little. */
const [shortestPauseMs, longestPauseMs] = [500, 30_000];
/** About ten minutes with those pauses. */
const mostTries = 24;

/**
 * Opens the embedded server of a data directory: starts it, or joins it if it runs.
 * @throws {EmbeddedPostgresError} When the directory cannot be used or the server does not start.
 * @throws {DataDirInUse} When another process owns it and `owner` is set.
 */
export async function openEmbedded(
  dataDir: string,
  { owner = false, durable = true, onNotice = () => undefined }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  try {
    const cluster = await prepareCluster(dataDir, { durable, onNotice });
    const open = (options?: { port: number }) => beginUse(cluster, { owner, durable, ...options });
    return closeOnSignal(new EmbeddedPostgres(cluster, await open(), open));
  } catch (error) {
    throw explained(error, dataDir);
  }
}

/** Begins to use the server, as its owner if `owner` is set. */
async function beginUse(cluster: Cluster, { owner, ...options }: StartOptions & { owner: boolean }) {
  const { session, started } = await joinOrStart(cluster, options);
  try {
    if (owner) await takeOwnership(session, cluster);
    await ensureDatabase(session);
    return { session, started };
  } catch (error) {
    await leave(cluster, session).catch(() => undefined);
    throw error;
  }
}

type Open = (options: { port: number }) => ReturnType<typeof beginUse>;

export class EmbeddedPostgres {
  /** The database `muster` as superuser. */
  readonly url: string;
  /** True when this process started the server, false when it joined a running one; on Windows always false. */
  readonly started: boolean;
  readonly #cluster: Cluster;
  readonly #open: Open;
  readonly #ending = new AbortController();
  #session: Session;
  #reopening: Promise<unknown> | undefined;
  #closed: Promise<void> | undefined;

  constructor(cluster: Cluster, { session, started }: Awaited<ReturnType<typeof beginUse>>, open: Open) {
    [this.#cluster, this.#session, this.#open] = [cluster, session, open];
    [this.url, this.started] = [urlOf(session, cluster), started];
  }

  /**
   * Restarts the server whenever it ends unexpectedly, until `close`: with the same data and port, so that pools
   * reconnect by themselves.
   * @throws {EmbeddedPostgresError} When it could not be started again for ten minutes.
   */
  async supervise(report: Reporter): Promise<void> {
    for (;;) {
      await this.#session.lost;
      if (this.#ending.signal.aborted) return;
      const [{ pid }, began] = [this.#session, Date.now()];
      if (!isAlive(pid)) report.warn(`PostgreSQL, process ${pid}, has ended, and not by us. Starting it again.`);
      await this.#reopenUntilItWorks(report);
      if (this.#ending.signal.aborted) return;
      if (this.#session.pid === pid) continue;
      report.warn(`PostgreSQL is back after ${Date.now() - began} ms as process ${this.#session.pid}.`);
    }
  }

  /** Retries with growing pauses, and reports the first error. */
  async #reopenUntilItWorks(report: Reporter): Promise<void> {
    const { signal } = this.#ending;
    for (let tries = 1; ; tries++) {
      try {
        await (this.#reopening = this.#reopen());
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (tries === mostTries) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        if (tries === 1)
          report.error(`${reason}\nUntil then requests are answered with 503; it is tried again for ten minutes.`);
      }
      const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** (tries - 1));
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  async #reopen(): Promise<void> {
    const { session } = await this.#open({ port: this.#session.port });
    this.#session = session;
  }

  /** Stops using the server, and stops it if no other process uses it. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    opened.delete(this);
    await this.#reopening?.catch(() => undefined);
    if (await leave(this.#cluster, this.#session)) return;
    const { session } = await findServer(this.#cluster);
    if (session) await leave(this.#cluster, session);
  }
}

/** Servers that this process has open. */
const opened = new Set<EmbeddedPostgres>();

/**
 * Stops the server on Ctrl-C in a command or a starting service. A program with its own signal handlers does that
 * itself.
 */
function closeOnSignal(server: EmbeddedPostgres): EmbeddedPostgres {
  const close = (signal: NodeJS.Signals) => {
    if (process.listenerCount(signal) > 1) return;
    void Promise.allSettled([...opened].map((one) => one.close())).then(() => process.exit(1));
  };
  // Runs before other handlers, which may be registered for one signal only.
  if (!isListening) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.prependListener(signal, close);
  isListening = true;
  opened.add(server);
  return server;
}
let isListening = false;

/** False if the session was lost before, because then other processes may still use the server. */
const leave = (cluster: Cluster, session: Session): Promise<boolean> =>
  endSession(session, () => stopPostmaster(cluster, session));
