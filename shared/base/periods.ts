/**
 * Periods and their ends as people read them, in emails and on pages. An end at 00:00 belongs to the day before, whose clock
 * then says 24:00.
 */

import { hours } from '../contract/values.ts';

type Options = Intl.DateTimeFormatOptions;
/** Returns the format with these options, of one language and one zone. */
export type FormatOf = (options: Options) => Intl.DateTimeFormat;

const minuteMs = 60_000;

interface Part {
  readonly type: string;
  readonly value: string;
  /** Of parts of a range; a shared one stands once for both of its ends. */
  readonly source?: string;
}
const partOf = (parts: readonly Part[], name: string) => parts.find(({ type }) => type === name)?.value;
const isMidnight = (at: Date, formatOf: FormatOf) => {
  const parts = formatOf(hours).formatToParts(at);
  return Number(partOf(parts, 'hour')) === 0 && Number(partOf(parts, 'minute')) === 0;
};

/** Returns a moment of the day to which an end counts: the end itself, or a minute before where that is midnight. */
export const lastOf = (end: Date, formatOf: FormatOf): Date =>
  isMidnight(end, formatOf) ? new Date(end.getTime() - minuteMs) : end;

const midnight: Readonly<Record<string, string>> = { hour: '24', minute: '00' };
/** Writes the 23:59 at an end as the 24:00 that follows it. */
const untilMidnight = (parts: readonly Part[]): string =>
  parts.map(({ type, value, source }) => (source === 'startRange' ? value : (midnight[type] ?? value))).join('');

/** Returns a moment at which something ends. */
export function endIn(end: Date, options: Options, formatOf: FormatOf): string {
  const [format, last] = [formatOf(options), lastOf(end, formatOf)];
  return last === end ? format.format(end) : untilMidnight(format.formatToParts(last));
}

/** Returns `6 – 7 March 2027`, as the options say; without a later day the first. */
export function daysIn(from: Date, to: Date, options: Options, formatOf: FormatOf): string {
  const [format, last] = [formatOf(options), lastOf(to, formatOf)];
  return last > from ? format.formatRange(from, last) : format.format(from);
}

/** Returns `Sat, 6 March 2027, 09:00–18:00 CET`, as the options say; without a later end the moment of the begin. */
export function periodIn(from: Date, to: Date, options: Options, formatOf: FormatOf): string {
  const format = formatOf(options);
  if (to <= from) return format.format(from);
  const last = lastOf(to, formatOf);
  const end = last > from ? last : to;
  const parts: readonly Part[] = format.formatRangeToParts(from, end);
  const zoneAt = (at: Date) => partOf(format.formatToParts(at), 'timeZoneName');
  const isNamedOnce = parts.filter(({ type }) => type === 'timeZoneName').length === 1;
  // A range within a day names the zone of its end alone, also where clocks are changed on that day.
  if (isNamedOnce && zoneAt(from) !== zoneAt(end)) {
    return `${format.format(from)} – ${endIn(to, { ...hours, timeZoneName: 'short' }, formatOf)}`;
  }
  return end === to ? format.formatRange(from, to) : untilMidnight(parts);
}
