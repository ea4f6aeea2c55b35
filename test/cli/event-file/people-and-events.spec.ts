import { describe, expect, it } from '@jest/globals';
import { event, head, oneProblemEach, problemsOf } from './mistakes.ts';

describe('People', () => {
  oneProblemEach([
    [
      'an email that is nobody',
      `${head}api_keys: [{ label: k, user: ¶olla@acme.test }]\n`,
      'api_keys[0].user is nobody the file gives a name: add the person under users. Did you mean ola@acme.test?',
    ],
    [
      'a person without a name',
      `${head}users: [{ email: ¶a@x.test }]\n`,
      'users[0].email has no name anywhere in the file: give a@x.test one.',
    ],
    [
      'a person with two names',
      `${head}users: [{ email: ola@acme.test, name: ¶Olga }]\n`,
      'users[0].name differs from Ola, the name of ola@acme.test on line 2: write one of them.',
    ],
    [
      'a user twice',
      `${head}users:\n  - { email: a@x.test, name: A }\n  - { email: ¶A@X.test }\n`,
      'users[1].email is already on line 4: it stands once under users.',
    ],
    [
      'a role for nobody',
      `${event.replace('name: Web', 'name: Web, roles: [{ email: ¶ole@acme.test, role: JUDGE }]')}`,
      'super_events[0].tracks[1].roles[0].email is nobody the file gives a name: add the person under users. Did you mean ola@acme.test?',
    ],
    [
      'a role twice',
      `${event.replace('name: Web', 'name: Web, roles: [{ email: ola@acme.test, role: JUDGE }, { email: ¶ola@acme.test, role: JUDGE }]')}`,
      'super_events[0].tracks[1].roles[1].email is already on line 15: it stands once per role and track.',
    ],
    [
      'an API key label twice',
      `${head}api_keys:\n  - { label: k, user: ola@acme.test }\n  - { label: ¶k, user: ola@acme.test }\n`,
      'api_keys[1].label is already on line 4: it stands once among the API keys.',
    ],
    [
      'a key that expires nowhere in particular',
      `${head}api_keys: [{ label: k, user: ola@acme.test, expires_at: ¶2027-03-08T00:00 }]\n`,
      'api_keys[0].expires_at needs an offset, such as 2027-03-08T00:00Z, for no tz applies to a key.',
    ],
  ]);
});

const point = (rest: string) => event.replace('name: Web', `name: Web, checkin_points: [${rest}]`);

const criteria = (...rest: string[]) => event.replace('name: Web', `name: Web, criteria: [${rest.join(', ')}]`);

describe('Criteria', () => {
  oneProblemEach([
    [
      'a criterion without a weight',
      criteria('¶{ name: Craft }'),
      'super_events[0].tracks[1].criteria[0].weight is required.',
    ],
    [
      'a weight in percent',
      criteria('{ name: Craft, weight: ¶40 }'),
      'super_events[0].tracks[1].criteria[0].weight must be at most 1.',
    ],
    [
      'a weight below nothing',
      criteria('{ name: Craft, weight: ¶-0.1 }'),
      'super_events[0].tracks[1].criteria[0].weight must be at least 0.',
    ],
    [
      'a name that is a number',
      criteria('{ name: ¶7, weight: 0.1 }'),
      'super_events[0].tracks[1].criteria[0].name must be text: write it in quotes.',
    ],
    [
      'a misspelt member',
      criteria('{ name: Craft, weight: 0.1, ¶descripton: How }'),
      'super_events[0].tracks[1].criteria[0].descripton is not known here; allowed are name, description, weight, order_index. Did you mean description?',
    ],
    [
      'a name twice on a track',
      criteria('{ name: Craft, weight: 0.1 }', '{ name: ¶" Craft ", weight: 0.2 }'),
      'super_events[0].tracks[1].criteria[1].name is already on line 15: it stands once per track.',
    ],
    [
      'weights that are more than 1 together',
      event.replace('name: Web', 'name: Web, ¶criteria: [{ name: A, weight: 0.7 }, { name: B, weight: 0.30002 }]'),
      'super_events[0].tracks[1].criteria weigh 1.00002 together, and may weigh 1.',
    ],
  ]);

  it('may weigh exactly 1, on each track, under the same names', () => {
    const tenth = Array.from({ length: 10 }, (_, n) => `{ name: No ${n}, weight: 0.1 }`).join(', ');
    const text = event.replace('name: Web', `name: Web, criteria: [${tenth}]`);
    expect(problemsOf(text.replace('name: AI', `name: AI, criteria: [${tenth}]`))).toEqual([]);
  });

  it('are all told of at once', () => {
    const text = criteria('{ name: A, weight: 0.9 }', '{ name: A, weight: 0.9 }', '{ name: B, weight: 2 }');
    expect(problemsOf(text).map(({ code }) => code)).toEqual(['weights', 'duplicate', 'numberMax']);
  });
});

describe('Super events, tracks and check-in points', () => {
  oneProblemEach([
    [
      'a super event slug twice',
      `${event}  - { slug: ¶hack, name: Again }\n`,
      'super_events[1].slug is already on line 4: it stands once in the organization.',
    ],
    [
      'a track slug twice, in another super event',
      `${event}  - { slug: b, name: Bb, tracks: [{ slug: ¶ai, name: AI }] }\n`,
      'super_events[1].tracks[0].slug is already on line 14: it stands once in the organization, whatever the super event.',
    ],
    [
      'an end before the start',
      `${head}super_events: [{ slug: a, name: Aa, tz: UTC, start_at: 2027-03-06T09:00, end_at: ¶2027-03-06T08:00 }]\n`,
      'super_events[0].end_at must be after start_at.',
    ],
    [
      'a registration that closes before it opens',
      `${head}super_events: [{ slug: a, name: Aa, tz: UTC, opens_at: 2027-03-06T09:00, closes_at: ¶2027-03-06T08:00 }]\n`,
      'super_events[0].closes_at must be after opens_at.',
    ],
    [
      'a prize twice',
      `${head}super_events: [{ slug: a, name: Aa, prizes: [{ key: jury, name: Jury }, { key: ¶jury, name: Jury }] }]\n`,
      'super_events[0].prizes[1].key is already on line 3: it stands once per super event.',
    ],
    [
      'a final track without a mode',
      `${event.replace('name: Web', 'name: Web, start_at: 2027-03-06T09:00, end_at: 2027-03-06T10:00, tz: UTC, status: ¶final')}`,
      'super_events[0].tracks[1].status cannot be final without mode: add it, or leave it a draft.',
    ],
    [
      'a local time without a zone',
      `${head}super_events: [{ slug: a, name: Aa, start_at: ¶2027-03-06T09:00 }]\n`,
      'super_events[0].start_at is a local time, but no tz says local to where: add tz, or an offset such as Z.',
    ],
    [
      'an hour the clocks skip',
      `${head}super_events: [{ slug: a, name: Aa, tz: Europe/Berlin, start_at: ¶2027-03-28T02:30 }]\n`,
      'super_events[0].start_at does not exist in Europe/Berlin, where the clocks go forward over it: choose another, or add an offset.',
    ],
    [
      'a point without any time',
      `${head}super_events: [{ slug: a, name: Aa, checkin_points: [¶{ key: d, name: Door, type: attendance, opens_at: 2027-03-06T07:00Z }] }]\n`,
      'super_events[0].checkin_points[0].closes_at is required here, because nothing it could follow from says end_at.',
    ],
    [
      'a window that closes first',
      point('{ key: d, name: Door, type: attendance, opens_at: 2027-03-06T08:00, closes_at: ¶2027-03-06T08:00 }'),
      'super_events[0].tracks[1].checkin_points[0].closes_at must leave time between opens_at and closes_at.',
    ],
    [
      'a point key twice',
      point(
        '{ key: d, name: Door, type: attendance, opens_at: 2027-03-06T08:00, closes_at: 2027-03-06T09:00 }, { key: ¶d, name: Door, type: attendance, opens_at: 2027-03-06T08:00, closes_at: 2027-03-06T09:00 }',
      ),
      'super_events[0].tracks[1].checkin_points[1].key is already on line 15: it stands once per track or super event.',
    ],
    [
      'requirements at a point that is no milestone',
      point(
        '{ key: d, name: Door, type: doorkeeper, opens_at: 2027-03-06T08:00, closes_at: 2027-03-06T09:00, ¶milestone_requirements: [{ id: repo, title: Repository }] }',
      ),
      'super_events[0].tracks[1].checkin_points[0].milestone_requirements belongs to points of type milestone, and this one is doorkeeper.',
    ],
  ]);
});
