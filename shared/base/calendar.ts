/** Writes a calendar file (RFC 5545) with one event, for calendars on phones and desktops. */

export interface CalendarEvent {
  /** The same for every file of one place, so that a later file updates the event instead of adding another one. */
  readonly uid: string;
  readonly title: string;
  readonly start: Date;
  readonly end: Date | undefined;
  readonly place: string | undefined;
  readonly url: string;
  readonly written_at: Date;
}

const lineOctetsAtMost = 75;
const bytes = new TextEncoder();
const octetsOf = (text: string) => bytes.encode(text).length;

export function calendarOf({ uid, title, start, end, place, url, written_at }: CalendarEvent): string {
  const lines: readonly (readonly [name: string, value: string] | undefined)[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Muster//Muster//EN'],
    ['METHOD', 'PUBLISH'],
    ['BEGIN', 'VEVENT'],
    ['UID', escape(uid)],
    ['DTSTAMP', inUtc(written_at)],
    ['DTSTART', inUtc(start)],
    // An end that is not after the start is left out.
    end && end > start ? ['DTEND', inUtc(end)] : undefined,
    ['SUMMARY', escape(title)],
    place ? ['LOCATION', escape(place)] : undefined,
    ['DESCRIPTION', escape(`Your ticket: ${url}`)],
    ['URL', url],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ];
  return lines.flatMap((line) => (line ? [`${fold(line.join(':'))}\r\n`] : [])).join('');
}

/** Returns `20270306T080000Z`. */
const inUtc = (time: Date) => time.toISOString().replace(/\.\d+|[-:]/g, '');

/** Escapes a text (§3.3.11). Other control characters have no place in one. */
const escape = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Breaks a line before it has more than 75 octets, never within a character (§3.1). */
function fold(line: string): string {
  if (octetsOf(line) <= lineOctetsAtMost) return line;
  let [folded, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > lineOctetsAtMost) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
