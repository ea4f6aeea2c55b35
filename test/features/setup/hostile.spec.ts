import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usualEventFileBytes } from '../../../shared/contract/setup.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  const path = `/organizations/${acme.slug}/event-file`;
  return { acme, api: world.as(olga, acme), path, head };
}

const yaml = { headers: { 'Content-Type': 'text/yaml' } };

/** Until a file that starts with `head` is as large as it may be. */
const filled = (head: string, unit: string, end = '') =>
  head + unit.repeat((usualEventFileBytes - head.length - end.length) / unit.length) + end;
const manyAliases = Array.from({ length: 9_000 }, (_, n) => `  - &a${n} x\n  - *a${n}\n`).join('');
/** Nine times as many at each step. */
const multiplied = Array.from('bcdefghi', (name, n) => `${name}: &${name} [${`*${'abcdefgh'[n]},`.repeat(9)}]\n`);

/** Takes a second to read. */
const wrongEntries = (head: string) => filled(`${head}users: [`, '{email: x, name: 1, onboarded: 2, pass: 3},', ']\n');
/** A hackathon with so many participants, and more of them that take the same list. */
const crowd = (size: number, more: number) => {
  const people = Array.from({ length: size }, (_, n) => `{ email: p${n}@crowd.invalid, name: Pam }`);
  const others = Array.from({ length: more }, (_, n) => `- { slug: h${n}, name: Hack, participants: *p }\n`);
  return `super_events:\n- { slug: hack, name: Hack, participants: &p [${people.join(', ')}] }\n${others.join('')}`;
};

const cases: readonly (readonly [string, (head: string) => string, string])[] = [
  ['names that are names of names', (head) => `${head}x:\n  ${'? '.repeat(400)}a\n`, 'depth'],
  ['a list as a name', (head) => `${head}x: { [a]: 1 }\n`, 'name'],
  ['lists in lists', (head) => filled(`${head}x: `, '['), 'depth'],
  ['closed lists in lists', (head) => `${head}x: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`, 'depth'],
  ['objects in objects', (head) => filled(`${head}x: `, '{a: '), 'depth'],
  ['lists in lines', (head) => filled(`${head}x:\n  `, '- '), 'depth'],
  ['a bracket in each line', (head) => filled(head, '}\n'), 'UNEXPECTED_TOKEN'],
  ['empty entries', (head) => filled(`${head}super_events: [`, '{},', ']\n'), 'tooMany'],
  ['entries with nothing right', (head) => wrongEntries(head), 'unknownMember'],
  ['a crowd in many hackathons by aliases', (head) => head + crowd(400, 79), 'alias'],
  ['one alias after the other', (head) => filled(`${head}a: &a 1\nb: [`, '*a,', ']\n'), 'alias'],
  ['aliases of aliases', (head) => `${head}a: &a [1,1,1,1,1,1,1,1,1]\n${multiplied.join('')}`, 'alias'],
  ['as many anchors as aliases', (head) => `${head}x:\n${manyAliases}`, 'unknownMember'],
  ['one word', (head) => filled(`${head}x: `, 'a', '\n'), 'unknownMember'],
  ['variables without an end', (head) => filled(`${head}x: "`, '${env:', '"\n'), 'unknownMember'],
  ['blanks after the word password', (head) => filled(`${head}x: 1 # password:`, ' ', ',\n'), 'unknownMember'],
];

/** Both YAML and JSON. */
const unkept = [
  ['NUL', '"x\\u0000"', 'nul'],
  ['half of a character', '"\\ud800"', 'surrogate'],
  ['half of a character in a name', '{"\\udfff": 1}', 'surrogate'],
  ['a number beyond all', '1e400', 'number'],
  ['the name of a prototype', '{"__proto__": {"b": 1}}', 'name'],
] as const;

describe('A file that is made to take long', () => {
  it.each(cases)('is refused for what is wrong with it: %s', async (_, text, code) => {
    const { api, path, head } = await opened();
    const answer = await api.post(`${path}/plan`, text(head), yaml);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ code })]));
    expect(answer.body.errors?.length).toBeLessThanOrEqual(100);
  });

  it('is refused by apply as by plan', async () => {
    const { api, path, head } = await opened();
    const [, text] = cases[0]!;
    const refusals = await Promise.all(
      ['plan', 'apply'].map((command) => api.post(`${path}/${command}`, text(head), yaml)),
    );
    expect(refusals[1]).toBeRefused(400, 'VALIDATION_FAILED');
    expect(refusals[1]?.body.errors).toEqual(refusals[0]?.body.errors);
  });

  it.each(unkept)('is refused at its place where something in it cannot be kept: %s', async (_, written, code) => {
    const { api, path, head, acme } = await opened();
    const organization = JSON.stringify({ slug: acme.slug, name: acme.name });
    const hackathon = `[{"slug": "hack", "name": "Hack", "config_json": {"a": ${written}}}]`;
    const inJson = `{"version": 1, "organization": ${organization},\n"super_events": ${hackathon}}`;
    const forms = [
      ['application/yaml', `${head}super_events: ${hackathon}\n`, 3],
      ['application/json', inJson, 2],
    ] as const;
    for (const [type, text, line] of forms) {
      for (const command of ['plan', 'apply']) {
        const answer = await api.post(`${path}/${command}`, text, { headers: { 'Content-Type': type } });
        expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
          errors: [{ field: 'file', code, message: expect.any(String), line, column: expect.any(Number) }],
        });
      }
    }
  });

  it('is refused where it says that it is of a YAML in which yes means true', async () => {
    const { api, path, head } = await opened();
    const text = `%YAML 1.1\n---\n${head}super_events: [{ slug: hack, name: Hack, config_json: { a: yes } }]\n`;
    for (const command of ['plan', 'apply']) {
      expect(await api.post(`${path}/${command}`, text, yaml)).toBeRefused(400, 'VALIDATION_FAILED', {
        errors: [expect.objectContaining({ code: 'version', line: 1, column: 1 })],
      });
    }
  });

  it('holds up nobody else who asks the same process', async () => {
    const { api, path, head } = await opened();
    const others = await opened();
    const hostile = { isRead: false };
    const reading = api.post(`${path}/plan`, wrongEntries(head), yaml).finally(() => {
      hostile.isRead = true;
    });
    let answered = 0;
    while (!hostile.isRead) {
      const answer = await others.api.get(`${others.path}/jobs/0197a5c8-0000-7000-8000-000000000000`);
      expect(answer).toBeRefused(404, 'NOT_FOUND');
      if (!hostile.isRead) answered++;
    }
    expect(await reading).toBeRefused(400, 'VALIDATION_FAILED');
    // In a process that reads it itself it is one at most: the one that came in between.
    expect(answered).toBeGreaterThan(3);
  });
});

describe('An organization that keeps sending large files', () => {
  it('takes no place of another one, whose plan is not refused', async () => {
    const [many, other] = [await opened(), await opened()];
    const large = many.head + crowd(1_500, 0);
    let areDone = false;
    const plans = Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => many.api.post(`${many.path}/plan`, large, { ...yaml, once: true })),
    ).finally(() => {
      areDone = true;
    });
    while (!areDone) {
      const answer = await other.api.post(`${other.path}/plan`, other.head, { ...yaml, once: true });
      expect(answer).toMatchObject({ status: 200 });
    }
    expect((await plans).map(({ status }) => status)).toContain(200);
  });
});
