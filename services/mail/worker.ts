/** Runs the jobs of the mail service until it is stopped, and frees those of workers that died. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type RunnerOptions, type Task } from 'graphile-worker';
import type { Service } from 'moleculer';
import type pg from 'pg';

type Log = Service['logger'];

/** Letters under way at once in one process. */
const hands = 5;
/** Milliseconds: every job ends within the first; after the second its worker is dead; how often we look for such. */
const [longestJob, longestLock, round] = [55_000, 90_000, 15_000];
/** Milliseconds: a runner that ends gives up its jobs within the first; after the second it is not waited for any more. */
const [longestPatience, longestFarewell] = [5_000, 10_000];
/**
 * Outcomes are recorded in batches, even if of one: the runner waits for these before it ends, and one that fails ends
 * it. It neither waits for a single record nor catches its failure, which would be the end of the process.
 */
const preset: RunnerOptions['preset'] = {
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: longestPatience },
};
/** Days that a letter nobody would take is kept for whoever asks what became of it. */
const keptDays = 30;

export interface Worker {
  stop(): Promise<void>;
}

export function startWorker(pool: pg.Pool, letter: Task, log: Log): Worker {
  const stopping = new AbortController();
  const tidy = () => void sweep(pool).catch(reportTo(log));
  const sweeping = setInterval(tidy, round).unref();
  tidy();
  const running = runUntil(stopping.signal, pool, bounded(letter), log);
  return {
    stop: async () => {
      clearInterval(sweeping);
      stopping.abort();
      await running;
    },
  };
}

const reportTo = (log: Log) => (error: unknown) =>
  log.warn({ err: error }, 'The mail queue did not answer; it is asked again.');

/** The runner gives up when the database stays away; it is started again until it comes back. */
async function runUntil(signal: AbortSignal, pool: pg.Pool, letter: Task, log: Log): Promise<void> {
  while (!signal.aborted) {
    let runner: Runner | undefined;
    const stop = () => void runner?.stop().catch(() => undefined);
    const events = new EventEmitter();
    const ending = endOf(events);
    try {
      runner = await run({
        preset,
        events,
        pgPool: pool,
        taskList: { letter },
        concurrency: hands,
        noHandleSignals: true,
        logger: loggerOf(log),
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      await Promise.race([runner.promise, ending]);
    } catch (error) {
      reportTo(log)(error);
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
    await pause(1_000, undefined, { signal }).catch(() => undefined);
  }
}

/** It takes no jobs any more once it ends, but where a record failed it may wait for it for ever. */
async function endOf(events: EventEmitter): Promise<void> {
  await once(events, 'pool:gracefulShutdown');
  await pause(longestFarewell, undefined, { ref: false });
}

/** What hangs is given up and tried again, and so is what is under way when the process has to go. */
const bounded =
  (task: Task): Task =>
  async (payload, helpers) => {
    const late = new AbortController();
    const tooLong = pause(longestJob, undefined, { ref: false, signal: late.signal }).then(() => {
      throw new Error(`The letter was not sent within ${longestJob} ms.`);
    });
    tooLong.catch(() => undefined);
    try {
      await Promise.race([task(payload, helpers), tooLong, helpers.abortPromise]);
    } finally {
      late.abort();
    }
  };

/** The jobs of a killed worker stay locked for hours otherwise. Answers how many workers were found dead. */
export async function sweep(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker._private_jobs
      where locked_at < now() - make_interval(secs => $1)`,
    [longestLock / 1_000],
  );
  const dead = rows.map(({ locked_by }) => locked_by);
  if (dead.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
  await pool.query(
    `delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)`,
    [keptDays],
  );
  return dead.length;
}

/** A letter that could not be sent is tried again: a warning. What goes well is not worth a line. */
const loggerOf = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message);
    else log.debug(message);
  });
