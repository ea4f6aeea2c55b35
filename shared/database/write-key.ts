/**
 * Stores the answers of writes, so that a repeated write gets the first answer.
 *
 * Each write stores one row in its own transaction, with the hash of its input and its answer. A refusal or a crash
 * rolls it back and leaves no row.
 */
import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

export interface WriteKey {
  /** The id of the API key or session. */
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  readonly inputHash: Buffer;
}
/** The author of a request. */
export type Who = Readonly<Record<'user_id' | 'key_id' | 'session_id' | 'request_id', string | null>>;
interface Kept {
  readonly status: number;
  readonly answer: unknown;
}
/** The state of a write key: never used, in use by a running write, used for another input, or its answer. */
export type Claim = 'first' | 'in progress' | 'reused' | Kept;

/** Hashes the input. The order of an object's members makes no difference. */
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
 * Locks the write key for this transaction and returns its state. The lock distinguishes a first write that is still
 * running from one that has ended. A write that commits between the snapshot of this statement and its lock looks like
 * none: the second run then meets what the first one wrote, as a unique violation of `keepAnswer` or as a refusal, and
 * `runWrite` looks for the answer again.
 *
 * Also sets the author in the transaction, for the audit of published routines that change another service's data.
 * @param read A query whose rows are wanted in any case; they come with the same round trip, as JSON.
 */
export async function claim(
  db: Db,
  { scope, action, key, inputHash }: WriteKey,
  who: Who,
  read?: RawBuilder<unknown>,
): Promise<{ claim: Claim; found: unknown[] | undefined }> {
  const found = read ? sql`(select coalesce(json_agg(r), '[]') from (${read}) r)` : sql`null::json`;
  const { rows } = await sql<{ is_free: boolean; same: boolean | null; found: unknown[] | null } & Kept>`
    select set_config('muster.author', ${JSON.stringify({ ...who, action })}, true), l.is_free, w.input_hash = ${inputHash} as same, w.status, w.answer, ${found} as found
      from (select pg_try_advisory_xact_lock(hashtextextended(${`${scope} ${action} ${key}`}, 0)) as is_free) l
      left join write_key w on (w.scope, w.action, w.key) = (${scope}, ${action}, ${key})`.execute(db.getKysely());
  const [known] = rows;
  return { claim: claimOf(known), found: known?.found ?? undefined };
}

/** Reads the answer that is stored under the write key for the same input, without a lock. */
export async function storedAnswer(db: Db, { scope, action, key, inputHash }: WriteKey): Promise<Kept | undefined> {
  const { rows } = await sql<Kept>`
    select status, answer from write_key
     where (scope, action, key) = (${scope}, ${action}, ${key}) and input_hash = ${inputHash}`.execute(db.getKysely());
  return rows[0];
}

function claimOf(known: ({ is_free: boolean; same: boolean | null } & Kept) | undefined): Claim {
  if (!known?.is_free) return 'in progress';
  if (known.same === null) return 'first';
  return known.same ? { status: known.status, answer: known.answer } : 'reused';
}

/**
 * Stores the answer under the write key, in the write's transaction.
 * @param beside A statement that writes rows and is to run in the same round trip.
 */
export async function keepAnswer(
  db: Db,
  { scope, action, key, inputHash }: WriteKey,
  { status, answer }: Kept,
  beside?: RawBuilder<unknown>,
) {
  await sql`
    ${beside ? sql`with beside as (${beside})` : sql``}
    insert into write_key (scope, action, key, input_hash, status, answer)
    values (${scope}, ${action}, ${key}, ${inputHash}, ${status}, ${JSON.stringify(answer)}::json)`.execute(
    db.getKysely(),
  );
}
