import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply } from '../../cli/commands/apply.ts';
import { create, list, revoke } from '../../cli/commands/keys.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  await ask(apply, { file: written(acme()) });
});
afterAll(() => world.close());

const owner = { user: 'olga@acme.test', org: 'acme' };
const statusWith = async (key: string) =>
  (await world.stranger({ 'X-Api-Key': key }).get('/super-events/spring-hack')).status;

describe('muster keys', () => {
  it('makes a key that works, and shows it alone on stdout', async () => {
    const { code, stdout, stderr } = await run(create, { ...owner, label: 'laptop' });
    expect(code).toBe(0);
    expect(await statusWith(stdout.trim())).toBe(200);
    expect(stderr).toContain('shown once');
  });

  it('lists keys without their text', async () => {
    const { answer } = await ask(list, { org: 'acme' });
    expect(answer.api_keys).toEqual([
      expect.objectContaining({ label: 'kiosk-1', user: 'adam@acme.test', expires_at: '2036-03-08T00:00:00.000Z' }),
      expect.objectContaining({ label: 'laptop', user: 'olga@acme.test', organization: 'acme', expires_at: null }),
    ]);
    const { stdout } = await run(list, {});
    expect(stdout).toMatch(/^LABEL +ORGANIZATION +USER +CREATED +LAST USED +EXPIRES\nkiosk-1 +acme +adam@acme\.test/);
    expect(stdout).not.toContain('mst_');
  });

  it('ends a key, and its label is free again', async () => {
    const { stdout } = await run(create, { ...owner, label: 'short-lived' });
    expect(await run(revoke, { label: 'short-lived' })).toMatchObject({
      code: 0,
      stdout: 'Revoked short-lived of acme.\n',
    });
    expect(await statusWith(stdout.trim())).toBe(401);
    expect(await run(create, { ...owner, label: 'short-lived' })).toMatchObject({ code: 0 });
  });

  it('says that a key ends later where nobody could be told at once', async () => {
    await run(create, { ...owner, label: 'late' });
    process.env['NATS_URL'] = 'nats://127.0.0.1:1';
    const { code, stderr } = await run(revoke, { label: 'late' });
    expect([code, stderr]).toEqual([0, 'It stops working everywhere within ten seconds.\n']);
    delete process.env['NATS_URL'];
  });

  it('asks for the organization where several have the label', async () => {
    const other = await world.organization();
    await run(create, { user: owner.user, org: other.slug, label: 'laptop' });
    const { code, stderr } = await run(revoke, { label: 'laptop' });
    expect(code).toBe(1);
    expect(stderr).toContain(`Add --org, one of: acme, ${other.slug}`);
    expect(await run(revoke, { label: 'laptop', org: other.slug })).toMatchObject({ code: 0 });
  });

  it.each([
    [{ user: 'nobody@acme.test' }, 1, 'Nobody has the email nobody@acme.test.'],
    [{ org: 'acne' }, 1, 'There is no organization acne.\nKnown are: acme'],
    [{ label: 'kiosk-1' }, 1, 'acme already has a key labelled kiosk-1.'],
    [{ expires: 'tomorrow' }, 64, 'is no time with an offset'],
    [{ expires: '2020-01-01T00:00Z' }, 64, 'is over already'],
  ])('refuses %j with what to do', async (wrong, code, words) => {
    const said = await run(create, { ...owner, label: 'new', ...wrong });
    expect(said).toMatchObject({ code, stdout: '' });
    expect(said.stderr).toContain(words);
  });

  it('knows when no key has the label', async () => {
    expect((await run(revoke, { label: 'absent' })).stderr).toContain('muster keys list shows those there are.');
  });
});
