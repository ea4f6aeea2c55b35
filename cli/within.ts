import { setTimeout as pause } from 'node:timers/promises';

/** Returns the result of the work, or rejects when it takes longer than this many milliseconds. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no answer within ${milliseconds / 1_000} seconds`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
