/** Periods and their ends, as `time.ts` says moments. They load with the parts of a page that show them. */
import { daysIn, endIn, periodIn } from '../../shared/base/periods.ts';
import { hours } from '../../shared/contract/values.ts';
import { ownZone } from './intl.ts';
import { agree, begin, day, days, formatsOf, named, told, type At } from './time.ts';
import { times as texts } from './texts/en.ts';

/** A moment at which something ends: `Sat, 14 March, 24:00`. */
export const deadline = (at: At, zone: string, reader = ownZone): string =>
  `${endIn(new Date(at), days, formatsOf(zone))}, ${told(at, zone, reader, endIn)}`;

const ofYear = { day: 'numeric', month: 'long', year: 'numeric' } as const;
/** `6 – 7 March 2027`, as the options say; without an end the first day. */
export const span = (start: string, end: string | null, zone: string, options: Intl.DateTimeFormatOptions = ofYear) =>
  daysIn(new Date(start), new Date(end ?? start), options, formatsOf(zone));

/**
 * `Sat, 14 March 2027, 09:00 – 18:00`, with the second day where that is another. For a reader whose clock says something else at
 * one of the ends: `Sat, 14 March 2027, 09:00 – 18:00 CET (your time: 03:00 – 12:00)`.
 */
export function period(from: At, to: At, zone: string, reader = ownZone): string {
  const [start, end] = [new Date(from), new Date(to)];
  const isSame = agree(zone, reader, start, end);
  const options = { ...days, year: 'numeric', ...hours, ...(!isSame && named) } as const;
  const there = periodIn(start, end, options, formatsOf(zone));
  if (isSame) return there;
  const write = end > start ? endIn : begin;
  const daysOf = (where: string) => [day(start, where), write(end, days, formatsOf(where))];
  const isOneDay = new Set([zone, reader].flatMap(daysOf)).size === 1;
  return texts.withOwn(there, periodIn(start, end, isOneDay ? hours : { ...days, ...hours }, formatsOf(reader)));
}
