/** Deletes expired rows and runs the chores of a service once an hour, in small statements. */
import { sql } from 'kysely';
import type { Service } from 'moleculer';
import { quoteIdentifier, type Db } from '../database/database.ts';

/** Rows of a table that expire. */
export interface Leftovers {
  readonly table: string;
  /** The column with the time from which the age counts. */
  readonly since: string;
  readonly days: number;
}

/** Another cleanup task of a service. Several processes may run it at the same time. */
export type Chore = (db: Db) => Promise<unknown>;
/** The housekeeping of one service in one process. */
export interface House {
  /** Runs the chores now. */
  tidy(): void;
  stop(): void;
}

const writeKeys: Leftovers = { table: 'write_key', since: 'created_at', days: 1 };
const hour = 3_600_000;
/** Rows per statement, few enough that nobody has to wait for their locks. */
const handful = 5_000;

/** Starts the hourly housekeeping. A failing task is logged and tried again an hour later. */
export function keepHouse(
  db: Db,
  { leftovers = [], chores = [] }: { leftovers?: readonly Leftovers[]; chores?: readonly Chore[] },
  logger: Service['logger'],
): House {
  const attempt = (task: Chore) =>
    task(db.fork()).catch((error: unknown) =>
      logger.warn({ err: error }, 'Housekeeping failed; it is tried again in an hour.'),
    );
  const tidy = async () => {
    for (const chore of chores) await attempt(chore);
  };
  const timer = setInterval(() => {
    void attempt((fork) => sweep(fork, [writeKeys, ...leftovers]));
    void tidy();
  }, hour).unref();
  return { tidy: () => void tidy(), stop: () => clearInterval(timer) };
}

/** Deletes expired rows in steps and returns how many were deleted. */
export async function sweep(db: Db, leftovers: readonly Leftovers[]): Promise<number> {
  let removed = 0;
  for (const { table, since, days } of leftovers) {
    const from = sql.raw(quoteIdentifier(table));
    const age = sql.raw(quoteIdentifier(since));
    for (let last = handful; last === handful; removed += last) {
      const { numAffectedRows } = await sql`
        delete from ${from} where ctid = any (array(
          select ctid from ${from} where ${age} < now() - make_interval(days => ${days})
           limit ${handful} for update skip locked))`.execute(db.fork().getKysely());
      last = Number(numAffectedRows ?? 0);
    }
  }
  return removed;
}
