/** One mistake is one problem, however many places rest on what is wrong. */
import { describe, expect, it } from '@jest/globals';
import { head, problemsOf } from './mistakes.ts';

const numbers = Array.from({ length: 100 }, (_, number) => number);

/** A hundred people who answered, are on a track, and in teams of four. */
function crowd({
  track = '{ slug: ai, name: AI }',
  field = '{ key: diet, field_type: select, label: Diet, options: [none, vegan], is_required: true }',
  named = 'ai',
  answers = '{ diet: vegan }',
  first = 'p0@x.test',
} = {}) {
  const email = (number: number) => `p${number}@x.test`;
  const people = numbers.map(
    (number) =>
      `      - { email: ${number ? email(number) : first}, name: P, status: accepted, answers: ${answers}, registrations: [{ track: ${named}, status: accepted }] }\n`,
  );
  const teams = numbers.slice(0, 25).map((number) => {
    const [leader, ...members] = [0, 1, 2, 3].map((place) => email(number * 4 + place));
    const others = members.map((member) => `, { email: ${member} }`).join('');
    return `      - { track: ${named}, name: T${number}, members: [{ email: ${leader}, role: LEADER }${others}] }\n`;
  });
  return `${head}super_events:
  - slug: hack
    name: Hack
    registration_fields:
      - ${field}
    tracks:
      - ${track}
      - { slug: web, name: Web }
    participants:
${people.join('')}    teams:
${teams.join('')}`;
}
const messagesOf = (text: string) => problemsOf(text).map(({ line, message }) => [line, message]);

const slugForm =
  'super_events[0].tracks[0].slug must be lower case letters and digits joined by hyphens, such as spring-hack, and not look like a UUID.';

describe('A mistake in what a hundred places rest on', () => {
  it('is not there where the file is right', () => {
    expect(problemsOf(crowd())).toEqual([]);
  });

  it.each([
    ['a slug of a wrong form', { track: '{ slug: AI, name: AI }', named: 'AI' }, 9, slugForm],
    ['a slug of a wrong form that was nearly meant', { track: '{ slug: ai_, name: AI }' }, 9, slugForm],
    ['a slug that is missing', { track: '{ name: AI }' }, 9, 'super_events[0].tracks[0].slug is required.'],
    [
      'a slug that is misspelt',
      { track: '{ slug: aii, name: AI }' },
      12,
      'super_events[0].participants[0].registrations[0].track is no track of this super event; known are aii, web. Did you mean aii? 124 more places say the same.',
    ],
    [
      'a key of a wrong form',
      {
        field: "{ key: 'the diet', field_type: select, label: Diet, options: [none, vegan] }",
        answers: "{ 'the diet': none }",
      },
      7,
      'super_events[0].registration_fields[0].key must be letters and digits, joined by hyphens, underscores or dots, such as main-door.',
    ],
    [
      'a key that is misspelt',
      { answers: '{ dieet: vegan }' },
      12,
      'super_events[0].participants[0].answers.dieet is no registration field; known are diet. Did you mean diet? 99 more places say the same.',
    ],
    [
      'an option that was renamed',
      { answers: '{ diet: meat }' },
      12,
      'super_events[0].participants[0].answers.diet must be one of: none, vegan. 99 more places say the same.',
    ],
    [
      'a choice without options',
      { field: '{ key: diet, field_type: select, label: Diet }' },
      7,
      'super_events[0].registration_fields[0].options is required: a select needs at least one option.',
    ],
    [
      'an address of a wrong form',
      { first: 'p0.x.test' },
      12,
      'super_events[0].participants[0].email must be an email address.',
    ],
  ])('is one problem: %s', (_situation, mistake, line, message) => {
    const found = messagesOf(crowd(mistake));
    expect(found).toEqual([[line, message]]);
  });

  it('is one problem where a judge of many tracks is unknown', () => {
    const tracks = numbers.map(
      (n) => `      - { slug: t${n}, name: Track, roles: [{ email: jud@x.test, role: JUDGE }] }\n`,
    );
    const text = `${head}users: [{ email: judy@x.test, name: Judy }]\nsuper_events:\n  - slug: hack\n    name: Hack\n    tracks:\n${tracks.join('')}`;
    const message =
      'super_events[0].tracks[0].roles[0].email is nobody the file gives a name: add the person under users. Did you mean judy@x.test? 99 more places say the same.';
    expect(messagesOf(text)).toEqual([[8, message]]);
    const nameless = text.replace('{ email: judy@x.test, name: Judy }', '{ name: Judy }');
    expect(messagesOf(nameless)).toEqual([[3, 'users[0].email is required.']]);
  });

  it('is one problem where the entry with the name has a wrong address', () => {
    const users = '{ email: judy.x.test, name: Judy }';
    const text = `${head}users: [${users}]\nsuper_events: [{ slug: hack, name: Hack, participants: [{ email: judy@x.test }] }]\n`;
    expect(messagesOf(text)).toEqual([[3, 'users[0].email must be an email address.']]);
  });

  it('leaves no other problem out', () => {
    const text = crowd({ track: '{ slug: AI, name: AI }', named: 'AI' }).replace('status: accepted', 'status: acepted');
    expect(problemsOf(text)).toHaveLength(2);
    expect(problemsOf(crowd().replaceAll('track: ai', 'track: robots').replace('vegan }', 'vegn }'))).toHaveLength(2);
  });
});
