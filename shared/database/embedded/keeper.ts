/**
 * Watches the server of a running service and starts it again when it ends by another hand: killed by the system for its
 * memory, by somebody, by a full disk. It comes back on its data directory and its port, so that pools reconnect by themselves.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Postmaster } from './postmaster-file.ts';

/** Where it is said what happens; a logger of Moleculer's will do. */
export interface Reporter {
  warn(line: string): void;
  error(line: string): void;
}

export interface Kept {
  server: Postmaster;
  /** Whether this process still is the server of this cluster. */
  runs(server: Postmaster): boolean;
  /** Finds the server if somebody else started it, or starts it. Ends early, with whatever error, when the signal asks it to. */
  revive(port: number, signal: AbortSignal): Promise<Postmaster>;
}

const LOOK_MS = 250;
/** Milliseconds between tries: a full disk is freed by a person, and a try costs little. */
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** With those pauses about ten minutes. */
const TRIES = 24;

/**
 * Keeps the server running until the signal asks it to end.
 * @throws The last reason, when the server could not be started again for ten minutes.
 */
export async function keep(kept: Kept, report: Reporter, signal: AbortSignal): Promise<void> {
  let { server } = kept;
  const { port } = server;
  while (await stayed(LOOK_MS, signal)) {
    if (kept.runs(server)) continue;
    const began = Date.now();
    report.warn(`PostgreSQL, process ${server.pid}, has ended, and not by us. Starting it again.`);
    const back = await tryAgain(() => kept.revive(port, signal), report, signal);
    if (back === undefined) return;
    server = back;
    report.warn(`PostgreSQL is back after ${Date.now() - began} ms as process ${server.pid}.`);
  }
}

/** Tries with growing pauses. Says the first time why it does not work, and returns undefined when asked to end. */
async function tryAgain<T>(work: () => Promise<T>, report: Reporter, signal: AbortSignal): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (tries === TRIES) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (tries === 1)
        report.error(`${reason}\nUntil then requests are answered with 503; it is tried again for ten minutes.`);
    }
    const pause = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (tries - 1));
    if (!(await stayed(pause, signal))) return undefined;
  }
}

/** Waits; tells whether it may go on. The timer keeps no process alive. */
const stayed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal, ref: false }).catch(() => false);
