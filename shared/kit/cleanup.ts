/**
 * Deletes expired rows and runs the cleanup tasks of a service once an hour, in small statements, and its periodic
 * tasks more often.
 */
import { sql } from 'kysely';
import type { Service } from 'moleculer';
import type { BusEvent } from '../contract/bus-events.ts';
import { quoteIdentifier, type Db } from '../database/database.ts';

/** Rows of a table that expire. */
export interface ExpiringRows {
  readonly table: string;
  /** The column with the time from which the age counts. */
  readonly since: string;
  readonly days: number;
}

/**
 * Another cleanup task of a service. Several processes may run it at the same time.
 * @param tell Sends events, after the commit.
 */
export type CleanupTask = (db: Db, tell: (events: readonly BusEvent[]) => void) => Promise<unknown>;
/** A task that a service runs every few seconds. Several processes may run it at the same time. */
export interface PeriodicTask {
  readonly everyMs: number;
  /** @param tell Sends events, after the commit. */
  run(db: Db, tell: (events: readonly BusEvent[]) => void): Promise<unknown>;
}
/** The cleanup of one service in one process. */
export interface Cleanup {
  /** Runs the cleanup tasks now. */
  runNow(): void;
  /** Resolves when no task is running any more. */
  stop(): Promise<void>;
}
interface Tasks {
  readonly expiringRows?: readonly ExpiringRows[];
  readonly cleanupTasks?: readonly CleanupTask[];
  readonly periodicTasks?: readonly PeriodicTask[];
}

const writeKeys: ExpiringRows = { table: 'write_key', since: 'created_at', days: 1 };
const hourMs = 3_600_000;
/** Rows per statement, few enough that others hardly wait for their locks. */
const rowsPerStatement = 5_000;

/** Starts the cleanup. A failing task is logged and retried an hour later, or at the next interval. */
export function startCleanup(
  db: Db,
  { expiringRows = [], cleanupTasks = [], periodicTasks = [] }: Tasks,
  { logger, tell }: { logger: Service['logger']; tell: (events: readonly BusEvent[]) => void },
): Cleanup {
  const attempt = (task: CleanupTask) =>
    task(db.fork(), tell).catch((error: unknown) =>
      logger.warn(
        { err: error },
        'Cleanup failed and is tried again in an hour; if it fails again, check the database.',
      ),
    );
  const runTasks = async () => {
    for (const task of cleanupTasks) await attempt(task);
  };
  const timer = setInterval(() => {
    void attempt((fork) => deleteExpired(fork, [writeKeys, ...expiringRows]));
    void runTasks();
  }, hourMs).unref();
  const stops = periodicTasks.map((task) => runPeriodically(() => task.run(db.fork(), tell), task.everyMs, logger));
  return {
    runNow: () => void runTasks(),
    async stop() {
      clearInterval(timer);
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** Runs a task at this interval, never two at once. Logs a failure once until it succeeds again. */
function runPeriodically(run: () => Promise<unknown>, everyMs: number, logger: Service['logger']): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let hasFailed = false;
  const attempt = async () => {
    try {
      await run();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.warn({ err: error }, 'A periodic task failed; it is tried again.');
      hasFailed = true;
    }
    underWay = undefined;
  };
  const timer = setInterval(() => void (underWay ??= attempt()), everyMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/** Deletes expired rows in steps and returns how many were deleted. */
export async function deleteExpired(db: Db, expiringRows: readonly ExpiringRows[]): Promise<number> {
  let removed = 0;
  for (const { table, since, days } of expiringRows) {
    const from = sql.raw(quoteIdentifier(table));
    const age = sql.raw(quoteIdentifier(since));
    for (let last = rowsPerStatement; last === rowsPerStatement; removed += last) {
      const { numAffectedRows } = await sql`
        delete from ${from} where ctid = any (array(
          select ctid from ${from} where ${age} < now() - make_interval(days => ${days})
           limit ${rowsPerStatement} for update skip locked))`.execute(db.fork().getKysely());
      last = Number(numAffectedRows ?? 0);
    }
  }
  return removed;
}
