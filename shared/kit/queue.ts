/**
 * Runs the jobs of a service's queue. The queue is graphile-worker's: jobs are rows of a schema that only this service may
 * read, and are added in the transaction that causes them.
 */
import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, run, type JobHelpers, type Runner, type Task } from 'graphile-worker';
import type { Service } from 'moleculer';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { queueSchemaOf, type QueueOwner } from '../contract/services.ts';
import { openDatabase, type Db } from '../database/database.ts';
import { poolsOf } from '../process/connections.ts';
import type { ProcessContext } from '../process/context.ts';
import type { QueueDepth } from '../base/queue-depth.ts';

type Log = Service['logger'];

export interface JobContext extends Pick<JobHelpers, 'job' | 'addJob'> {
  /** Aborted when the process is told to stop: the job begins nothing new. */
  readonly stopping: AbortSignal;
  /** Aborted when the job has to end at once, because it took too long or the process stops. */
  readonly signal: AbortSignal;
}
/** A job that rejects is tried again later. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>;

export interface Jobs {
  /** By the names of the tasks. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Jobs that one process runs at the same time. */
  readonly atOnce: number;
  /** A job that takes longer is ended, and tried again later. */
  readonly longestMs: number;
  /** The flags of jobs that are not begun now. Asked for each job. */
  readonly skippedFlags?: () => string[] | null;
}

/** How much longer than the longest job a lock is held before its worker is taken for dead. */
const lockGraceMs = 10_000;
const sweepEveryMs = 10_000;
/** A stopping runner ends its jobs after the first, and is no longer waited for after the second. */
const [abortAfterMs, abandonAfterMs] = [5_000, 10_000];
/** A failed job that is not tried again is kept for operators to look into. */
const failedJobDays = 30;
const closeWithinMs = 1_000;

/**
 * Records outcomes in batches, even single ones. The runner waits for batches before it ends, and a failing batch
 * ends it. A single record is neither awaited nor caught, so its failure would end the process.
 */
const worker = { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: abortAfterMs };
/** Each of the jobs at once looks for the next by itself; together they look so often when nothing is added. */
const lookEveryMs = 500;

export class Queue {
  /** On connections that requests do not use. */
  readonly db: Db;
  readonly #orm: MikroORM;
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #sweeping: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  static async open(
    service: QueueOwner,
    { databaseUrl, metrics }: Pick<ProcessContext, 'databaseUrl' | 'metrics'>,
    log: Log,
  ): Promise<Queue> {
    const orm = await openDatabase(service, databaseUrl(service), {
      max: poolsOf(service).worker,
      // Asked all day, over tables that may have been empty when it was planned.
      plansOnce: true,
      onPool: (pool) => metrics.watchPool(service, 'worker', pool),
    });
    return new Queue(queueSchemaOf(service), orm, await orm.em.getConnection().getNativeClient(), log);
  }

  private constructor(schema: string, orm: MikroORM, pool: Pool, log: Log) {
    this.#schema = schema;
    this.#orm = orm;
    this.db = orm.em;
    this.#pool = pool;
    this.#log = log;
  }

  start(jobs: Jobs): void {
    const tidy = () =>
      void sweep(this.#pool, this.#schema, jobs.longestMs).catch((error: unknown) => this.#warn(error));
    this.#sweeping = setInterval(tidy, sweepEveryMs).unref();
    tidy();
    this.#running = this.#runUntilStopped(jobs);
  }

  /** Gives the jobs that do not end in time back to other processes. */
  async stop(): Promise<void> {
    clearInterval(this.#sweeping);
    this.#stopping.abort();
    await this.#running;
    await Promise.race([this.#orm.close(), pause(closeWithinMs, undefined, { ref: false })]);
  }

  /** Returns what waits. */
  async depth(): Promise<QueueDepth> {
    const { rows } = await this.#pool.query<QueueDepth>(
      `select count(*) filter (where left_to_try and run_at <= now())::int as count,
              count(*) filter (where left_to_try and run_at > now())::int as later,
              count(*) filter (where not left_to_try)::int as failed,
              coalesce(extract(epoch from now() - min(run_at) filter (where left_to_try and run_at <= now())), 0)::float8 as oldest
         from (select run_at, attempts < max_attempts or locked_at is not null as left_to_try
                 from ${this.#schema}.jobs) job`,
    );
    return rows[0] ?? { count: 0, oldest: 0 };
  }

  #warn(error: unknown): void {
    this.#log.warn({ err: error }, 'The job queue did not answer; it is asked again.');
  }

  /** Restarts the runner, which gives up when the database is away. */
  async #runUntilStopped(jobs: Jobs): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#runOnce(jobs).catch((error: unknown) => this.#warn(error));
      await pause(1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  async #runOnce({ handlers, atOnce, longestMs, skippedFlags }: Jobs): Promise<void> {
    const { signal } = this.#stopping;
    const tasks = Object.entries(handlers).map(([name, handle]) => [name, bounded(handle, longestMs, signal)]);
    const events = new EventEmitter();
    const ending = endOf(events);
    let runner: Runner | undefined;
    const stop = () => void runner?.stop().catch(() => undefined);
    try {
      runner = await run({
        preset: { worker: { ...worker, pollInterval: atOnce * lookEveryMs } },
        events,
        pgPool: this.#pool,
        schema: this.#schema,
        taskList: Object.fromEntries(tasks) as Record<string, Task>,
        concurrency: atOnce,
        forbiddenFlags: skippedFlags ?? null,
        noHandleSignals: true,
        logger: loggerOf(this.#log),
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      await Promise.race([runner.promise, ending]);
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }
}

/** Resolves when the runner takes no more jobs. It may never end by itself after a failed record. */
async function endOf(events: EventEmitter): Promise<void> {
  await once(events, 'pool:gracefulShutdown');
  await pause(abandonAfterMs, undefined, { ref: false });
}

/** Ends a job that takes too long, or that runs when the process has to stop. */
const bounded =
  (handle: JobHandler, longestMs: number, stopping: AbortSignal): Task =>
  async (payload, { job, addJob, abortSignal }) => {
    const ended = new AbortController();
    const { signal } = ended;
    const aborted = once(signal, 'abort').then(() => signal.throwIfAborted());
    const stop = () => ended.abort(new Error('The process stopped before the job was done.'));
    const timer = setTimeout(() => ended.abort(new Error(`The job was not done within ${longestMs} ms.`)), longestMs);
    // Of all jobs under way.
    setMaxListeners(0, abortSignal, signal);
    abortSignal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.race([handle(payload, { job, addJob, stopping, signal }), aborted]);
    } finally {
      clearTimeout(timer);
      abortSignal.removeEventListener('abort', stop);
    }
  };

/**
 * Releases the jobs of workers that died, which graphile-worker itself would do after four hours: every job ends within
 * `longestMs`, so an older lock belongs to nobody. Deletes failed jobs after some weeks. Returns the number of dead workers.
 */
export async function sweep(pool: Pool, schema: string, longestMs: number): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from ${schema}.jobs where locked_at < now() - make_interval(secs => $1)`,
    [(longestMs + lockGraceMs) / 1_000],
  );
  const dead = rows.map(({ locked_by }) => locked_by);
  if (dead.length > 0) await pool.query(`select ${schema}.force_unlock_workers($1::text[])`, [dead]);
  await pool.query(
    `select count(*) from ${schema}.complete_jobs(array(
       select id from ${schema}.jobs
        where attempts >= max_attempts and locked_at is null and updated_at < now() - make_interval(days => $1)))`,
    [failedJobDays],
  );
  return dead.length;
}

/** A job holds no connection while it sends, so fewer connections than jobs are enough. */
const fewConnections = /^WARNING: having maxPoolSize/;

/** Logs a failed attempt as a warning, because it is retried. Successes are not logged. */
const loggerOf = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || (level === 'warning' && !fewConnections.test(message))) log.warn(message);
    else log.debug(message);
  });
