/**
 * Computes what takes long in a thread of its own, so that other requests go on meanwhile: a second for the largest tracks.
 * One at a time, so that processors are left for them.
 */
import { Worker } from 'node:worker_threads';
import { Backlog } from '../../shared/kit/backlog.ts';
import { Failure } from '../../shared/kit/failure.ts';
import type { Review } from './fair/design.ts';
import type { FairRanking } from './fair/ranking.ts';
import type { Lack, Plan, Wish } from './plan/plan.ts';

export interface Tasks {
  readonly rank: { readonly input: readonly Review[]; readonly output: FairRanking };
  readonly plan: { readonly input: Wish; readonly output: Plan | Lack };
}
export interface Job<N extends keyof Tasks = keyof Tasks> {
  readonly name: N;
  readonly input: Tasks[N]['input'];
}

/** Half of the connections of a process: who waits may hold one. */
const waitingAtMost = 5;
/** Milliseconds; less than the database waits for a transaction that does nothing. */
const longest = 8_000;

let last: Promise<unknown> = Promise.resolve();
/** Those whose turn has not come. */
export const computations = new Backlog();

/** @throws {Failure} `OVERLOADED` where too many wait, `TIMEOUT` where it takes too long. */
export async function offThread<N extends keyof Tasks>(name: N, input: Tasks[N]['input']): Promise<Tasks[N]['output']> {
  if (computations.count >= waitingAtMost) throw new Failure('OVERLOADED');
  const leave = computations.enter();
  const answer = last.then(() => {
    leave();
    return compute({ name, input });
  });
  last = answer.catch(() => undefined);
  return answer;
}

function compute<N extends keyof Tasks>(job: Job<N>): Promise<Tasks[N]['output']> {
  const { promise, resolve, reject } = Promise.withResolvers<Tasks[N]['output']>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: job });
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', (status) => reject(new Error(`A thread ended without an answer (${status}).`)));
  const timer = setTimeout(() => {
    reject(new Failure('TIMEOUT'));
    void worker.terminate();
  }, longest);
  return promise.finally(() => clearTimeout(timer));
}
