import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';

/** Advances this process's monotonic clock until mocks are restored. */
export function skip(milliseconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}

/** Whether it is still under way after so many milliseconds. However busy the machine is, the earlier timer fires first. */
export const outlasts = (milliseconds: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => false,
      () => false,
    ),
    pause(milliseconds, true),
  ]);

/** Milliseconds of this process's processor time that a piece of work takes, however busy the machine is. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
