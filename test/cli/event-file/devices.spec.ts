import { describe } from '@jest/globals';
import { event, oneProblemEach } from './mistakes.ts';

const withDoor = event.replace(
  '{ slug: web, name: Web }',
  '{ slug: web, name: Web, start_at: 2027-03-06T09:00, end_at: 2027-03-07T17:00, checkin_points: [{ key: web-door, name: Door, type: attendance }] }',
);
const devices = (...lines: string[]) => `${withDoor}    checkin_points:
      - { key: main, name: Main, type: attendance }
    devices:
${lines.map((line) => `      - { ${line} }\n`).join('')}`;
const left = 'key: left, kind: kiosk, name: Left';
const is = (what: string) => `super_events[0].devices[0].${what}`;

describe('Devices', () => {
  oneProblemEach([
    [
      'a kind nobody knows',
      devices(left.replace('kiosk', '¶kiosc')),
      is('kind must be one of: kiosk, board. Did you mean kiosk?'),
    ],
    ['no name', devices('key: left, kind: kiosk').replace('- { key: left', '- ¶{ key: left'), is('name is required.')],
    [
      'a point nobody described',
      devices(`${left}, points: [main, ¶mainn]`),
      is('points[1] is no check-in point of this super event; known are main, web-door. Did you mean main?'),
    ],
    ['no points at all', devices(`${left}, points: ¶[]`), is('points must have at least 1 items.')],
    [
      'a board with points',
      devices('key: left, kind: board, name: Left, ¶points: [web-door]'),
      is('points belongs to kiosks: a board shows the whole hackathon.'),
    ],
    [
      'a board that searches',
      devices('key: left, kind: board, name: Left, ¶may_search: true'),
      is('may_search belongs to kiosks.'),
    ],
    ['a PIN of three digits', devices(`${left}, pin: ¶"123"`), is('pin has the wrong format.')],
    [
      'one key twice',
      devices(left, left.replace('left', '¶left')),
      'super_events[0].devices[1].key is already on line 19: it stands once per super event.',
    ],
    [
      'more than a hackathon may have',
      devices(...Array.from({ length: 101 }, (_, n) => `${n ? '' : '¶'}key: k${n}, kind: kiosk, name: K`)).replace(
        /- \{ ¶/,
        '¶- { ',
      ),
      'super_events[0].devices must have at most 100 items.',
    ],
    [
      'a member nobody knows',
      devices(`${left}, ¶expires_at: 2027-03-08T00:00Z`),
      is('expires_at is not known here; allowed are key, kind, name, may_search, sees_answers, prints, points, pin.'),
    ],
  ]);
});
