import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { createOutput } from '../../cli/output.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { acme, parts } from './acme.ts';
import { ask, muster, run, written } from './command.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
  process.env['DATABASE_URL'] = stage.databaseUrl;
});
afterAll(() => stage.close());

describe('A plan', () => {
  it('shows what would be created, ends with 2, and writes nothing', async () => {
    const { code, stdout, stderr } = await run(plan, { file: written(acme()) });
    expect(code).toBe(2);
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        '+ create organization acme',
        '+ create person judy@acme.test',
        '+ create track spring-hack/ai',
        '+ create criterion spring-hack/ai/Impact',
        '+ create check-in point spring-hack/badge-desk',
        '+ create team member spring-hack/ai/Rockets/pia@x.test',
      ]),
    );
    expect(stdout).not.toMatch(/horse|mst_/);
    expect(stderr).toMatch(/^Run muster apply -f .* to do this\.\n$/);
    expect(await stage.rows`select from organizations.organization`).toEqual([]);
    expect(await stage.rows`select from identity.audit`).toEqual([]);
  });

  it('shows each change with what was and what will be', async () => {
    await ask(apply, { file: written(acme()) });
    const changed = acme({ name: 'Spring Hackathon', cap: '    max_participants: null' });
    const { code, stdout } = await run(plan, { file: written(changed) });
    expect({ code, stdout }).toEqual({
      code: 2,
      stdout:
        '~ change super event spring-hack (name: Spring Hack -> Spring Hackathon, max_participants: 3 -> null)\n' +
        '= unchanged: 31\n',
    });
  });

  it('says the same to scripts, without what stays', async () => {
    const { code, answer } = await ask(plan, { file: written(acme({ name: 'Spring Hackathon' })) });
    expect(code).toBe(2);
    expect(answer).toEqual({
      changes: { created: 0, changed: 1, unchanged: 31 },
      actions: [
        { action: 'change', what: 'super event spring-hack', fields: { name: ['Spring Hack', 'Spring Hackathon'] } },
      ],
    });
  });

  it('ends with 0 where nothing is to do', async () => {
    expect(await run(plan, { file: written(acme()) })).toEqual({ code: 0, stdout: '= unchanged: 32\n', stderr: '' });
  });

  it('stays a line for each change, whatever people wrote', async () => {
    await stage.rows`update events.super_event set description = ${'Fun\n- remove organization acme\u001b[2J'}`;
    const described = acme().replace('    status: final', '    description: For all\n    status: final');
    const said = { stdout: '' };
    const terminal = { isTTY: true, write: (text: string) => (said.stdout += text) };
    await plan({ file: written(described) }, createOutput({ json: false }, terminal, { write: () => undefined }));
    await stage.rows`update events.super_event set description = null`;
    expect(stripVTControlCharacters(said.stdout).split('\n')).toEqual([
      String.raw`~ change super event spring-hack (description: Fun\n- remove organization acme\u001b[2J -> For all)`,
      '= unchanged: 31',
      '',
    ]);
  });

  it('counts what would be more than a screen', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `\n      - { email: p${n}@x.test, name: P ${n} }`).join('');
    const { stdout } = await run(plan, { file: written(acme({ participants: parts.participants + many })) });
    expect(stdout).toContain('+ create participant: and 10 more');
  });

  it('shows all problems of a wrong file, and touches no database', async () => {
    process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/nowhere';
    const { code, stderr } = await run(plan, { file: written('version: 1\norganization: { slug: A, nam: b }\n') });
    process.env['DATABASE_URL'] = stage.databaseUrl;
    expect(code).toBe(1);
    expect(stderr).toContain('organization.nam is not known here');
    expect(stderr).toContain('has 3 problems. Nothing was changed.');
  });
});

describe('The command itself', () => {
  it('ends with 2, then with 0 after the apply', async () => {
    const file = written(acme({ name: 'Spring Jam' }));
    expect(await muster(['plan', '-f', file])).toMatchObject({ code: 2 });
    expect(await muster(['apply', '-f', file])).toMatchObject({
      code: 0,
      stdout: 'acme: 0 created, 1 changed, 31 unchanged\n',
    });
    expect(await muster(['plan', '-f', file])).toMatchObject({ code: 0 });
  });

  it('says what is wrong with the environment, and ends with 78', async () => {
    const { code, stderr } = await muster(['plan', '-f', written(acme())], { DATABASE_URL: 'mysql://x', PORT: 'many' });
    expect(code).toBe(78);
    expect(stderr).toMatch(/DATABASE_URL .*\n.*PORT|PORT .*\n.*DATABASE_URL/);
  });

  it('says that a database cannot be reached', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nowhere';
    const { code, stderr } = await muster(['plan', '-f', written(acme())], { DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr).toContain('The database cannot be reached');
    expect(stderr).toContain('Check DATABASE_URL');
  });
});
