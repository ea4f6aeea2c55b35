/** Dates in the time zone of the event and the language of the page. */
import { region } from './intl.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(region, { ...options, timeZone: zone });
  formats.set(key, format);
  return format;
}
const said = (at: string | number | Date, zone: string, options: Intl.DateTimeFormatOptions) =>
  formatOf(zone, options).format(new Date(at));

/** `09:42` */
export const clock = (at: string | number | Date, zone: string) =>
  said(at, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
/** `Sat, 14 March` */
export const day = (at: string | number | Date, zone: string) =>
  said(at, zone, { weekday: 'short', day: 'numeric', month: 'long' });
/** `Sat, 14 March, 09:42` */
export const moment = (at: string | number | Date, zone: string) => `${day(at, zone)}, ${clock(at, zone)}`;
/** `6 – 7 March 2027`; without an end the first day. */
export function span(start: string, end: string | null, zone: string): string {
  const format = formatOf(zone, { day: 'numeric', month: 'long', year: 'numeric' });
  const from = new Date(start);
  return end && new Date(end) > from ? format.formatRange(from, new Date(end)) : format.format(from);
}

/** `Sat, 14 March 2027, 09:42 – 18:00`, with the second day where that is another. */
export const period = (from: string | Date, to: string | Date, zone: string) =>
  formatOf(zone, {
    ...{ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).formatRange(new Date(from), new Date(to));

/** The zone of this device, for what belongs to no event. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
