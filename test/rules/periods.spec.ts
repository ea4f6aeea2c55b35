/** Times as people read them, in the zone of the event and in that of the reader. */
import { describe, expect, it } from '@jest/globals';
import { endIn, periodIn, type FormatOf } from '../../shared/base/periods.ts';
import { hours } from '../../shared/contract/values.ts';
import { deadline, period, span } from '../../web/shared/periods.ts';
import { clock, day, moment, zoneNote } from '../../web/shared/time.ts';

const formatsOf =
  (timeZone: string, language = 'en-GB'): FormatOf =>
  (options) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone });
const spelt = {
  ...({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const),
  ...({ ...hours, timeZoneName: 'short' } as const),
};
const berlin = formatsOf('Europe/Berlin');
const plain = (text: string) => text.replace(/\p{Zs}/gu, ' ').replace(/ ?– ?/g, ' – ');
const written = (from: string, to: string, formats = berlin) =>
  plain(periodIn(new Date(from), new Date(to), spelt, formats));

describe('A period in an email', () => {
  it.each([
    ['a day', '2027-03-06T08:00Z', '2027-03-06T17:00Z', 'Sat, 6 March 2027, 09:00 – 18:00 CET'],
    ['a moment', '2027-03-06T08:00Z', '2027-03-06T08:00Z', 'Sat, 6 March 2027 at 09:00 CET'],
    ['a day until midnight', '2027-03-06T08:00Z', '2027-03-06T23:00Z', 'Sat, 6 March 2027, 09:00 – 24:00 CET'],
    ['the last minute of a day', '2027-03-06T22:59Z', '2027-03-06T23:00Z', /23:59 CET – .*00:00 CET$/],
    [
      'two days until midnight',
      '2027-03-06T08:00Z',
      '2027-03-07T23:00Z',
      'Sat, 6 March 2027 at 09:00 CET – Sun, 7 March 2027 at 24:00 CET',
    ],
    [
      'days between which clocks change',
      '2027-03-27T21:00Z',
      '2027-03-28T08:00Z',
      'Sat, 27 March 2027 at 22:00 CET – Sun, 28 March 2027 at 10:00 CEST',
    ],
    [
      'a day on which clocks change',
      '2027-03-28T00:00Z',
      '2027-03-28T08:00Z',
      'Sun, 28 March 2027 at 01:00 CET – 10:00 CEST',
    ],
    [
      'a day on which clocks change, until midnight',
      '2027-03-27T23:00Z',
      '2027-03-28T22:00Z',
      'Sun, 28 March 2027 at 00:00 CET – 24:00 CEST',
    ],
  ])('names the zone of each end: %s', (_, from, to, text) => {
    if (typeof text === 'string') expect(written(from, to)).toBe(text);
    else expect(written(from, to)).toMatch(text);
  });

  it.each([
    ['de-DE', 'Sa., 6. März 2027, 09:00 – 24:00 Uhr MEZ'],
    ['fr-FR', 'sam. 6 mars 2027, 09:00 – 24:00 UTC+1'],
    ['es-ES', /^sáb, 6 de marzo de 2027, 0?9:00 – 24:00 CET$/],
  ])('ends at 24:00 in %s too', (language, text) => {
    const shown = written('2027-03-06T08:00Z', '2027-03-06T23:00Z', formatsOf('Europe/Berlin', language));
    if (typeof text === 'string') expect(shown).toBe(text);
    else expect(shown).toMatch(text);
  });

  it('ends at the midnight of its zone, not at that of another', () => {
    const end = new Date('2027-03-07T00:00Z');
    expect(plain(endIn(end, spelt, berlin))).toBe('Sun, 7 March 2027 at 01:00 CET');
    expect(plain(endIn(end, spelt, formatsOf('UTC')))).toBe('Sat, 6 March 2027 at 24:00 UTC');
  });
});

describe('A time on a page', () => {
  const [from, to] = ['2027-03-06T08:00Z', '2027-03-06T17:00Z'];
  const at = (zone: string, reader: string) => plain(period(from, to, zone, reader));

  it('stands alone for a reader whose clock says the same, by whatever name', () => {
    for (const reader of ['Europe/Berlin', 'Europe/Paris', 'Africa/Lagos']) {
      expect(at('Europe/Berlin', reader)).toMatch(/09:00 – 18:00$/);
      expect(moment(from, 'Europe/Berlin', reader)).toMatch(/, 09:00$/);
      expect(zoneNote(from, 'Europe/Berlin', reader)).toBeUndefined();
    }
  });
  it('has the zone, and the time of a reader whose clock says another', () => {
    expect(at('Europe/Berlin', 'America/New_York')).toMatch(/09:00 – 18:00 (CET|GMT\+1) \(your time: 03:00 – 12:00\)$/);
    expect(moment(from, 'Europe/Berlin', 'Asia/Kolkata')).toMatch(/, 09:00 (CET|GMT\+1) \(your time: 13:30\)$/);
    expect(clock(from, 'Europe/Berlin', 'UTC')).toMatch(/^09:00 (CET|GMT\+1) \(your time: 08:00\)$/);
    expect(zoneNote(from, 'Europe/Berlin', 'UTC')).toMatch(/^Times are in (CET|GMT\+1)\.$/);
  });
  it('names the day of the reader where that is another', () => {
    const sunday = day('2027-03-07T12:00Z', 'UTC');
    expect(clock('2027-03-06T17:00Z', 'Europe/Berlin', 'Asia/Tokyo')).toContain(`(your time: ${sunday}, 02:00)`);
    const shown = at('Europe/Berlin', 'Asia/Tokyo');
    expect(shown).toMatch(/09:00 – 18:00 (CET|GMT\+1) \(your time: Sat\P{Nd}+6.*17:00 – Sun\P{Nd}+7.*02:00\)$/u);
  });
  it('has that of the reader where clocks of one of the two change between', () => {
    const [begin, end] = ['2027-03-27T21:00Z', '2027-03-28T08:00Z'];
    const shown = plain(period(begin, end, 'Europe/Berlin', 'Africa/Lagos'));
    expect(shown).toMatch(/22:00 (CET|GMT\+1) – .*10:00 (CEST|GMT\+2) \(your time: .*22:00 – .*09:00\)$/);
  });
});

describe('An end at 00:00', () => {
  const midnight = '2027-03-07T23:00Z';

  it('belongs to the day before, for the days of a hackathon and for its times', () => {
    const days = (end: string) => plain(span('2027-03-06T08:00Z', end, 'Europe/Berlin'));
    expect(days(midnight)).toBe(days('2027-03-07T17:00Z'));
    expect(days('2027-03-06T23:00Z')).toBe(plain(span('2027-03-06T08:00Z', null, 'Europe/Berlin')));
    expect(days('2027-03-07T23:01Z')).not.toBe(days(midnight));
    const shown = plain(period('2027-03-07T08:00Z', midnight, 'Europe/Berlin', 'Europe/Berlin'));
    expect(shown).toMatch(/^Sun\P{L}.*09:00 – 24:00$/u);
  });
  it('is 24:00 where it is a deadline, and 00:00 where something begins', () => {
    const [sunday, monday] = [day('2027-03-07T12:00Z', 'UTC'), day('2027-03-08T12:00Z', 'UTC')];
    expect(deadline(midnight, 'Europe/Berlin', 'Europe/Paris')).toBe(`${sunday}, 24:00`);
    expect(moment(midnight, 'Europe/Berlin', 'Europe/Paris')).toBe(`${monday}, 00:00`);
  });
  it('is told to a reader elsewhere by their own clock', () => {
    const [sunday, monday] = [day('2027-03-07T12:00Z', 'UTC'), day('2027-03-08T12:00Z', 'UTC')];
    expect(deadline(midnight, 'Europe/Berlin', 'America/New_York')).toMatch(/24:00 (CET|GMT\+1) \(your time: 18:00\)$/);
    const tokyo = deadline(midnight, 'Europe/Berlin', 'Asia/Tokyo');
    expect(tokyo).toContain(`${sunday}, 24:00 `);
    expect(tokyo).toContain(`(your time: ${monday}, 08:00)`);
  });
});
