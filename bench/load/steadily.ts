import { setTimeout as pause } from 'node:timers/promises';

/** Begins so many a second, whether or not the ones before have ended. Returns the seconds until all have. */
export async function steadily<T>(
  perSecond: number,
  items: readonly T[],
  begin: (item: T) => Promise<unknown>,
): Promise<number> {
  const begun = performance.now();
  const underWay: Promise<unknown>[] = [];
  for (const [n, item] of items.entries()) {
    await pause(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()));
    underWay.push(begin(item));
  }
  await Promise.all(underWay);
  return (performance.now() - begun) / 1_000;
}
