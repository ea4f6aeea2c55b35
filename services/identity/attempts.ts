/**
 * Limits attempts. They are counted in the database, so that the limit holds across all processes, and before the
 * attempt, so that concurrent attempts all count. A request that the gateway retries counts once.
 */
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '../../shared/base/failure.ts';
import { networkOf } from '../../shared/base/network.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Tables } from './entities.ts';

interface Allowance {
  readonly tries: number;
  readonly seconds: number;
}
const quarterHour = 900;

export const allowances = {
  /** Passwords for one account from one address. */
  account_from_address: { tries: 10, seconds: quarterHour },
  /** Passwords for one account from anywhere. */
  account: { tries: 100, seconds: quarterHour },
  /** Passwords with one link. */
  link: { tries: 10, seconds: quarterHour },
  /** Codes of one email, for as long as a code is valid. Beyond, only its link confirms the address. */
  code: { tries: 5, seconds: 1_800 },
  /** Codes for one account from one address. */
  code_from_address: { tries: 10, seconds: quarterHour },
  /** Second factors of one account, from anywhere: a guess hits one in 333,000. */
  second_factor: { tries: 10, seconds: 3_600 },
  /** Emails to one mailbox that somebody else requested. */
  letters: { tries: 10, seconds: 3_600 },
  /** Emails requested from one network. */
  letters_from_network: { tries: 20, seconds: 3_600 },
} as const satisfies Record<string, Allowance>;

/** One counter. Its subject is stored as a hash. */
export interface Bucket {
  readonly kind: keyof typeof allowances;
  readonly name: string;
}
/**
 * Returns the counter of a kind for a subject.
 * @param about The parts of the subject, such as an address.
 */
export const bucketOf = (kind: Bucket['kind'], ...about: string[]): Bucket => ({
  kind,
  name: createHash('sha256')
    .update([kind, ...about].join('\n'))
    .digest('hex'),
});

type Requested = Pick<Ctx, 'visitor' | 'writeKey'>;

/**
 * Returns the identity of a request: for strangers the write key, which stays the same in a gateway's retry. People
 * with a key or session choose the write key themselves, so each of their attempts counts.
 */
export const requestOf = ({ visitor, writeKey }: Requested): string => (!visitor && writeKey) || randomUUID();

/** One attempt. */
export interface Attempt {
  readonly bucket: Bucket;
  /** The request that causes it, so that a repeat is counted once: the result of `requestOf`. */
  readonly request: string;
}

/**
 * Counts an attempt.
 * @throws {Failure} `RATE_LIMITED` with the seconds to wait, when the limit is reached.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const { nth, wait } = await note(db, attempt);
  if (nth > allowances[attempt.bucket.kind].tries)
    throw new Failure('RATE_LIMITED', { retry_after: Math.max(1, wait) });
}

/** Counts an attempt and tells whether it was within the limit. */
export const isAllowed = async (db: Db, attempt: Attempt): Promise<boolean> =>
  (await note(db, attempt)).nth <= allowances[attempt.bucket.kind].tries;

interface Tried {
  /** The attempt's number. */
  readonly nth: number;
  /** Seconds until the counter expires. */
  readonly wait: number;
}
/** Number of requests stored in a row; more than any allowance is not needed. */
const toldApart = Math.max(...Object.values(allowances).map(({ tries }) => tries));

async function note(db: Db, { bucket: { kind, name }, request }: Attempt): Promise<Tried> {
  const { seconds } = allowances[kind];
  const { rows } = await sql<Tried>`
    insert into attempt as a (bucket, count, resets_at, requests)
    values (${name}, 1, now() + make_interval(secs => ${seconds}), array[${request}])
    on conflict (bucket) do update
       set (count, resets_at, requests) = (select
           case when is_over then 1 when is_known then a.count else a.count + 1 end,
           case when is_over then excluded.resets_at else a.resets_at end,
           case when is_over then excluded.requests
                when is_known or cardinality(a.requests) >= ${toldApart} then a.requests
                else a.requests || excluded.requests end
         from (select a.resets_at <= now() as is_over, ${request} = any(a.requests) as is_known) as seen)
    returning coalesce(array_position(requests, ${request}), count) as nth,
              ceil(extract(epoch from resets_at - now()))::int as wait`.execute(db.getKysely());
  return rows[0] ?? { nth: 0, wait: seconds };
}

/**
 * Tells whether a password is right, and removes the attempt from the count unless it is wrong: a check that timed out
 * is not the sender's failure.
 */
export async function settleAttempt(
  db: Db,
  request: string,
  buckets: readonly Bucket[],
  look: () => Promise<boolean>,
): Promise<boolean> {
  let isWrong = false;
  try {
    isWrong = !(await look());
    return !isWrong;
  } finally {
    if (!isWrong) await takeBack(db, request, buckets);
  }
}

async function takeBack(db: Db, request: string, buckets: readonly Bucket[]): Promise<void> {
  const names = buckets.map(({ name }) => name);
  const counted = db.getKysely<Tables>().updateTable('attempt').where('count', '>', 0);
  const theirs = counted
    .where('bucket', '=', (eb) => eb.fn.any(eb.val(names)))
    .where((eb) => eb(eb.val(request), '=', eb.fn.any('requests')));
  await theirs
    .set((eb) => ({ count: eb('count', '-', 1), requests: eb.fn('array_remove', ['requests', eb.val(request)]) }))
    .execute();
}

/**
 * Limits the emails that strangers can cause, per mailbox and per network. Beyond the limit the answer is the same but
 * no email is sent, so that nothing is revealed and no mailbox is flooded.
 */
export type EmailLimit = (ctx: Pick<Ctx, 'db' | 'address' | 'visitor' | 'writeKey'>, email: string) => Promise<boolean>;

/** Allows every email, when rate limits are off. */
export const allowEveryEmail: EmailLimit = () => Promise.resolve(true);

/** Emails beyond the network's limit do not count against the mailbox. */
export const limitEmails: EmailLimit = async (ctx, email) => {
  const { db, address } = ctx;
  const request = requestOf(ctx);
  const fromNetwork = bucketOf('letters_from_network', networkOf(address));
  if (address !== '' && !(await isAllowed(db, { bucket: fromNetwork, request }))) return false;
  return isAllowed(db, { bucket: bucketOf('letters', mailboxOf(email)), request });
};

/** Returns the mailbox of an address: `ada+anything@` is delivered to `ada@`. */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]*)\+[^@]*@/, '$1@');
