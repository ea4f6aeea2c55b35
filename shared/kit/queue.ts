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
import { isSlowToConnect, retry } from '../database/transaction.ts';
import { poolsOf } from '../process/connections.ts';
import type { ProcessContext } from '../process/context.ts';
import type { QueueDepth } from '../base/queue-depth.ts';

type Log = Service['logger'];

export interface JobContext extends Pick<JobHelpers, 'job' | 'addJob'> {
  /** Aborted when the process stops: the job begins nothing new. */
  readonly stopping: AbortSignal;
  /** Aborted when the job has to end at once, because it took too long or the process stops. */
  readonly signal: AbortSignal;
}
/** A job that rejects is retried later. */
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>;

export interface Jobs {
  /** Handlers by task name. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Jobs that one process runs at the same time. */
  readonly atOnce: number;
  /** A job that takes longer is aborted and retried later. */
  readonly timeoutMs: number;
  /** The flags of jobs not to start now. Called for each job. */
  readonly skippedFlags?: () => string[] | null;
}

/** Grace time beyond the longest job after which a lock's worker counts as dead. */
const lockGraceMs = 10_000;
const maintainEveryMs = 10_000;
/** A stopping runner aborts its jobs after the first, and is abandoned after the second. */
const [abortAfterMs, abandonAfterMs] = [5_000, 10_000];
/** A failed job without further retries is kept this long for operators to look into. */
const failedJobDays = 30;
const closeWithinMs = 1_000;

/**
 * Records outcomes in batches, even single ones. The runner waits for batches before it ends, and a failing batch
 * ends it. A single record is neither awaited nor caught, so its failure would end the process.
 */
const worker = { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: abortAfterMs };
/** Each worker polls by itself; together they poll at this interval while no job is added. */
const lookEveryMs = 500;

export class Queue {
  /** Its connections are not used for requests. */
  readonly db: Db;
  readonly #orm: MikroORM;
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #maintenance: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  static async open(
    service: QueueOwner,
    { directUrl, metrics }: Pick<ProcessContext, 'directUrl' | 'metrics'>,
    log: Log,
  ): Promise<Queue> {
    // A queue listens for new jobs, which takes a session of its own.
    const orm = await openDatabase(service, directUrl(service), {
      max: poolsOf(service).worker,
      work: 'jobs',
      onPool: (pool) => metrics.watchPool(service, 'worker', pool),
    });
    const pool = await orm.em.getConnection().getNativeClient();
    // On a busy machine the first connection may take longer than its timeout.
    await retry(() => pool.query('select'), { on: isSlowToConnect });
    return new Queue(queueSchemaOf(service), orm, pool, log);
  }

  private constructor(schema: string, orm: MikroORM, pool: Pool, log: Log) {
    this.#schema = schema;
    this.#orm = orm;
    this.db = orm.em;
    this.#pool = pool;
    this.#log = log;
  }

  start(jobs: Jobs): void {
    const maintain = () =>
      void maintainQueue(this.#pool, this.#schema, jobs.timeoutMs).catch((error: unknown) => this.#warn(error));
    this.#maintenance = setInterval(maintain, maintainEveryMs).unref();
    maintain();
    this.#running = this.#runUntilStopped(jobs);
  }

  /** Releases the jobs that do not end in time, for other processes. */
  async stop(): Promise<void> {
    clearInterval(this.#maintenance);
    this.#stopping.abort();
    await this.#running;
    await Promise.race([this.#orm.close(), pause(closeWithinMs, undefined, { ref: false })]);
  }

  /** Returns the length and age of the queue. */
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

  /** Restarts the runner, which ends when the database is unreachable. */
  async #runUntilStopped(jobs: Jobs): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#runOnce(jobs).catch((error: unknown) => this.#warn(error));
      await pause(1_000, undefined, { signal }).catch(() => undefined);
    }
  }

  async #runOnce({ handlers, atOnce, timeoutMs, skippedFlags }: Jobs): Promise<void> {
    const { signal } = this.#stopping;
    const tasks = Object.entries(handlers).map(([name, handle]) => [name, bounded(handle, timeoutMs, signal)]);
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

/** Aborts a job that takes too long, or that still runs when the process has to stop. */
const bounded =
  (handle: JobHandler, timeoutMs: number, stopping: AbortSignal): Task =>
  async (payload, { job, addJob, abortSignal }) => {
    const ended = new AbortController();
    const { signal } = ended;
    const aborted = once(signal, 'abort').then(() => signal.throwIfAborted());
    const stop = () => ended.abort(new Error('The process stopped before the job was done.'));
    const timer = setTimeout(() => ended.abort(new Error(`The job was not done within ${timeoutMs} ms.`)), timeoutMs);
    // One listener for each running job.
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
 * Releases the jobs of dead workers, which graphile-worker itself would do after four hours: every job ends within
 * `timeoutMs`, so the worker of an older lock is dead. Deletes failed jobs after some weeks. Returns the number of dead
 * workers.
 */
export async function maintainQueue(pool: Pool, schema: string, timeoutMs: number): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from ${schema}.jobs where locked_at < now() - make_interval(secs => $1)`,
    [(timeoutMs + lockGraceMs) / 1_000],
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
