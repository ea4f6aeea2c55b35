import { describe, expect, it } from '@jest/globals';
import { tokenIn } from '../../shared/contract/formats.ts';
import { aheadBy, corrected, isOff, notAfter } from '../../web/shared/server-clock.ts';
import { HandScanner, meantBy } from '../../web/kiosk/hand-scanner.ts';
import type { Guest, Outcome, Point, Verdict } from '../../web/kiosk/model.ts';
import { Readings } from '../../web/kiosk/readings.ts';
import { agrees, decidedAt, provisional, verdictOf } from '../../web/kiosk/verdict.ts';
import { isOver, openAt, rateOf, throughAt } from '../../web/board/estimate.ts';

const minute = 60_000;

describe('The clock of a kiosk', () => {
  const noon = Date.parse('2027-03-06T12:00:00.000Z');
  const header = 'Sat, 06 Mar 2027 12:00:00 GMT';

  it('learns the time of the service from the middle of a question and its answer', () => {
    expect(aheadBy(header, [noon - 300_000, noon - 299_000])).toBe(300_000);
    expect(aheadBy(header, [noon, noon + 1_000])).toBe(0);
  });
  it.each([
    ['no header', null, [noon, noon + 10]],
    ['nonsense', 'yesterday', [noon, noon + 10]],
    ['an answer that took long', header, [noon, noon + 10_001]],
    ['a clock that was set meanwhile', header, [noon, noon - 1]],
  ] as const)('learns nothing from %s', (_, told, times) => expect(aheadBy(told, times)).toBeNull());

  it('is corrected when it is off by more than a minute', () => {
    expect([isOff(minute), isOff(-minute), isOff(minute + 1), isOff(-minute - 1)]).toEqual([false, false, true, true]);
    expect(corrected(noon, minute)).toBe('2027-03-06T12:00:00.000Z');
    expect(corrected(noon, 10 * minute)).toBe('2027-03-06T12:10:00.000Z');
  });
  it('sends no time that is still to come', () => {
    const [early, late] = ['2027-03-06T12:00:00.000Z', '2027-03-06T12:10:00.000Z'];
    expect([notAfter(late, early), notAfter(early, late)]).toEqual([early, early]);
  });
});

describe('A code before the camera', () => {
  it('is one reading until it was gone for three seconds', () => {
    const readings = new Readings();
    const counted = [0, 120, 2_900, 5_800, 8_799, 11_799].filter((now) => readings.counts('ada', now));
    expect(counted).toEqual([0, 11_799]);
  });
  it('is told from others that are held up beside it', () => {
    const readings = new Readings();
    const counted = ['ada', 'ben', 'ada', 'ben'].filter((code, index) => readings.counts(code, index * 100));
    expect(counted).toEqual(['ada', 'ben']);
  });
});

describe('A hand scanner', () => {
  const keyed = (key: string, timeStamp: number, code = '') => ({ key, code, timeStamp });
  const pressed = (text: string, gap: number, end = 'Enter') => {
    const scanner = new HandScanner();
    return [...text, end].map((key, index) => scanner.press(keyed(key, 1_000 + index * gap))).at(-1);
  };
  it.each(['Enter', 'Tab'])('types quickly and ends with %s', (end) => {
    expect(pressed('abcdefgh-12', 20, end)).toEqual({ typed: 'abcdefgh-12', placed: '' });
  });
  it('is told from people, who are slower or press few keys', () => {
    expect([pressed('abcdefghij', 120), pressed('abc', 20)]).toEqual([null, null]);
  });
  it('is understood behind keys of people, and with capitals', () => {
    const scanner = new HandScanner();
    scanner.press(keyed('x', 0));
    [...'ABCDEFGH'].forEach((key, index) => {
      scanner.press(keyed('Shift', 5_000 + index * 20 - 5, 'ShiftLeft'));
      scanner.press(keyed(key, 5_000 + index * 20, `Key${key}`));
    });
    expect(scanner.press(keyed('Enter', 5_160))).toEqual({ typed: 'ABCDEFGH', placed: 'abcdefgh' });
  });

  const token = '0123456789abcdef0123456789abcdef01234567';
  it('is read by the places of its keys where what it typed is no token', () => {
    expect(meantBy({ typed: 'qàéç'.repeat(10), placed: token })).toBe(token);
    expect(meantBy({ typed: `xx${token}`, placed: token })).toBe(token);
    expect(meantBy({ typed: token.toUpperCase(), placed: 'q'.repeat(40) })).toBe(token.toUpperCase());
    expect(meantBy({ typed: 'a ticket of another event', placed: 'qticket' })).toBe('a ticket of another event');
  });
  it.each([
    token.toUpperCase(),
    ` ${token}\r\n`,
    `]Q1${token}`,
    `]d2${token}`,
    `]C1 ${token.slice(0, 20)} ${token.slice(20)}`,
  ])('has its token read from %j', (scanned) => expect(tokenIn(scanned)).toBe(token));
});

const point: Point = {
  id: 'door',
  name: 'Door',
  type: 'attendance',
  event_id: 'track',
  opens_at: '2027-03-06T07:00:00.000Z',
  closes_at: '2027-03-06T12:00:00.000Z',
  portions: 1,
  checked_in_count: 0,
};
const guest: Guest = { token_hash: 'h1', name: 'Zoë Čapek', status: 'accepted', event_id: 'track' };

const at = '2027-03-06T09:00:00.000Z';
const known = { guest, track: 'Robots' };

describe('The verdict at a point that hands out', () => {
  it('says so, with an answer of the service and without', () => {
    const data = {
      checked_in: true as const,
      checked_in_at: at,
      checkin_id: 'c',
      registration_id: 'r',
      point_name: 'Lunch',
    };
    expect(verdictOf({ data: { ...data, point_type: 'meal' } }, known).advice).toBe('Recorded. Hand it out.');
    const lunch = { ...point, type: 'meal' as const };
    const { advice } = provisional(known, { point: lunch, seen: null, now: lunch.opens_at, zone: 'UTC' });
    expect(advice).toBe('On the list. Hand it out; it is recorded as soon as there is a network.');
  });
});

describe('The verdict for a decision of the service', () => {
  const decided = (outcome: Outcome) => verdictOf(outcome, known);
  it.each([
    [
      'ok',
      {
        checked_in: true,
        checked_in_at: at,
        checkin_id: 'c',
        registration_id: 'r',
        point_name: 'Door',
        point_type: 'attendance',
      },
      null,
    ],
    ['again', { already_checked_in: true, checked_in_at: at }, at],
    ['again', { verified: true, first_check_in_at: at }, at],
  ] as const)('is shown as %s', (kind, data, since) => {
    expect(decided({ data })).toMatchObject({ kind, since, name: 'Zoë Čapek', track: 'Robots', missing: [] });
  });
  it('lists what a team has still to hand in', () => {
    const requirement = { id: 'a', title: 'Video', description: null, is_required: true, satisfied: false };
    const milestone_requirements = [
      requirement,
      { ...requirement, title: 'Slides', is_required: false },
      { ...requirement, title: 'Repository', satisfied: true },
    ];
    const data = {
      requires_milestone_submission: true as const,
      team_id: 't',
      team_name: 'Rockets',
      milestone_requirements,
    };
    expect(decided({ data })).toMatchObject({ kind: 'gate', missing: ['Video', 'Slides (optional)'] });
  });
  it('says of somebody who waits for a place that they are not on the list', () => {
    const verdict = verdictOf({ code: 'NOT_ACCEPTED' }, { guest: undefined, track: null });
    const advice = 'This person is not accepted. Send them to the desk.';
    expect(verdict).toMatchObject({ kind: 'refused', name: null, unnamed: 'Not on the list', advice });
    expect(decided({ code: 'NOT_ACCEPTED' })).toMatchObject({ name: 'Zoë Čapek' });
    expect(decided({ code: 'NOT_ACCEPTED', status: 'waitlisted' })).toMatchObject({
      advice: 'This person is not accepted (waiting list). Send them to the desk.',
    });
  });
  it('names nobody for a code that nobody knows', () => {
    const verdict = verdictOf({ code: 'INVALID_TOKEN' }, { guest: undefined, track: null });
    expect(verdict).toMatchObject({ kind: 'refused', name: null, track: null });
  });
});

describe('A ticket of another track', () => {
  const elsewhere = (...types: Point['type'][]) =>
    types.map((type) => ({ ...point, id: type, name: type, type, event_id: 'other' }));
  const told = (...types: Point['type'][]) => {
    const points = [{ ...point, event_id: 'track' }, ...elsewhere(...types)];
    const whose = { guest: { ...guest, event_id: 'other' }, track: 'Climate' };
    return decidedAt({ code: 'INVALID_TOKEN' }, whose, { id: 'door', points, zone: 'UTC' }).advice;
  };
  it.each([
    ['Climate: attendance', ['milestone', 'doorkeeper', 'attendance']],
    ['Climate: doorkeeper', ['milestone', 'meal', 'doorkeeper']],
    ['Climate', ['milestone', 'meal', 'item']],
    ['Climate', []],
  ] as const)('is for %s where the track has %j', (where, types) => {
    expect(told(...types)).toBe(`Their ticket is for ${where}.`);
  });
});

describe('Without an answer', () => {
  const standing = { point, seen: null, now: at, zone: 'Europe/Berlin' };
  it.each([
    ['offline-ok', known, standing],
    ['offline-unknown', { guest: undefined, track: null }, standing],
    ['offline-unknown', { ...known, guest: { ...guest, event_id: 'other' } }, standing],
    [
      'offline-ok',
      { ...known, guest: { ...guest, event_id: null } },
      { ...standing, point: { ...point, event_id: null } },
    ],
    ['again', known, { ...standing, seen: at }],
    ['refused', known, { ...standing, now: '2027-03-06T06:59:59.999Z' }],
    ['refused', known, { ...standing, now: '2027-03-06T12:00:00.001Z' }],
  ])('says %s', (kind, whose, how) => expect(provisional(whose, how).kind).toBe(kind));
  it('says when a door opens that is not open yet', () => {
    const early = { ...standing, now: '2027-03-06T06:59:59.999Z' };
    expect(provisional(known, early).advice).toMatch(/^Opens .*(08|8):00/);
  });

  it.each([
    [true, 'offline-ok', 'ok'],
    [true, 'offline-unknown', 'refused'],
    [true, 'again', 'again'],
    [true, null, 'ok'],
    [false, null, 'refused'],
    [false, 'offline-ok', 'again'],
    [false, 'offline-ok', 'gate'],
    [false, 'offline-ok', 'refused'],
    [false, 'offline-unknown', 'ok'],
  ] as const)('it is %s that %s was as good as %s', (isSame, shown, kind) => {
    const verdict: Verdict = { kind, name: null, track: null, answers: '', advice: '', since: null, missing: [] };
    expect(agrees(shown && { ...verdict, kind: shown }, verdict)).toBe(isSame);
  });
});

describe('A board', () => {
  const doors = (...rates: number[]) =>
    rates.map((rate_per_minute, n) => ({
      ...{ id: `${n}`, name: 'Door', type: 'attendance' as const },
      ...{ opens_at: '2027-03-06T08:00:00.000Z', closes_at: '2027-03-06T12:00:00.000Z' },
      ...{ checked_in: 0, expected: null, rate_per_minute },
    }));
  it('says when all will be through at the rate of all doors', () => {
    const per_point = doors(2.5, 1.5);
    expect(rateOf({ per_point })).toBe(4);
    expect(throughAt({ accepted: 50, checked_in: 10, per_point }, 0)).toBe(10 * minute);
  });
  it('says nothing where nobody comes, all are here, or it would take more than a day', () => {
    expect(throughAt({ accepted: 50, checked_in: 10, per_point: doors(0) }, 0)).toBeNull();
    expect(throughAt({ accepted: 50, checked_in: 50, per_point: doors(1) }, 0)).toBeNull();
    expect(throughAt({ accepted: 5_000, checked_in: 0, per_point: doors(0.2) }, 0)).toBeNull();
  });
  it('lists what is open, and no gate where teams hand in', () => {
    const per_point = (['attendance', 'milestone', 'meal'] as const).flatMap((type) =>
      doors(1).map((door) => ({ ...door, type })),
    );
    const typesAt = (time: string) => openAt({ per_point }, Date.parse(time)).map(({ type }) => type);
    expect(typesAt('2027-03-06T07:59:59Z')).toEqual([]);
    expect(typesAt('2027-03-06T08:00:00Z')).toEqual(['attendance', 'meal']);
    expect(typesAt('2027-03-06T12:00:00Z')).toEqual([]);
    expect(rateOf({ per_point })).toBe(1);
  });
  it('is over once every door has closed, whatever else is open', () => {
    const [first, second] = doors(0, 0);
    const at = Date.parse('2027-03-06T12:00:00Z');
    const later = { ...second!, closes_at: '2027-03-07T12:00:00.000Z' };
    expect(isOver({ per_point: [first!, second!] }, at)).toBe(true);
    expect(isOver({ per_point: [first!, second!] }, at - 1)).toBe(false);
    expect(isOver({ per_point: [first!, later] }, at)).toBe(false);
    expect(isOver({ per_point: [first!, { ...later, type: 'meal' }] }, at)).toBe(true);
    expect(isOver({ per_point: [] }, at)).toBe(false);
  });
});
