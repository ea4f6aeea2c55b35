/** Runs the jobs of the mail service until it is stopped, and frees those of workers that died. */
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type Runner, type Task } from 'graphile-worker';
import type { Service } from 'moleculer';
import type pg from 'pg';

type Log = Service['logger'];

/** Letters under way at once in one process. */
const hands = 5;
/** Milliseconds: every job ends within the first; after the second its worker is dead; how often we look for such. */
const [longestJob, longestLock, round] = [55_000, 90_000, 15_000];
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
    try {
      runner = await run({
        pgPool: pool,
        taskList: { letter },
        concurrency: hands,
        noHandleSignals: true,
        logger: loggerOf(log),
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      await runner.promise;
    } catch (error) {
      reportTo(log)(error);
    } finally {
      signal.removeEventListener('abort', stop);
    }
    await pause(1_000, undefined, { signal }).catch(() => undefined);
  }
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
