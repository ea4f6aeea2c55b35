/** The parameters of the writers of emails, and phrases that several writers use. */
import { LRUCache } from 'lru-cache';
import type { EventDetails, EmailData, EmailName } from '../../../shared/contract/emails.ts';
import type { DecisionLetters } from '../../../shared/contract/fields.ts';
import type { CalendarEvent } from '../../../shared/base/calendar.ts';
import { daysIn, endIn, periodIn, type FormatOf } from '../../../shared/base/periods.ts';
import { hours } from '../../../shared/contract/values.ts';
import type { EmailDraft } from '../layout.ts';
import type { EmailTexts } from '../texts/en.ts';

export interface EmailContext {
  /** In the language of the recipient. */
  readonly texts: EmailTexts;
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The decrypted secret of this email. */
  readonly secret: string | undefined;
  /** The address that the email goes to. */
  readonly to: string;
  readonly written_at: Date;
  /** The own words of the hackathon that it is about. */
  readonly own?: DecisionLetters | undefined;
}
export type EmailWriter<L extends EmailName> = (data: EmailData<L>, sender: EmailContext) => EmailDraft;

interface Named {
  readonly super_event_name: string;
  readonly event_name: string | null;
}
/** Returns `Hackathon`, or `Track (Hackathon)`. */
export const eventTitle = ({ super_event_name, event_name }: Named): string =>
  event_name ? `${event_name} (${super_event_name})` : super_event_name;

const moment = {
  ...({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ ...hours, timeZoneName: 'short' } as const),
};
/** To make one takes as long as to write the rest of an email. */
const formats = new LRUCache<string, Intl.DateTimeFormat, Made>({
  max: 200,
  memoMethod: (_, __, { context }) => new Intl.DateTimeFormat(context.dates, context.options),
});
interface Made {
  readonly dates: string;
  readonly options: Intl.DateTimeFormatOptions;
}

const formatsOf =
  ({ dates }: EmailTexts, timeZone = 'UTC'): FormatOf =>
  (options) =>
    formats.memo(`${dates} ${timeZone} ${JSON.stringify(options)}`, {
      context: { dates, options: { ...options, timeZone } },
    });

/** Returns the day of a timestamp in UTC, such as `8 March 2027`. */
export const day = (timestamp: string, texts: EmailTexts) =>
  formatsOf(texts)({ dateStyle: 'long' }).format(new Date(timestamp));

/** Returns `Sat, 6 March 2027, 09:00–18:00 CET`, in the zone of the hackathon. */
function timeOf({ start_at, end_at, tz }: EventDetails, texts: EmailTexts): string | undefined {
  if (!start_at) return undefined;
  const [start, end] = [new Date(start_at), new Date(end_at ?? start_at)];
  // A range comes with spaces that some fonts lack.
  return periodIn(start, end, moment, formatsOf(texts, tz ?? 'UTC')).replace(/\p{Zs}/gu, ' ');
}

/** Returns `6–7 March`, in the zone of the hackathon; undefined where its days are not set. */
export function daysOf(happening: EventDetails | undefined, texts: EmailTexts): string | undefined {
  if (!happening?.start_at) return undefined;
  const [start, end] = [new Date(happening.start_at), new Date(happening.end_at ?? happening.start_at)];
  const days = daysIn(start, end, { day: 'numeric', month: 'long' }, formatsOf(texts, happening.tz ?? 'UTC'));
  return days.replace(/\p{Zs}/gu, ' ').replace(/(\d) – (\d)/, '$1–$2');
}

/** Returns the end of something, such as `Sat, 6 March 2027 at 09:00 CET`, in the zone of the hackathon. */
export const until = (timestamp: string, happening: EventDetails | undefined, texts: EmailTexts): string =>
  endIn(new Date(timestamp), moment, formatsOf(texts, happening?.tz ?? 'UTC'));

/** Returns time, place and organization of a hackathon. */
export function about(
  happening: EventDetails | undefined,
  texts: EmailTexts,
): Pick<EmailDraft, 'facts' | 'organization'> {
  if (!happening) return {};
  const facts = [
    [texts.when, timeOf(happening, texts)],
    [texts.where, happening.place],
  ] as const;
  return {
    facts: facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    organization: happening.organization_name,
  };
}

interface Place extends Named {
  readonly happening?: EventDetails | undefined;
  readonly registration_id?: string | undefined;
}
/** Returns the parts of an email about a place: the link to the ticket, and the calendar file. */
export function placeOf(data: Place, { texts, publicUrl, written_at, secret }: EmailContext): Partial<EmailDraft> {
  const { happening, registration_id } = data;
  const url = `${publicUrl}/me`;
  return {
    ...about(happening, texts),
    link: { label: texts.openTicket, url },
    ...(secret !== undefined && { code: secret }),
    closing: [texts.codeIsYours],
    event: registration_id && happening ? eventOf(data, { happening, registration_id, url, written_at }) : undefined,
  };
}

function eventOf(
  data: Place,
  of: Required<Pick<Place, 'registration_id'>> & { happening: EventDetails } & Pick<
      CalendarEvent,
      'url' | 'written_at'
    >,
): CalendarEvent | undefined {
  const { start_at, end_at, place } = of.happening;
  if (!start_at) return undefined;
  return {
    uid: `${of.registration_id}@${new URL(of.url).hostname}`,
    title: eventTitle(data),
    start: new Date(start_at),
    end: end_at ? new Date(end_at) : undefined,
    place: place ?? undefined,
    url: of.url,
    written_at: of.written_at,
  };
}
