import { describe, expect, it } from '@jest/globals';
import { muster, written } from './command.ts';

describe('muster validate', () => {
  it('finds nothing wrong with the example', async () => {
    const { code, stdout } = await muster(['validate', '-f', 'examples/spring-hack.yaml', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, problems: [] });
  });

  it('shows each problem with its line and a mark under it, and what to do next', async () => {
    const file = written(`version: 1\norganization: { slug: acme, nam: Acme }\n`);
    const plain = await muster(['validate', '-f', file]);
    expect(plain).toMatchObject({ code: 1, stdout: '' });
    expect(plain.stderr.split('\n')).toEqual([
      `${file}:2:15: organization.name is required.`,
      '    2 | organization: { slug: acme, nam: Acme }',
      '      |               ^',
      '',
      `${file}:2:29: organization.nam is not known here; allowed are slug, name, can_create_events, members, lists. Did you mean name?`,
      '    2 | organization: { slug: acme, nam: Acme }',
      '      |                             ^',
      '',
      `${file}: 2 problems. Correct the lines above, then run muster validate -f ${file} again.`,
      '',
    ]);
    const { code, stdout } = await muster(['--json', 'validate', '-f', file]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, problems: [{ line: 2 }, { suggestion: 'name' }] });
  });

  it('fails with what to do where there is no file', async () => {
    const { code, stderr } = await muster(['validate', '-f', 'absent.yaml']);
    expect(code).toBe(1);
    expect(stderr).toContain('examples/spring-hack.yaml is one to start from');
  });

  it.each([
    [['vaildate'], '(Did you mean validate?)'],
    [['validate'], "required option '-f, --file <file>' not specified"],
    [['validate', '-f', 'a.yaml', '--jsn'], '(Did you mean --json?)'],
  ])('answers wrong usage %j with 64', async (args, hint) => {
    const { code, stderr } = await muster(args);
    expect(code).toBe(64);
    expect(stderr).toContain(hint);
    expect(stderr).toContain('muster --help');
  });
});
