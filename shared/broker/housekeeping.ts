/** Removes what has grown old or is not needed any more, a little at a time, once an hour. */
import { sql } from 'kysely';
import type { Service } from 'moleculer';
import { quoteIdentifier, type Db } from '../database/database.ts';

export interface Leftovers {
  readonly table: string;
  /** The column that tells the age. */
  readonly since: string;
  readonly days: number;
}

/** What else a service has to clear away; safe to be done by several processes at once. */
export type Chore = (db: Db) => Promise<unknown>;
export interface House {
  /** Does the chores now, without waiting for their hour. */
  tidy(): void;
  stop(): void;
}

const writeKeys: Leftovers = { table: 'write_key', since: 'created_at', days: 1 };
const hour = 3_600_000;
/** Rows per statement: short enough that nobody waits for it. */
const handful = 5_000;

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

/** Deletes what is older than it may be; answers how many rows went. */
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
