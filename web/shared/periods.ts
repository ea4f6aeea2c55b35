/** Periods and their ends, as `time.ts` says moments. They load with the parts of a page that show them. */
import { endIn, lastOf, periodIn } from '../../shared/base/periods.ts';
import { hours } from '../../shared/contract/values.ts';
import { ownZone } from './intl.ts';
import { agree, begin, day, days, formatsOf, named, told, type At } from './time.ts';
import { times as texts } from './texts/en.ts';

/** A moment at which something ends: `Sat, 14 March, 24:00`. */
export const deadline = (at: At, zone: string, reader = ownZone): string =>
  `${endIn(new Date(at), days, formatsOf(zone))}, ${told(at, zone, reader, endIn)}`;

/** `6 – 7 March 2027`; without an end the first day. */
export function span(start: string, end: string | null, zone: string): string {
  const format = formatsOf(zone)({ day: 'numeric', month: 'long', year: 'numeric' });
  const from = new Date(start);
  const to = end ? new Date(end) : from;
  return to > from ? format.formatRange(from, lastOf(to, formatsOf(zone))) : format.format(from);
}

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
  const daysIn = (where: string) => [day(start, where), write(end, days, formatsOf(where))];
  const isOneDay = new Set([zone, reader].flatMap(daysIn)).size === 1;
  return texts.withOwn(there, periodIn(start, end, isOneDay ? hours : { ...days, ...hours }, formatsOf(reader)));
}
