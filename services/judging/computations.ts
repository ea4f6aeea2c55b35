/** Computations in a child process, because the largest tracks take a second. */
import { Failure } from '../../shared/base/failure.ts';
import { requestTimeoutMs } from '../../shared/base/limits.ts';
import { OwnProcess } from '../../shared/kit/own-process.ts';
import type { TeamReview } from '../../shared/base/fair/design.ts';
import type { FairRanking } from '../../shared/base/fair/ranking.ts';
import type { Shortage, Plan, Wish } from './plan/plan.ts';

export type JudgingTasks = {
  readonly rank: { readonly input: readonly TeamReview[]; readonly output: FairRanking };
  readonly plan: { readonly input: Wish; readonly output: Plan | Shortage };
};

export const computations = new OwnProcess<JudgingTasks>(new URL('./worker.ts', import.meta.url), {
  // Half of the connections of a process: a request that waits may hold one.
  waitingAtMost: 5,
  // Nobody waits longer for the answer.
  longestMs: requestTimeoutMs,
  heapMb: 256,
  beyond: () => new Failure('TIMEOUT'),
});
