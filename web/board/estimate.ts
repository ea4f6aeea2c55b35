/** Estimates from the numbers of a board. */
import type { Answer } from '../../clients/typescript/src/index.ts';

export type Shown = Answer<'checkIn', 'board'>;
type Point = Shown['per_point'][number];
type Points = Pick<Shown, 'per_point'>;

/** A meal brings nobody in, and neither does a gate where teams hand in. */
const isDoor = ({ type }: Pick<Point, 'type'>): boolean => type === 'attendance' || type === 'doorkeeper';

/** The points at which people are scanned at a time, in milliseconds; a gate where teams hand in is not looked at from afar. */
export const openAt = ({ per_point }: Points, now: number): Point[] =>
  per_point.filter(
    ({ type, opens_at, closes_at }) =>
      type !== 'milestone' && Date.parse(opens_at) <= now && now < Date.parse(closes_at),
  );

/** Whether every door has closed, at a time in milliseconds. */
export function isOver({ per_point }: Points, now: number): boolean {
  const doors = per_point.filter(isDoor);
  return doors.length > 0 && doors.every(({ closes_at }) => Date.parse(closes_at) <= now);
}

/** People a minute, at all doors together, lately. */
export const rateOf = ({ per_point }: Points): number =>
  per_point.filter(isDoor).reduce((sum, { rate_per_minute }) => sum + rate_per_minute, 0);

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
