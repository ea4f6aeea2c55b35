/** The project as a package that another project installs. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { memberWithPassword, password } from '../support/sign-in.ts';
import { openWorld } from '../support/world.ts';

const execute = promisify(execFile);
const ours = resolve('node_modules');
let home: string;
let installed: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'muster-package-'));
  const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', home]);
  const modules = join(home, 'node_modules');
  installed = join(modules, 'muster');
  await mkdir(installed, { recursive: true });
  await execute('tar', ['-xzf', join(home, stdout.trim()), '-C', installed, '--strip-components', '1']);
  const others = (await readdir(ours)).filter((name) => !name.startsWith('.') && name !== 'muster');
  await Promise.all(others.map((name) => symlink(join(ours, name), join(modules, name))));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('The packed project', () => {
  it('has no optional package that an npm on Node 20 would leave out', async () => {
    type Entry = { optional?: true; os?: string[]; cpu?: string[]; engines?: { node?: string } };
    const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
    const leftOut = Object.entries(packages)
      .filter(([, { optional, os, cpu }]) => optional && !os && !cpu)
      .filter(([, { engines }]) => Math.min(...(engines?.node?.match(/(?<![\d.])\d+/g) ?? ['0']).map(Number)) > 20);
    expect(leftOut).toEqual([]);
  });

  it('brings the command line, which runs where it is installed', async () => {
    const { bin, version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    const muster = (...args: string[]) => execute(join(installed, bin.muster), args, { cwd: home });
    expect(await muster('--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
    const { stdout } = await muster('validate', '-f', join(installed, 'examples/spring-hack.yaml'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({ valid: true });
  });

  it('lets a crowd come to an installation', async () => {
    const world = await openWorld();
    try {
      const acme = await world.organization();
      const { email: user } = await memberWithPassword(world, acme, 'OWNER');
      const asked = {
        url: world.url,
        user,
        org: acme.slug,
        people: 5,
        rate: 20,
        duration: 1,
        p99: 60_000,
      };
      const options = Object.entries(asked).flatMap(([name, value]) => [`--${name}`, String(value)]);
      const command = [join(installed, 'cli/installed.js'), ['loadtest', ...options, '--json']] as const;
      // Its goals are a matter of the machine.
      const { stdout } = await execute(...command, { env: { ...process.env, MUSTER_PASSWORD: password } }).catch(
        (failed: { stdout: string }) => failed,
      );
      const { sent, first, recorded, failed } = JSON.parse(stdout) as Record<string, number>;
      expect({ sent: Number(sent) > 0, first, failed }).toEqual({ sent: true, first: recorded, failed: {} });
    } finally {
      await world.close();
    }
  });
});
