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
  return { api: world.as(olga, acme), path, head };
}

const yaml = { headers: { 'Content-Type': 'text/yaml' } };

/** Until a file that starts with `head` is as large as it may be. */
const filled = (head: string, unit: string, end = '') =>
  head + unit.repeat((usualEventFileBytes - head.length - end.length) / unit.length) + end;
const manyAliases = Array.from({ length: 9_000 }, (_, n) => `  - &a${n} x\n  - *a${n}\n`).join('');
/** Nine times as many at each step. */
const multiplied = Array.from('bcdefghi', (name, n) => `${name}: &${name} [${`*${'abcdefgh'[n]},`.repeat(9)}]\n`);

const cases: readonly (readonly [string, (head: string) => string, string])[] = [
  ['names that are names of names', (head) => `${head}x:\n  ${'? '.repeat(400)}a\n`, 'depth'],
  ['a list as a name', (head) => `${head}x: { [a]: 1 }\n`, 'name'],
  ['lists in lists', (head) => filled(`${head}x: `, '['), 'depth'],
  ['closed lists in lists', (head) => `${head}x: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`, 'depth'],
  ['objects in objects', (head) => filled(`${head}x: `, '{a: '), 'depth'],
  ['lists in lines', (head) => filled(`${head}x:\n  `, '- '), 'depth'],
  ['a bracket in each line', (head) => filled(head, '}\n'), 'UNEXPECTED_TOKEN'],
  ['empty entries', (head) => filled(`${head}super_events: [`, '{},', ']\n'), 'required'],
  ['one alias after the other', (head) => filled(`${head}a: &a 1\nb: [`, '*a,', ']\n'), 'alias'],
  ['aliases of aliases', (head) => `${head}a: &a [1,1,1,1,1,1,1,1,1]\n${multiplied.join('')}`, 'alias'],
  ['as many anchors as aliases', (head) => `${head}x:\n${manyAliases}`, 'unknownMember'],
  ['one word', (head) => filled(`${head}x: `, 'a', '\n'), 'unknownMember'],
  ['variables without an end', (head) => filled(`${head}x: "`, '${env:', '"\n'), 'unknownMember'],
  ['blanks after the word password', (head) => filled(`${head}x: 1 # password:`, ' ', ',\n'), 'unknownMember'],
];

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

  it('holds up nobody else who asks the same process', async () => {
    const { api, path, head } = await opened();
    const others = await opened();
    const hostile = { isRead: false };
    const text = filled(`${head}super_events: [`, '{},', ']\n');
    const reading = api.post(`${path}/plan`, text, yaml).finally(() => {
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
