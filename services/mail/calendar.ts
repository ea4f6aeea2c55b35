/** Writes a calendar file (RFC 5545) with one event, as calendars of phones and desktops take it. */

export interface CalendarEvent {
  /** Stays the same for the same place, so that a later file changes the event instead of adding another one. */
  readonly uid: string;
  readonly title: string;
  readonly start: Date;
  readonly end: Date | undefined;
  readonly place: string | undefined;
  readonly url: string;
  readonly written_at: Date;
}

const longestLine = 75;

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
    // An event ends after it has begun, or says no end.
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
  let [folded, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
