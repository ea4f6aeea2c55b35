/**
 * Dates in the time zone of the event and the language of the page. Where the reader's clock says something else, the zone is
 * named, and their own time stands beside it.
 */
import type { FormatOf } from '../../shared/base/periods.ts';
import { hours } from '../../shared/contract/values.ts';
import { ownZone, region } from './intl.ts';
import { times as texts } from './texts/en.ts';

export type At = string | number | Date;
type Options = Intl.DateTimeFormatOptions;

const formats = new Map<string, Intl.DateTimeFormat>();

export const formatsOf =
  (zone: string): FormatOf =>
  (options) => {
    const key = `${zone} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? new Intl.DateTimeFormat(region, { ...options, timeZone: zone });
    formats.set(key, format);
    return format;
  };
const said = (at: At, zone: string, options: Options) => formatsOf(zone)(options).format(new Date(at));

export const days = { weekday: 'short', day: 'numeric', month: 'long' } as const;
export const named = { timeZoneName: 'short' } as const;

/** Whether clocks of both zones say the same at these times. */
export const agree = (zone: string, reader: string, ...times: readonly At[]) =>
  times.every((at) => said(at, zone, { ...days, ...hours }) === said(at, reader, { ...days, ...hours }));

/** `Sat, 14 March` */
export const day = (at: At, zone: string) => said(at, zone, days);
/** `09:42`, for lists whose heading names the zone by `zoneNote`. */
export const hour = (at: At, zone: string) => said(at, zone, hours);

/** Names the zone of a list of times; nothing where clocks of the reader say the same. */
export const zoneNote = (at: At, zone: string, reader = ownZone): string | undefined =>
  agree(zone, reader, at) ? undefined : texts.timesOf(zoneAt(at, zone));
const zoneAt = (at: At, zone: string) =>
  formatsOf(zone)(named)
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

type Write = (at: Date, options: Options, formatOf: FormatOf) => string;
export const begin: Write = (at, options, formatOf) => formatOf(options).format(at);

/** A time of day, with that of a reader whose clock says another, and their day where that is another too. */
export function told(at: At, zone: string, reader: string, write: Write): string {
  const time = new Date(at);
  const clockIn = (where: string, options: Options = hours) => write(time, options, formatsOf(where));
  if (agree(zone, reader, time)) return clockIn(zone);
  const [there, here] = [zone, reader].map((where) => write(time, days, formatsOf(where)));
  const own = here === there ? clockIn(reader) : `${here}, ${clockIn(reader)}`;
  return texts.withOwn(clockIn(zone, { ...hours, ...named }), own);
}

/** `09:42`, or `09:42 CET (your time: 03:42)`. @param reader The zone of the reader. */
export const clock = (at: At, zone: string, reader = ownZone): string => told(at, zone, reader, begin);

/** `Sat, 14 March, 09:42`, or `Sat, 14 March, 03:00 CET (your time: Fri, 13 March, 21:00)`. */
export const moment = (at: At, zone: string, reader = ownZone): string =>
  `${day(at, zone)}, ${clock(at, zone, reader)}`;
