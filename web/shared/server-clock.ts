/** The server's time, learnt from its answers. */

const minute = 60_000;
/** `Date` tells whole seconds; on average half of one has passed. */
const halfASecond = 500;
/** An answer that took longer says too little about when it was made. */
const longest = 10_000;

/**
 * How far the server's clock is ahead of this one.
 * @param asked When it was asked and when it answered, by this clock, in milliseconds.
 * @returns Milliseconds, or null where the answer does not tell.
 */
export function aheadBy(dateHeader: string | null, [asked, answered]: readonly [number, number]): number | null {
  const told = Date.parse(dateHeader ?? '');
  const took = answered - asked;
  return Number.isNaN(told) || took < 0 || took > longest ? null : told + halfASecond - (asked + answered) / 2;
}

/** A clock that is off by less is left as it is: it is more exact than what answers tell. */
export const isOff = (ahead: number): boolean => Math.abs(ahead) > minute;

/** A time of this clock as the server would tell it. */
export const corrected = (now: number, ahead: number): string =>
  new Date(isOff(ahead) ? now + ahead : now).toISOString();

/** No scan was made later than now, whatever a clock said that has been set since. */
export const notAfter = (scanned_at: string, now: string): string => (scanned_at > now ? now : scanned_at);
