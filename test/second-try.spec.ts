/** A whole run of other specs: which of its failures are tried again, and what it says at its end. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'muster-second-try-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const passes = "test('holds', () => undefined);";
const fails = "test('is so', () => { throw new Error('It is not so.\\nAnd more of it.'); });";
/** Fails while the mark is not there, and leaves it. */
const failsAtFirst = (mark: string) => `
  const { existsSync, writeFileSync } = require('node:fs');
  test('is so', () => {
    if (existsSync('${mark}')) return;
    writeFileSync('${mark}', '');
    throw new Error('It is not so yet.');
  });`;

interface Ended {
  readonly code: number;
  /** The last lines that it said. */
  readonly last: readonly string[];
}

/** Runs these specs of a project of their own. */
async function runOf(name: string, specs: Record<string, string>): Promise<Ended> {
  const folder = join(home, name);
  const config = {
    projects: [
      { displayName: 'one', testRegex: '\\.spec\\.js$', transform: {} },
      { displayName: 'long', testRegex: 'never', transform: {} },
      { displayName: 'together', testRegex: 'never', transform: {} },
    ],
  };
  const files = { ...specs, 'package.json': '{}', 'jest.config.json': JSON.stringify(config) };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return new Promise((done) => {
    execFile(process.execPath, [resolve('test/run.ts')], { cwd: folder }, (error, _stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), last: stderr.trimEnd().split('\n').slice(-4) }),
    );
  });
}

describe('A run of all specs', () => {
  it('passes where a file that failed passes alone, and says so', async () => {
    const { code, last } = await runOf('once', {
      'a.spec.js': passes,
      'b.spec.js': failsAtFirst('b.mark'),
    });
    expect([code, last.at(-1)]).toEqual([0, 'second try: b.spec.js › is so: passed alone']);
  });

  it('fails where it fails again, and ends with its name and the first line of its message', async () => {
    const { code, last } = await runOf('twice', { 'a.spec.js': passes, 'b.spec.js': fails });
    expect([code, last.at(-1)]).toEqual([1, 'failed: one b.spec.js › is so: Error: It is not so.']);
  });

  it('fails at once where what failed must hold the first time', async () => {
    const { code, last } = await runOf('races', {
      'features/teams/races.spec.js': failsAtFirst('races.mark'),
    });
    expect([code, last.at(-1)]).toEqual([
      1,
      'failed: one features/teams/races.spec.js › is so: Error: It is not so yet.',
    ]);
  });

  it('fails at once where more than three files failed, and where a file cannot be read', async () => {
    const four = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.spec.js`, failsAtFirst(name)]));
    expect((await runOf('many', four)).code).toBe(1);
    const { code, last } = await runOf('broken', { 'a.spec.js': 'const = 1;' });
    expect([code, last.at(-1)]).toEqual([1, expect.stringMatching(/^failed: one a\.spec\.js › the file: /)]);
  });
});
