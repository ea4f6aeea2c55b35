/** Finds, starts and stops the server of a cluster. All of it happens under the lock of the data directory. */
import { execFile, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { command, handOver } from './account.ts';
import type { Runtime } from './account.ts';
import type { DataDirectory } from './directory.ts';
import { EmbeddedPostgresError, saysDiskIsFull } from './errors.ts';
import { disown, ownership, readPostmaster } from './postmaster-file.ts';
import type { Postmaster } from './postmaster-file.ts';
import { ask } from './session.ts';

const POLL_MS = 5;
/** Recovery after a crash reads back what was written since the last checkpoint, at most some minutes' worth. */
const START_MS = 120_000;
const STOP_MS = 60_000;
/** Where the system does not tell us whose pid it is, a server that says nothing for so long is not there. */
const SILENCE_MS = 5_000;
/** Processes of a killed postmaster notice its death within moments, but finish what they are at first. */
const REMAINS_MS = 15_000;

/** The living server of this cluster, once it answers; undefined when there is none and one may be started. */
export async function findPostmaster(directory: DataDirectory, password: string): Promise<Postmaster | undefined> {
  const began = Date.now();
  for (;;) {
    const found = await readPostmaster(directory.cluster);
    if (found === undefined) return undefined;
    const owner = ownership(found.pid, directory.cluster);
    const isElsewhere = owner === 'dead' || owner === 'foreign';
    const answer = isElsewhere ? 'foreign' : await ask({ port: found.port, password }, directory.cluster);
    if (answer === 'ours') return found;
    const silence = Date.now() - began;
    const isOther = answer === 'foreign' || (owner === 'unknown' && (answer === 'refused' || silence > SILENCE_MS));
    if (isOther) {
      await disown(directory.cluster);
      return undefined;
    }
    if (answer === 'refused' || silence > START_MS) throw unusable(found, directory, answer);
    await delay(POLL_MS);
  }
}

function unusable({ pid }: Postmaster, directory: DataDirectory, answer: string): EmbeddedPostgresError {
  const fault =
    answer === 'refused' ? `does not take the password in ${directory.password}` : 'has not answered for two minutes';
  return new EmbeddedPostgresError(
    `The PostgreSQL of ${directory.path} runs as process ${pid} and ${fault}. ` +
      `Look into ${directory.log}, or end that process with SIGINT and start again.`,
  );
}

export interface StartOptions {
  /** False gives up what survives a power cut for speed. */
  durable: boolean;
  /** The port to try first. Where it is taken, and by default, it is a free one. */
  port?: number | undefined;
  /** No other port will do. */
  isPortFixed?: boolean;
  /** Asks to wait no longer. What was started by then is left for `stopPostmaster`. */
  signal?: AbortSignal | undefined;
}

/**
 * Starts the server and waits until it answers.
 * @throws {EmbeddedPostgresError} When it does not start.
 */
export async function startPostmaster(
  runtime: Runtime,
  directory: DataDirectory,
  options: StartOptions,
): Promise<Postmaster> {
  const began = Date.now();
  for (let ports = 0; ;) {
    const port = ports === 0 || options.isPortFixed ? options.port : undefined;
    const outcome = await launch(runtime, directory, { ...options, port });
    if ('pid' in outcome) return outcome;
    options.signal?.throwIfAborted();
    const { said } = outcome;
    if (/pre-existing shared memory block/.test(said) && Date.now() - began < REMAINS_MS) {
      await delay(50);
    } else if (/could not (bind|create any TCP)/.test(said) && ++ports < 5) {
      // Another program took the port between our asking for a free one and PostgreSQL's using it.
    } else {
      throw startError(said, directory, port);
    }
  }
}

function startError(said: string, { path, log }: DataDirectory, port: number | undefined): EmbeddedPostgresError {
  const hasNoPort = /could not (bind|create any TCP)/.test(said);
  const next = saysDiskIsFull(said)
    ? `Free some space on the disk that holds ${path}, then start again.`
    : hasNoPort && port !== undefined
      ? `Its port ${port} was taken by another program meanwhile: stop that one, or start this service again.`
      : hasNoPort
        ? 'No port of 127.0.0.1 can be used: allow programs to listen there, or set DATABASE_URL to another PostgreSQL.'
        : `Correct what it names and start again; ${log} holds the rest.`;
  return new EmbeddedPostgresError(`PostgreSQL did not start in ${path}. It said:\n${said}\n${next}`);
}

/** Starts the server once: either it is ready, or it ended and said why. */
async function launch(runtime: Runtime, directory: DataDirectory, { durable, signal, ...options }: StartOptions) {
  const log = await open(directory.log, 'a+', 0o600);
  try {
    await handOver(runtime.account, directory.log);
    const { size } = await log.stat();
    const port = options.port ?? (await freePort());
    const server = spawnServer(runtime, directory, settings(port, durable), log.fd);
    const deadline = Date.now() + START_MS;
    for (;;) {
      const found = await readPostmaster(directory.cluster);
      if (found?.isReady === true && found.port === port) return found;
      const failure = server.failure();
      if (failure !== undefined) return { said: (await tail(directory, size)) || failure };
      if (found?.port === port && signal?.aborted) return { said: 'nothing yet.' };
      if (Date.now() > deadline) return { said: `nothing for two minutes.\n${await tail(directory, size)}` };
      await delay(POLL_MS);
    }
  } finally {
    await log.close();
  }
}

/**
 * Returns the megabytes that PostgreSQL keeps pages in: a quarter of the memory, as its documentation advises, within
 * bounds. A scan among a million registrations costs half as much again where the pages it needs do not fit.
 */
function sharedBuffers(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  return Math.round(Math.min(2_048, Math.max(128, memory / 4)));
}

function settings(port: number, durable: boolean): string[] {
  const safety = durable ? 'on' : 'off';
  return Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // One that need not be durable serves tests, and so the services of many of them at once.
    max_connections: durable ? 300 : 600,
    shared_buffers: `${sharedBuffers()}MB`,
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
  }).flatMap(([name, setting]) => ['-c', `${name}=${setting}`]);
}

/**
 * The server outlives us on purpose: its output goes to a file and not to pipes that would break, and it has a session of
 * its own, so that Ctrl-C reaches only us and requests in flight still find their database.
 * On Windows an administrator may not run postgres itself; pg_ctl takes the rights away first.
 */
function spawnServer(runtime: Runtime, { cluster, log }: DataDirectory, options: string[], output: number) {
  const isWindows = process.platform === 'win32';
  const start = isWindows
    ? command(runtime, 'pg_ctl', ['start', '-W', '-D', cluster, '-l', log, '-o', options.join(' ')])
    : command(runtime, 'postgres', ['-D', cluster, ...options]);
  const child = spawn(start.program, start.args, {
    ...start.options,
    cwd: cluster,
    detached: true,
    stdio: ['ignore', output, output],
  });
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => {
    if (!(isWindows && code === 0)) failure ??= `It ended with ${signal ?? `exit code ${code}`}.`;
  });
  child.unref();
  return { failure: () => failure };
}

async function tail({ log }: DataDirectory, from: number): Promise<string> {
  const file = await open(log, 'r');
  try {
    const { size } = await file.stat();
    const begin = Math.max(from, size - 4_000);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_000), 0, 4_000, begin);
    return buffer.toString('utf8', 0, bytesRead).trim().split('\n').slice(-6).join('\n');
  } finally {
    await file.close();
  }
}

/** Ends all sessions, writes everything out and waits until the process is gone. */
export async function stopPostmaster(runtime: Runtime, directory: DataDirectory, { pid }: Postmaster): Promise<void> {
  if (process.platform === 'win32') {
    const { program, args, options } = command(runtime, 'pg_ctl', ['stop', '-m', 'fast', '-D', directory.cluster]);
    await promisify(execFile)(program, args, options);
    return;
  }
  const deadline = Date.now() + STOP_MS;
  process.kill(pid, 'SIGINT');
  while (ownership(pid, directory.cluster) !== 'dead') {
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL, process ${pid}, has not stopped within a minute. Look into ${directory.log}, or end it with SIGQUIT.`,
      );
    }
    await delay(POLL_MS);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
