/** Computes one task in a thread of its own, and answers it to the thread that started this one. */
import { parentPort, workerData } from 'node:worker_threads';
import { fairRanking } from './fair/ranking.ts';
import type { Job, Tasks } from './off-thread.ts';
import { planOf } from './plan/plan.ts';

const tasks: { [N in keyof Tasks]: (input: Tasks[N]['input']) => Tasks[N]['output'] } = {
  rank: fairRanking,
  plan: planOf,
};

const perform = <N extends keyof Tasks>({ name, input }: Job<N>) => tasks[name](input);
parentPort?.postMessage(perform(workerData as Job));
