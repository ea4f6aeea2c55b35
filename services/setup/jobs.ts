/**
 * Jobs that may take longer than a request. A job is one transaction, which also writes its outcome, so that it is
 * done and recorded, or neither. The sender gets an address to ask for the outcome.
 */
import { randomUUID } from 'node:crypto';
import { v5 } from 'uuid';
import { hashInput } from '../../shared/database/write-key.ts';
import type { Db } from '../../shared/database/database.ts';
import { isAborted, isLockedOut, isOvertaken, retry, transaction } from '../../shared/database/transaction.ts';
import { actorOf } from '../../shared/base/viewer.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { Failure } from '../../shared/base/failure.ts';
import { Semaphore } from '../../shared/kit/semaphore.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import { decrypt, deriveKey, encrypt } from '../../shared/base/sealing.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import { beginAttempt, endJob, lockJob, noteJob, rollbackAttempt, type NewJob } from './jobs.sql.ts';

/** Milliseconds that somebody waits for the end, and that the whole may take. */
const [patience, longest] = [8_000, 60_000];

export interface Job extends NewJob {
  readonly id: string;
}
export type JobOutcome<T> = { readonly result: T } | { readonly error: FailureBody };
type Later = () => void;
/** In the transaction of the job; `later`: once that is committed. */
type Run<T> = (tx: Db, later: (what: Later) => void) => Promise<T>;
/** As the body of a refusal has it. */
type FailureBody = Readonly<Record<string, unknown>> & {
  readonly status: number;
  readonly code: string;
  readonly message: string;
};

/** Its id follows from the write key, so a repeated request finds it. The database stores only a hash of the key. */
export function jobOf({
  resource,
  viewer,
  writeKey,
  params,
}: Pick<Ctx, 'resource' | 'viewer' | 'writeKey' | 'params'>): Job {
  const id = writeKey ? v5(`${actorOf(viewer)}/${writeKey}`, resource.id) : randomUUID();
  const { id: organization_id } = resource;
  return { id, id_hash: hashToken(id), organization_id, user_id: viewer.user_id, input_hash: hashInput(params) };
}

const keyOf = (id: string) => deriveKey(id, 'outcome of a job');
const sealed = (id: string, outcome: JobOutcome<unknown>) => encrypt(keyOf(id), JSON.stringify(outcome));
export const opened = <T>(id: string, outcome: Buffer): JobOutcome<T> =>
  JSON.parse(decrypt(keyOf(id), outcome)) as JobOutcome<T>;

/**
 * Files that a process works on at once, each of which holds a connection and memory: one of each organization, so that none
 * can take the places of the others.
 */
const [atOnce, waiting] = [
  { inAll: 3, each: 1 },
  // Shorter than the gateway waits before it asks another process as well: after that it takes no refusal for the answer.
  { withinMs: 2_000, each: 3, refusal: () => new Failure('OVERLOADED') },
];

/** Those of one process. */
export class EventFileJobs {
  readonly places = new Semaphore(atOnce, waiting);

  /**
   * Does the work, tried again while others are in its way.
   * @param place The organization, or the large files, whose place it takes.
   * @returns what came of it; or, where that takes longer than somebody waits, since when it can be asked for.
   * @throws {Failure} What it refuses with; `IDEMPOTENCY_IN_PROGRESS` where somebody else is working on it, `OVERLOADED` where
   *   there are too many.
   */
  async begin<T>(
    ctx: Pick<Ctx, 'db' | 'continueAfterAnswer'>,
    job: Job,
    place: string,
    run: Run<T>,
  ): Promise<{ result: T } | { since: Date }> {
    const way: { told?: Promise<Date>; isEnding?: true } = {};
    const end = async (tx: Db, outcome: JobOutcome<T>) => {
      way.isEnding = true;
      if (!way.told) return;
      await way.told;
      await endJob(tx, job.id_hash, sealed(job.id, outcome));
    };
    const carry = () => transaction(ctx.db, (tx) => carryThrough(tx, job, run, end));
    const work = this.places.use(place, carry).then(settle);
    ctx.continueAfterAnswer(work);
    if ((await isInTime(work)) || way.isEnding) return { result: await work };
    way.told = noteJob(ctx.db.fork(), job);
    return { since: await way.told };
  }

  /**
   * Does the work and takes it back, with the same time and from the same places.
   * @returns what would have come of it.
   * @throws {Failure} What it refuses with; `OVERLOADED` where there are too many.
   */
  rehearse<T>(db: Db, place: string, run: (tx: Db) => Promise<T>): Promise<T> {
    const rehearsal = (tx: Db) => {
      const endsBy = performance.now() + longest;
      const attempt = async () => {
        await beginAttempt(tx, endsBy - performance.now());
        try {
          return await run(tx);
        } finally {
          await rollbackAttempt(tx);
        }
      };
      return retry(attempt, whileOthers);
    };
    return this.places
      .use(place, () => transaction(db, rehearsal))
      .catch((error: unknown) => {
        throw settled(error);
      });
  }
}

/** Waits for locks until the deadline; the next try sees the changes of others. */
const whileOthers = { on: (error: unknown) => isAborted(error) || isOvertaken(error), alwaysOn: isLockedOut };

function settle<T>(ended: Ended<T>): T {
  if ('thrown' in ended) throw settled(ended.thrown);
  for (const each of ended.later) each();
  return ended.result;
}

async function isInTime(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patience);
  work.then(
    () => resolve(true),
    () => resolve(true),
  );
  return promise.finally(() => clearTimeout(timer));
}

type Ended<T> = { readonly result: T; readonly later: readonly Later[] } | { readonly thrown: unknown };

async function carryThrough<T>(
  tx: Db,
  { id_hash }: Job,
  run: Run<T>,
  end: (tx: Db, outcome: JobOutcome<T>) => Promise<void>,
): Promise<Ended<T>> {
  const endsBy = performance.now() + longest;
  if (!(await lockJob(tx, id_hash))) throw new Failure('IDEMPOTENCY_IN_PROGRESS');
  let isConnected = true;
  const attempt = async () => {
    await beginAttempt(tx, endsBy - performance.now());
    try {
      const later: Later[] = [];
      const result = await run(tx, (what) => void later.push(what));
      await end(tx, { result });
      return { result, later };
    } catch (error) {
      await rollbackAttempt(tx).catch(() => (isConnected = false));
      throw error;
    }
  };
  try {
    return await retry(attempt, whileOthers);
  } catch (error) {
    // Without a connection nothing can be told.
    if (!isConnected) throw error;
    await end(tx, { error: bodyOf(settled(error)) });
    return { thrown: error };
  }
}

/** As what leaves. All of it was taken back, so nothing that was too slow may have been carried out. */
function settled(error: unknown): unknown {
  if (isOvertaken(error)) return new Failure('UNAVAILABLE');
  return failureOf(error)?.type === 'TIMEOUT' ? new Failure('OVERLOADED').because(error) : error;
}

/** The end of the message of a job that failed by no fault of its file. */
export const nothingDone = 'Nothing of it was done: send it with another Idempotency-Key.';

function bodyOf(error: unknown): FailureBody {
  const failure = failureOf(error) ?? new Failure('INTERNAL');
  return {
    status: failure.code,
    code: failure.type,
    message: failure.code < 500 ? failure.message : `${failure.message} ${nothingDone}`,
    ...(failure.data as object | undefined),
  };
}
