/**
 * A repeated write answers what it answered the first time.
 *
 * Each write keeps, in its own transaction, one row with the hash of its input and its answer. A refusal rolls back and
 * leaves no row; so does a crash.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database.ts';

export interface WriteKey {
  /** The API key, or the session family. */
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  readonly inputHash: Buffer;
}
interface Kept {
  readonly status: number;
  readonly answer: unknown;
}
export type Claim = 'first' | 'in progress' | 'reused' | Kept;

/** The same input in any order of members has the same hash. */
export const hashInput = (input: unknown): Buffer => createHash('sha256').update(canonical(input)).digest();

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join()}}`;
}

/**
 * Takes the key for this transaction and answers what is known of it. The lock tells a first try that still runs from
 * one that is over. One that committed between this statement's snapshot and its lock is met again at `keepAnswer`, as a
 * unique violation; the whole write is then run again and finds the answer.
 */
export async function claim(db: Db, { scope, action, key, inputHash }: WriteKey): Promise<Claim> {
  const { rows } = await sql<{ is_free: boolean; same: boolean | null } & Kept>`
    select l.is_free, w.input_hash = ${inputHash} as same, w.status, w.answer
      from (select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${action} ${key}`}, 0)) as is_free) l
      left join write_key w on (w.scope, w.action, w.key) = (${scope}, ${action}, ${key})`.execute(db.getKysely());
  const [known] = rows;
  if (!known?.is_free) return 'in progress';
  if (known.same === null) return 'first';
  return known.same ? { status: known.status, answer: known.answer } : 'reused';
}

export async function keepAnswer(db: Db, { scope, action, key, inputHash }: WriteKey, { status, answer }: Kept) {
  await sql`
    insert into write_key (scope, action, key, input_hash, status, answer)
    values (${scope}, ${action}, ${key}, ${inputHash}, ${status}, ${JSON.stringify(answer)}::json)`.execute(
    db.getKysely(),
  );
}
