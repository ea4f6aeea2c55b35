import { jest } from '@jest/globals';

/** Advances this process's monotonic clock until mocks are restored. */
export function skip(milliseconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds);
}
