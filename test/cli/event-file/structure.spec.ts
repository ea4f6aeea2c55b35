import { describe, expect, it } from '@jest/globals';
import { event, head, oneProblemEach, organization, problemsOf } from './mistakes.ts';

describe('A text that is not YAML', () => {
  oneProblemEach([
    [
      'a list that never ends',
      `${head}users: [\n¶api_keys: []\n`,
      'This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'a name used twice',
      `${head}users: []\n¶users: []\n`,
      'This name is already used in the same object: keep one of them.',
    ],
    [
      'a second document',
      `${head}¶---\nversion: 1\n`,
      'A second document starts here: an event file is one document, so leave out the --- line.',
    ],
    [
      'an alias of nothing',
      `${head}users: ¶*nobody\n`,
      'Nothing above is named &nobody: an alias needs its anchor before it.',
    ],
    ['an alias of itself', `${head}users: &u [¶*u]\n`, '*u stands inside what it means: a file cannot contain itself.'],
    [
      'a tag',
      `version: ¶!!js/function 1\n${organization}\n`,
      'An event file has no tags: write the value without the word after the exclamation mark.',
    ],
    [
      'a name that is a list',
      `${head}users: [{ ¶[email]: a@x.test }]\n`,
      'This is no name: a name is a word, and no list, object or alias.',
    ],
    [
      'a name that is a name of a name',
      `${head}x:\n  ${'? '.repeat(31)}¶${'? '.repeat(400)}a\n`,
      'This is nested more than 32 levels deep.',
    ],
    [
      'lists that are nested too deep',
      `${head}x: ${'['.repeat(31)}¶${'['.repeat(10_000)}`,
      'This is nested more than 32 levels deep.',
    ],
    [
      'a text with NUL',
      `${head}users: [{ email: a@x.test, name: ¶"A\\0" }]\n`,
      'This text has the NUL character, which cannot be stored: leave it out.',
    ],
    [
      'half of a character',
      `${event}    config_json: { a: [¶"\\ud800"] }\n`,
      'This text has one half of a character without the other, which cannot be stored: leave it out.',
    ],
    [
      'a number that is too large',
      `${event}    config_json: { a: ¶1e400 }\n`,
      'This is no number that can be stored: write a smaller one, or text in quotes.',
    ],
    [
      'a name of every object',
      `${event}    config_json: { ¶__proto__: { a: 1 } }\n`,
      'This cannot be the name of a member: choose another one.',
    ],
    [
      'a tag of a value that JSON does not have',
      `${event}    config_json: { a: !!set ¶{ b } }\n`,
      'An event file has no tags: write the value without the word after the exclamation mark.',
    ],
    [
      'another YAML, of which yes is a word for true',
      `¶%YAML 1.1\n---\n${event}    config_json: { a: yes }\n`,
      'An event file is YAML 1.2, where other words are numbers and true or false: leave out the line %YAML.',
    ],
    ['a list instead of an object', '¶- version: 1\n', 'The file must be an object that starts with version: 1.'],
    ['nothing at all', '¶', 'The file must be an object that starts with version: 1.'],
  ]);

  it('multiplies aliases without end', () => {
    const rows = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'])
      rows.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`);
    expect(problemsOf(`${rows.join('\n')}\n`)).toMatchObject([{ code: 'alias' }]);
  });
});

/** A tenth of what a file may have. Not every error is listed. */
describe('A file that is made to take long', () => {
  const size = 200_000;
  it.each([
    ['entries without anything', `"users":[${'{},'.repeat(size / 3)}{}]`],
    ['members that nobody knows', Array.from({ length: 10_000 }, (_, n) => `"unknown-${n}":1`).join()],
    ['one name many times', Array(10_000).fill('"users":[]').join()],
    ['variables that are not set', `"users":[${Array(15_000).fill('"${env:X}"').join()}]`],
    [
      'a name without end',
      `"organization":{"slug":"${'a'.repeat(size / 2)}"},"api_keys":[{"label":"${'b'.repeat(size / 2)}"}]`,
    ],
  ])('has %s', (_what, members) => {
    const problems = problemsOf(`{"version":1,${members}}`);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(2_000);
  });

  it('has aliases of aliases', () => {
    expect(problemsOf(`[&a x,${Array(40_000).fill('*a').join()}]`)).toMatchObject([{ code: 'alias' }]);
  });
});

describe('A member that is wrong by itself', () => {
  oneProblemEach([
    [
      'an unknown name',
      `${head}¶uzers: []\n`,
      'uzers is not known here; allowed are version, organization, users, super_events, api_keys, webhooks. Did you mean users?',
    ],
    ['a missing name', `version: 1\norganization: ¶{ slug: acme }\n`, 'organization.name is required.'],
    ['a value left empty', `version: 1\norganization:\n  slug: acme\n  ¶name:\n`, 'organization.name is required.'],
    ['an empty entry', `${head}users:\n  -¶\n`, 'users[0] is empty: fill it in, or leave it out.'],
    ['another version', `version: ¶2\n${organization}\n`, 'version must be 1.'],
    [
      'a number for a text',
      `${head}users: [{ email: a@x.test, name: ¶12 }]\n`,
      'users[0].name must be text: write it in quotes.',
    ],
    ['a text for a number', `${event}    paid_days: ¶two\n`, 'super_events[0].paid_days must be a number.'],
    [
      'a role in small letters',
      `version: 1\norganization: { slug: acme, name: Acme, members: [{ email: o@x.test, name: O, role: ¶owner }] }\n`,
      'organization.members[0].role must be one of: OWNER, ADMIN, MEMBER. Did you mean OWNER?',
    ],
    [
      'a missing role',
      `version: 1\norganization: { slug: acme, name: Acme, members: [¶{ email: o@x.test, name: O }] }\n`,
      'organization.members[0].role is required, one of: OWNER, ADMIN, MEMBER.',
    ],
    [
      'a slug with capitals',
      `version: 1\norganization: { slug: ¶Acme, name: Acme Hacks }\n`,
      'organization.slug must be lower case letters and digits joined by hyphens, such as spring-hack, and not look like a UUID.',
    ],
    [
      'an unknown time zone',
      `${head}super_events: [{ slug: a, name: Aa, tz: ¶Europe/Berln }]\n`,
      'super_events[0].tz must be an IANA time zone, such as Europe/Berlin. Did you mean Europe/Berlin?',
    ],
    [
      'a day the calendar lacks',
      `${head}super_events: [{ slug: a, name: Aa, tz: UTC, start_at: ¶2027-02-30T09:00 }]\n`,
      'super_events[0].start_at must be a time such as 2027-03-06T09:00 (local to tz) or 2027-03-06T08:00Z.',
    ],
    [
      'an email without a domain',
      `${head}users: [{ email: ¶judy, name: Judy }]\n`,
      'users[0].email must be an email address.',
    ],
    [
      'a short password',
      `${head}users: [{ email: a@x.test, name: A, password: ¶short }]\n`,
      'users[0].password must have at least 10 characters.',
    ],
    [
      'a team size that is none',
      `${event.replace('max_team_size: 2', 'max_team_size: ¶0')}`,
      'super_events[0].tracks[0].config_json.max_team_size must be a whole number above 0.',
    ],
  ]);

  it.each([
    ['password: correct-horse', 'password: *************'],
    ['password: correct horse battery', 'password: *********************'],
    ['"password": "correct horse"', '"password": ***************'],
    ['password: "cor\\"rect, horse"', 'password: ******************'],
    [`password: 'cor''rect, horse'`, 'password: ******************'],
  ])('is shown with its line, passwords blanked out: %s', (written, shown) => {
    const text = `${head}users:\n  - { email: judy, name: Judy, ${written} }\n`;
    expect(problemsOf(text)).toMatchObject([{ source: `  - { email: judy, name: Judy, ${shown} }` }]);
  });
});
