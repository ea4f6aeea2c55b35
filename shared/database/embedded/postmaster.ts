/** Starts, finds and stops the server of a cluster. If several processes start it, PostgreSQL lets one succeed. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { EmbeddedPostgresError, errorCode, ifMissing } from './errors.ts';
import { command } from './programs.ts';
import { openSession, type Session } from './session.ts';

const isWindows = process.platform === 'win32';
const pollMs = 5;
/** Recovery after a crash replays the log since the last checkpoint, at most some minutes of it. */
const startMs = 120_000;
/**
 * A process that has the pid of a killed server does not answer. PostgreSQL itself refuses to start beside a running
 * one.
 */
const silenceMs = 5_000;
/**
 * Messages for two causes that pass: processes of a killed server are still ending, or another program has the port.
 */
const isObstacle = (said: string) =>
  said.includes('pre-existing shared memory') || (said.includes('lock file') && said.includes('already exists'));
const portTaken = /could not (bind|create any TCP)/;
const obstacleMs = 15_000;

export interface StartOptions {
  /** False trades durability for speed. */
  readonly durable: boolean;
  /** The required port. By default that of a killed server, or a free one. */
  readonly port?: number;
}

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** False while it starts, recovers or stops. */
  readonly isReady: boolean;
}

/** Reads `postmaster.pid`, which a running server writes and a killed one leaves; undefined without it. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(ifMissing(''));
  // Line 1 is the pid, line 4 the port, line 8 the state; a server that is just starting has not written them all.
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready' } : undefined;
}

/** Tells whether a process has this pid; a zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return true;
  }
}

/**
 * Begins to use the server of the cluster, and starts it if none runs.
 * @throws {EmbeddedPostgresError} When it does not start or does not answer.
 */
export async function joinOrStart(cluster: Cluster, options: StartOptions) {
  const began = Date.now();
  let [starting, triedAt, isPortTaken]: [Starting | undefined, number, boolean] = [undefined, began, false];
  let endTurn: (() => void) | undefined;
  try {
    for (; ; await delay(pollMs)) {
      const { postmaster, session, isSilent } = await findServer(cluster);
      if (session) return { session, started: starting !== undefined && starting.pid === session.pid };
      const now = Date.now();
      if (starting?.hasEnded()) {
        const said = await starting.said();
        isPortTaken = portTaken.test(said);
        if (!(isPortTaken || isObstacle(said)) || (!isSilent && now - began > obstacleMs))
          throw startError(said, cluster);
        [starting, triedAt] = [undefined, now];
      } else if (starting === undefined && (!isSilent || now - triedAt > silenceMs)) {
        endTurn ??= await takeTurn(cluster);
        // Another process may have started the server meanwhile.
        const isSame = (await readPostmaster(cluster.path))?.pid === postmaster?.pid;
        const port = options.port ?? (isPortTaken ? undefined : postmaster?.port) ?? (await freePort());
        if (endTurn && isSame) starting = await start(cluster, { ...options, port, formerPid: postmaster?.pid });
      }
      if (now - began > startMs) throw startError('Nothing for two minutes.', cluster);
    }
  } finally {
    endTurn?.();
  }
}

/**
 * Lets one process at a time start the server. If two processes start it beside the file of a killed server, the second
 * would remove the first one's file as well. The lock is the name of an abstract socket or pipe, which the kernel frees
 * with its process; macOS has none.
 * @returns The function that releases the lock; undefined while another process has it.
 */
async function takeTurn({ path }: Cluster): Promise<(() => void) | undefined> {
  if (process.platform === 'darwin') return () => undefined;
  const { dev, ino } = await stat(path);
  const turn = createServer().listen(`${isWindows ? '\\\\.\\pipe\\' : '\0'}muster-${dev}-${ino}`);
  try {
    await once(turn, 'listening');
    return () => void turn.close();
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return undefined;
    throw error;
  }
}

interface Found {
  readonly postmaster?: Postmaster | undefined;
  readonly session?: Session;
  /**
   * A process with its pid runs and does not answer: the server starts, recovers or stops, or it is another program.
   */
  readonly isSilent?: true;
}

/** Begins to use the server where one runs and answers. */
export async function findServer(cluster: Cluster): Promise<Found> {
  const postmaster = await readPostmaster(cluster.path);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return { postmaster };
  const session = postmaster.isReady ? await openSession(postmaster, cluster) : 'silent';
  if (session === 'silent') return { postmaster, isSilent: true };
  return session === 'other' ? { postmaster } : { postmaster, session };
}

function startError(said: string, { dataDir, log }: Cluster): EmbeddedPostgresError {
  const last = said.split('\n').slice(-6).join('\n');
  return new EmbeddedPostgresError(
    `PostgreSQL did not start in ${dataDir}. It said:\n${last}\nCorrect what it names and start again; ${log} holds the rest.`,
  );
}

type Starting = Awaited<ReturnType<typeof start>>;

/**
 * Starts the server. It may outlive this process, so its output goes to a file and not to pipes that would break. It
 * has its own session, so that Ctrl-C reaches only this process and requests in flight keep their database. On Windows
 * an administrator may not run postgres itself; pg_ctl drops the rights first.
 */
async function start(cluster: Cluster, options: StartOptions & { port: number; formerPid: number | undefined }) {
  const { path, programs } = cluster;
  const log = await open(cluster.log, 'a+', 0o600);
  const { size } = await log.stat();
  const ready = isWindows
    ? command(programs, 'pg_ctl', ['start', '-w', '-D', path, '-l', cluster.log, '-o', settings(options).join(' ')])
    : command(programs, 'postgres', ['-D', path, ...settings(options)]);
  const child = spawn(ready.program, ready.args, {
    // PostgreSQL does not mistake a process with this pid for its running server, but still checks what a killed server
    // left.
    env: { ...ready.options.env, PG_GRANDPARENT_PID: String(options.formerPid ?? '') },
    ...{ cwd: path, detached: true, windowsHide: true, stdio: ['ignore', log.fd, log.fd] },
  });
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => {
    if (!isWindows || code !== 0) failure ??= `It ended with ${signal ?? `exit code ${code}`}.`;
  });
  child.unref();
  // Not before, because the log is all that a server leaves that ends at once.
  await log.close();
  return {
    pid: child.pid,
    hasEnded: () => failure !== undefined,
    said: () => linesFrom(cluster.log, size).then((lines) => lines || String(failure)),
  };
}

/** Returns the log after the given size: sessions of a killed server write there too, before and after the reason. */
const linesFrom = async (log: string, start: number): Promise<string> =>
  (await text(createReadStream(log, { start }))).trim();

function settings({ port, durable }: { port: number; durable: boolean }): string[] {
  const safety = durable ? 'on' : 'off';
  return Object.entries({
    ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '' },
    // A server without durability serves many tests at once.
    max_connections: durable ? 300 : 600,
    shared_buffers: `${sharedBuffers()}MB`,
    ...{ fsync: safety, synchronous_commit: safety, full_page_writes: safety },
  }).flatMap(([name, setting]) => ['-c', `${name}=${setting}`]);
}

/**
 * Returns the megabytes that PostgreSQL keeps pages in: a quarter of the memory, as its documentation advises, within
 * bounds. A scan among a million registrations costs half as much again where the pages it needs do not fit.
 */
function sharedBuffers(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  return Math.round(Math.min(2_048, Math.max(128, memory / 4)));
}

/** Ends all sessions, writes everything out and waits until the server is gone, if it is not already. */
export async function stopPostmaster({ path, programs }: Cluster, { pid }: Postmaster): Promise<void> {
  const { program, args, options } = command(programs, 'pg_ctl', ['stop', '-m', 'fast', '-D', path]);
  await promisify(execFile)(program, args, options).catch((error: unknown) => {
    if (isAlive(pid)) throw error;
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await promisify(probe.close.bind(probe))();
  return port;
}
