/**
 * How often something may be tried. Counted in the database, so that it holds over all replicas, and before the try, so
 * that many tries at once count as many.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '../../shared/broker/failure.ts';
import type { Db } from '../../shared/database/database.ts';

interface Allowance {
  readonly tries: number;
  readonly seconds: number;
}
const quarterHour = 900;

export const allowances = {
  /** Passwords tried for one account from one address. */
  account_from_address: { tries: 10, seconds: quarterHour },
  /** Passwords tried for one account, from wherever. */
  account: { tries: 100, seconds: quarterHour },
  /** Passwords tried with one link. */
  link: { tries: 10, seconds: quarterHour },
  /** Letters one mailbox is sent because somebody named it. */
  letters: { tries: 10, seconds: 3_600 },
  /** Letters that are sent because of one network. */
  letters_from_network: { tries: 20, seconds: 3_600 },
} as const satisfies Record<string, Allowance>;

/** One counter; what it is about is kept as a hash. */
export interface Bucket {
  readonly kind: keyof typeof allowances;
  readonly name: string;
}
export const bucketOf = (kind: Bucket['kind'], ...about: string[]): Bucket => ({
  kind,
  name: createHash('sha256')
    .update([kind, ...about].join('\n'))
    .digest('hex'),
});

/** Counts a try, or refuses it with the seconds until the next may be made. */
export async function countTry(db: Db, bucket: Bucket): Promise<void> {
  const { count, wait } = await note(db, bucket);
  if (count > allowances[bucket.kind].tries) throw new Failure('RATE_LIMITED', { retry_after: Math.max(1, wait) });
}

/** Counts a try; false where that was one too many. */
export const isAllowed = async (db: Db, bucket: Bucket): Promise<boolean> =>
  (await note(db, bucket)).count <= allowances[bucket.kind].tries;

async function note(db: Db, { kind, name }: Bucket): Promise<{ count: number; wait: number }> {
  const { seconds } = allowances[kind];
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into attempt as a (bucket, count, resets_at) values (${name}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (bucket) do update
       set count = case when a.resets_at <= now() then 1 else a.count + 1 end,
           resets_at = case when a.resets_at <= now() then excluded.resets_at else a.resets_at end
    returning count, ceil(extract(epoch from resets_at - now()))::int as wait`.execute(db.getKysely());
  return rows[0] ?? { count: 0, wait: seconds };
}

/** Only failures are to count. */
export async function forgetTry(db: Db, buckets: readonly Bucket[]): Promise<void> {
  const names = buckets.map(({ name }) => name);
  await sql`update attempt set count = count - 1 where bucket = any (${names}::text[]) and count > 0`.execute(
    db.getKysely(),
  );
}
