/** Tasks for a process that behaves badly. */
import { performTasks } from '../../shared/kit/own-process.ts';

export type BadTasks = {
  /** Answers the sum of all numbers that its process was told. */
  readonly count: { readonly input: number; readonly output: number };
  /** Never ends. */
  readonly wait: { readonly input: null; readonly output: never };
  /** Takes all the memory it gets. */
  readonly grow: { readonly input: null; readonly output: never };
  readonly fail: { readonly input: string; readonly output: never };
};

let sum = 0;

performTasks<BadTasks>({
  count: (more) => (sum += more),
  wait() {
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  grow() {
    for (const kept: unknown[] = []; ;) kept.push(Array(1_000).fill(kept.length));
  },
  fail(message) {
    throw new Error(message);
  },
});
