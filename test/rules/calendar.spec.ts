import { expect, it } from '@jest/globals';
import { calendarOf } from '../../shared/base/calendar.ts';

const event = {
  uid: '0199-1@muster.example.org',
  title: 'AI for Everyone (Spring Hack)',
  start: new Date('2027-03-06T08:00:00Z'),
  end: new Date('2027-03-07T17:30:00Z'),
  place: 'Mainz',
  url: 'https://muster.example.org/me',
  written_at: new Date('2026-12-24T18:00:00.123Z'),
};
/** Joins what was folded. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

it('A calendar file has one event, with its times in UTC', () => {
  expect(linesOf(calendarOf(event))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Muster//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:0199-1@muster.example.org',
    'DTSTAMP:20261224T180000Z',
    'DTSTART:20270306T080000Z',
    'DTEND:20270307T173000Z',
    'SUMMARY:AI for Everyone (Spring Hack)',
    'LOCATION:Mainz',
    'DESCRIPTION:Your ticket: https://muster.example.org/me',
    'URL:https://muster.example.org/me',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it.each([undefined, event.start, new Date('2027-03-05T00:00:00Z')])('It says no end where that is %s', (end) => {
  expect(calendarOf({ ...event, end, place: undefined })).not.toMatch(/DTEND|LOCATION/);
});

it('Text that people type stays one text, with any characters in it', () => {
  const text = calendarOf({ ...event, title: 'Hack; eat, sleep\\\r\nEND:VEVENT\u0007\rX', place: 'a\nb' });
  expect(linesOf(text)).toContain(String.raw`SUMMARY:Hack\; eat\, sleep\\\nEND:VEVENT\nX`);
  expect(linesOf(text)).toContain(String.raw`LOCATION:a\nb`);
});

it.each(['x'.repeat(500), 'Łódź – Čakovec '.repeat(30), '🏕️'.repeat(60)])(
  'No line is longer than 75 octets, and none breaks within a character: %s',
  (title) => {
    const text = calendarOf({ ...event, title });
    const lines = text.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(linesOf(text)).toContain(`SUMMARY:${title}`);
    for (const line of lines) expect(Buffer.from(line).toString()).toBe(line);
  },
);
