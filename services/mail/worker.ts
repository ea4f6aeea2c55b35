/** Runs the jobs of the mail service and releases the jobs of dead workers. */
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type RunnerOptions, type Task } from 'graphile-worker';
import type { Service } from 'moleculer';
import type pg from 'pg';
import type { QueueDepth } from '../../shared/base/queue-depth.ts';

type Log = Service['logger'];

/** The number of letters one process sends at the same time. */
const hands = 5;
/**
 * Milliseconds: the maximum duration of a job, the age of a lock whose worker must be dead, and the interval between
 * searches for such locks.
 */
const [longestJob, longestLock, round] = [55_000, 90_000, 15_000];
/** Milliseconds: within which a stopping runner gives up its jobs, and after which it is no longer waited for. */
const [longestPatience, longestFarewell] = [5_000, 10_000];
/**
 * Records outcomes in batches, even single ones. The runner waits for batches before it ends, and a failing batch
 * ends it. A single record is neither awaited nor caught, so its failure would end the process.
 */
const preset: RunnerOptions['preset'] = {
  worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: longestPatience },
};
/** Days for which a permanently failed letter is kept, so that operators can look into it. */
const keptDays = 30;

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Starts to work through the queue.
 * @param letter Sends one letter; its rejection is retried later.
 */
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

/** Restarts the runner, which gives up when the database is away, until it is stopped. */
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

/** Resolves when the runner takes no more jobs. It may never end by itself after a failed record. */
async function endOf(events: EventEmitter): Promise<void> {
  await once(events, 'pool:gracefulShutdown');
  await pause(longestFarewell, undefined, { ref: false });
}

/** Ends a job that hangs, or that runs when the process has to stop; it is retried later. */
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

/**
 * Releases the jobs of killed workers, which would otherwise stay locked for hours. Returns the number of dead
 * workers.
 */
export async function sweep(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => $1)`,
    [longestLock / 1_000],
  );
  const dead = rows.map(({ locked_by }) => locked_by);
  if (dead.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
  await pool.query(
    `select count(*) from graphile_worker.complete_jobs(array(
       select id from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)))`,
    [keptDays],
  );
  return dead.length;
}

/** Returns what waits in the queue. */
export async function queueOf(pool: pg.Pool): Promise<QueueDepth> {
  const { rows } = await pool.query<QueueDepth>(
    `select count(*) filter (where left_to_try and run_at <= now())::int as count,
            count(*) filter (where left_to_try and run_at > now())::int as later,
            count(*) filter (where not left_to_try)::int as failed,
            coalesce(extract(epoch from now() - min(run_at) filter (where left_to_try and run_at <= now())), 0)::float8 as oldest
       from (select run_at, attempts < max_attempts or locked_at is not null as left_to_try
               from graphile_worker.jobs) job`,
  );
  return rows[0] ?? { count: 0, oldest: 0 };
}

/** Logs a failed attempt as a warning, because it is retried. Successes are not logged. */
const loggerOf = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn(message);
    else log.debug(message);
  });
