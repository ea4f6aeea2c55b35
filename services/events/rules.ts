/** Checks changes of hackathons and tracks: plain values in, problems out. */
import type { FieldProblem } from '../../shared/contract/validator.ts';

/** Times of which the second has to be after the first: of the event, and of its registration. */
const periods = [
  ['start_at', 'end_at'],
  ['opens_at', 'closes_at'],
] as const;
type Period = { readonly [name in (typeof periods)[number][number]]?: Date | string | null | undefined };

/**
 * Checks that what ends or closes does so after it starts or opens. The problem names the member that was sent, or the later one
 * if both were.
 */
export const periodProblems = (period: Period, sent: Period): FieldProblem[] =>
  periods.flatMap(([first, last]): FieldProblem[] => {
    const [from, to] = [period[first], period[last]];
    const isSent = sent[first] !== undefined || sent[last] !== undefined;
    if (!isSent || !from || !to || from < to) return [];
    return sent[last] === undefined
      ? [{ field: first, code: 'period', message: `${first} must be before ${last}` }]
      : [{ field: last, code: 'period', message: `${last} must be after ${first}` }];
  });

export const neededForFinal = {
  super_event: ['tz', 'start_at', 'end_at'],
  event: ['tz', 'start_at', 'end_at', 'mode'],
} as const;

/** Returns the names of members that have no value. */
export const missingOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): string[] =>
  names.filter((name) => row[name] === null);
