/** SQL of applies that go on after their answer. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { job } from './entities.ts';

type Row = RowOf<typeof job>;

export interface NewJob extends Readonly<Pick<Row, 'organization_id' | 'user_id'>> {
  /** Hexadecimal. */
  readonly id_hash: string;
  readonly input_hash: Buffer;
}

export async function findJob(db: Db, { id_hash, organization_id }: Pick<NewJob, 'id_hash' | 'organization_id'>) {
  const { rows } = await sql<Omit<Row, 'id_hash'>>`
    select organization_id, user_id, input_hash, created_at, ended_at, outcome from job
     where id_hash = decode(${id_hash}, 'hex') and organization_id = ${organization_id}`.execute(db.getKysely());
  return rows[0];
}

/** A failed job that is sent again with its key begins again. */
export async function noteJob(db: Db, { id_hash, organization_id, user_id, input_hash }: NewJob): Promise<Date> {
  const { rows } = await sql<{ created_at: Date }>`
    insert into job (id_hash, organization_id, user_id, input_hash)
    values (decode(${id_hash}, 'hex'), ${organization_id}, ${user_id}, ${input_hash})
        on conflict (id_hash) do update set created_at = now(), ended_at = null, outcome = null
    returning created_at`.execute(db.getKysely());
  return rows[0]!.created_at;
}

export async function endJob(tx: Db, id_hash: string, outcome: Buffer): Promise<void> {
  await sql`
    update job set ended_at = clock_timestamp(), outcome = ${outcome}
     where id_hash = decode(${id_hash}, 'hex')`.execute(tx.getKysely());
}

const lockOf = (id_hash: string) => sql`hashtextextended(${`setup.job ${id_hash}`}, 0)`;

/**
 * Locks a job until the end of the transaction of the process that works on it. Returns false if another process has the
 * lock.
 */
export async function lockJob(tx: Db, id_hash: string): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf(id_hash)}) as is_ours`.execute(tx.getKysely());
  return rows[0]?.is_ours === true;
}

/** Returns whether the job still runs; a result that was written before is visible then. */
export async function isHeld(db: Db, id_hash: string): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockOf(id_hash)}) as is_free`.execute(db.getKysely());
  return rows[0]?.is_free === false;
}

/**
 * The database ends the transaction that is not through in time. Each attempt says how much is left, for PostgreSQL forgets all
 * of its timers when a statement fails.
 */
export async function beginAttempt(tx: Db, milliseconds: number): Promise<void> {
  const left = String(Math.max(Math.ceil(milliseconds), 1));
  await sql`select set_config('transaction_timeout', ${left}, true)`.execute(tx.getKysely());
  await sql`savepoint attempt`.execute(tx.getKysely());
}
export const rollbackAttempt = (tx: Db) => sql`rollback to savepoint attempt`.execute(tx.getKysely());
