/** Slugs change over HTTP: whoever has the one a file names is not for that alone the one the file means. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
});
afterEach(() => world.close());

const file = () => written(acme());

/** An organization that was renamed over HTTP. */
async function squatted(slug = 'acme') {
  const squatter = await world.organization();
  const mallory = await world.member(squatter, 'OWNER', { email: 'mallory@evil.test' });
  const api = world.as(mallory, squatter);
  expect((await api.patch(`/organizations/${squatter.id}`, { slug })).status).toBe(200);
  return { squatter, api };
}
const everything = () => world.rows`
  select (select count(*)::int from identity.api_key where label = 'kiosk-1') as keys,
         (select count(*)::int from events.super_event) as super_events,
         (select count(*)::int from organizations.member) as members`;
const untouched = [{ keys: 0, super_events: 0, members: 1 }];

const doubt = 'acme got this slug over HTTP; its members are mallory@evil.test.';

describe('An organization that took the slug of a file over HTTP', () => {
  it('gets nothing from a script, which is told what to do', async () => {
    await squatted();
    for (const yes of [false, true]) {
      const { code, stdout, stderr } = await run(apply, { file: file(), yes });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(doubt);
      expect(stderr).toContain('Nothing was changed.');
      expect(stderr).toContain('apply with --adopt');
    }
    expect(await everything()).toEqual(untouched);
  });

  it('is shown by the plan, which says who its members are', async () => {
    await squatted();
    const { code, stdout, stderr } = await run(plan, { file: file() });
    expect(code).toBe(2);
    expect(stdout).toContain(`! ${doubt}\n`);
    expect(stderr).toMatch(/^Run muster apply -f .* --adopt to do this, if acme is the organization you mean\.$/m);
    expect((await ask(plan, { file: file() })).answer).toMatchObject({ doubts: expect.arrayContaining([doubt]) });
  });

  it.each([
    ['no', [false], 1],
    ['yes', [true, true], 0],
    ['yes, but not to what would be done', [true, false], 1],
  ] as const)('is asked about at a terminal, where somebody says %s', async (_said, answers, expected) => {
    await squatted();
    const questions: string[] = [];
    const asked = (options: { file: string }, output: Parameters<typeof apply>[1]) =>
      apply(options, output, (question) => Promise.resolve(answers[questions.push(question) - 1] ?? false));
    const { code, stderr } = await run(asked, { file: file() });
    expect(code).toBe(expected);
    expect(stderr).toContain(`! ${doubt}`);
    expect(questions[0]).toBe('Is acme the organization you mean? [y/N] ');
    expect(questions).toHaveLength(answers.length);
    if (expected === 1) expect(await everything()).toEqual(untouched);
  });

  it('is taken with --adopt, once for all', async () => {
    const { squatter } = await squatted();
    const { answer } = await ask(apply, { file: file(), adopt: true });
    expect(answer.organization).toEqual({ id: squatter.id, slug: 'acme' });
    expect((await ask(apply, { file: file() })).answer.changes).toMatchObject({ created: 0, changed: 0 });
    expect((await run(plan, { file: file() })).code).toBe(0);
  });
});

describe('An organization that the file made', () => {
  it('is taken without a question, whoever joined it since', async () => {
    await ask(apply, { file: file() });
    const [organization] = await world.rows<{ id: string; slug: string; name: string }>`
      select id, slug, name from organizations.organization`;
    await world.member(organization as { id: string }, 'OWNER');
    expect((await ask(apply, { file: file() })).code).toBe(0);
  });

  it('is asked about where the file names others altogether', async () => {
    await ask(apply, { file: file() });
    const members = '\n    - { email: otto@other.test, name: Otto Other, role: OWNER }';
    const none = { users: ' []', roles: ' []', participants: ' []', teams: ' []', keys: ' []' };
    const strangers = written(acme({ members, ...none }));
    const { code, stderr } = await run(apply, { file: strangers });
    expect(code).toBe(1);
    expect(stderr).toContain('acme has no member whom the file names; its members are olga@acme.test, adam@acme.test.');
    expect((await ask(apply, { file: strangers, adopt: true })).code).toBe(0);
  });

  it('goes by its new slug after it was renamed over HTTP; its former one makes no other', async () => {
    const { answer } = await ask(apply, { file: file() });
    await world.rows`update organizations.organization set slug = 'acme-new' where id = ${answer.organization.id}`;
    const { code, stderr } = await run(apply, { file: file(), adopt: true });
    expect(code).toBe(1);
    expect(stderr).toContain('The organization acme has been renamed to acme-new.');
    expect(stderr).toContain('Write slug: acme-new in the file');
    expect(await world.rows`select slug from organizations.organization`).toEqual([{ slug: 'acme-new' }]);
  });

  it('may be made anew by its former slug once 30 days have passed', async () => {
    const { answer } = await ask(apply, { file: file() });
    await world.rows`update organizations.organization set slug = 'acme-new' where id = ${answer.organization.id}`;
    await world.rows`update organizations.slug set retired_at = now() - interval '31 days' where slug = 'acme'`;
    const empty = 'version: 1\norganization: { slug: acme, name: Another Acme }\n';
    expect((await ask(apply, { file: written(empty) })).answer.changes).toMatchObject({ created: 1 });
  });
});
