/** What a letter's writer receives, and phrases that several writers use. */
import type { Happening, LetterData, LetterName } from '../../../shared/contract/letters.ts';
import type { CalendarEvent } from '../calendar.ts';
import type { Draft, Letter } from '../layout.ts';

export interface Sender {
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** The decrypted secret of this letter. */
  readonly secret: string | undefined;
  /** The address that the letter goes to. */
  readonly to: string;
  readonly written_at: Date;
}
export type Writer<L extends LetterName> = (data: LetterData<L>, sender: Sender) => Letter;

/** Returns the greeting, with the name if there is one. */
export const greet = (name: string | null) => (name ? `Hello ${name},` : 'Hello,');

interface Named {
  readonly super_event_name: string;
  readonly event_name: string | null;
}
/** Returns `Hackathon`, or `Track (Hackathon)`. */
export const eventTitle = ({ super_event_name, event_name }: Named): string =>
  event_name ? `${event_name} (${super_event_name})` : super_event_name;

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
/** Returns the day of a timestamp in UTC, such as `8 March 2027`. */
export const day = (timestamp: string) => days.format(new Date(timestamp));

const spelled = {
  ...({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const),
};
/** Returns `Sat, 6 March 2027, 09:00–18:00 CET`, in the zone of the hackathon. */
function timeOf({ start_at, end_at, tz }: Happening): string | undefined {
  if (!start_at) return undefined;
  const format = new Intl.DateTimeFormat('en-GB', { ...spelled, timeZone: tz ?? 'UTC' });
  const start = new Date(start_at);
  const end = end_at === null ? start : new Date(end_at);
  // A range comes with spaces that some fonts lack.
  return (end > start ? format.formatRange(start, end) : format.format(start)).replace(/\p{Zs}/gu, ' ');
}

/** Returns what everybody wants to know of a hackathon: when, where and by whom. */
export function about(happening: Happening | undefined): Pick<Draft, 'facts' | 'organization'> {
  if (!happening) return {};
  const facts = [
    ['When', timeOf(happening)],
    ['Where', happening.place],
  ] as const;
  return {
    facts: facts.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
    organization: happening.organization_name,
  };
}

interface Place extends Named {
  readonly happening?: Happening | undefined;
  readonly registration_id?: string | undefined;
}
/** Returns what somebody with a place gets: the way to the ticket, and the day for their calendar. */
export function placeOf(data: Place, { publicUrl, written_at, secret }: Sender): Partial<Draft> {
  const { happening, registration_id } = data;
  const url = `${publicUrl}/me`;
  return {
    ...about(happening),
    link: { label: 'Open my ticket', url },
    ...(secret !== undefined && { code: secret }),
    closing: ['The code is yours alone: whoever shows it is checked in as you.'],
    event: registration_id && happening ? eventOf(data, { happening, registration_id, url, written_at }) : undefined,
  };
}

function eventOf(
  data: Place,
  of: Required<Pick<Place, 'registration_id'>> & { happening: Happening } & Pick<CalendarEvent, 'url' | 'written_at'>,
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
