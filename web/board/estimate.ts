/** Estimates from the numbers of a board. */
import type { Answer } from '../../clients/typescript/src/index.ts';

export type Shown = Answer<'checkIn', 'board'>;

/** People a minute, at all doors together, lately; a meal brings nobody in. */
export const rateOf = ({ per_point }: Pick<Shown, 'per_point'>): number =>
  per_point.reduce((sum, { expected, rate_per_minute }) => sum + (expected === null ? rate_per_minute : 0), 0);

/** An estimate that is further away says nothing. */
const furthest = 24 * 60;

/**
 * When everybody who is accepted will be through at this rate.
 * @param now Milliseconds.
 * @returns Milliseconds; null where everybody is through, or nobody comes now.
 */
export function throughAt(shown: Pick<Shown, 'accepted' | 'checked_in' | 'per_point'>, now: number): number | null {
  const left = shown.accepted - shown.checked_in;
  const minutes = left / rateOf(shown);
  return left > 0 && minutes <= furthest ? now + minutes * 60_000 : null;
}
