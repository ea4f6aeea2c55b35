/** Computations of judging that run beside its requests, because the largest tracks take a second. */
import { Failure } from '../../shared/base/failure.ts';
import { OwnProcess } from '../../shared/kit/own-process.ts';
import type { Review } from './fair/design.ts';
import type { FairRanking } from './fair/ranking.ts';
import type { Lack, Plan, Wish } from './plan/plan.ts';

export type JudgingTasks = {
  readonly rank: { readonly input: readonly Review[]; readonly output: FairRanking };
  readonly plan: { readonly input: Wish; readonly output: Plan | Lack };
};

export const computations = new OwnProcess<JudgingTasks>(new URL('./worker.ts', import.meta.url), {
  // Half of the connections of a process: a request that waits may hold one.
  waitingAtMost: 5,
  // Less than the database waits for a transaction that does nothing.
  longestMs: 8_000,
  heapMb: 256,
  beyond: () => new Failure('TIMEOUT'),
});
