/**
 * Adds a field, an endpoint and a fact to a copy of the tree as CONTRIBUTING says. The patches hold what is written by hand:
 * each may touch exactly the files that its checklist names. Then the compiler and the specs that are named have to agree.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const page = readFileSync('CONTRIBUTING.md', 'utf8');
const isSpec = (path: string) => path.endsWith('.spec.ts');
const isProduct = (path: string) => !isSpec(path);

function checklistOf(kind: string) {
  const patch = resolve(`test/docs/additions/${kind}.patch`);
  const [, after = ''] = page.split(new RegExp(`^## Add an? ${kind}\n`, 'm'));
  const [text = ''] = after.split('\n## ');
  const named = new Set([...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path));
  const touched = [...readFileSync(patch, 'utf8').matchAll(/^diff --git a\/(\S+)/gm)].map(([, path = '']) => path);
  return { kind, patch, text, named: [...named], touched };
}
const checklists = ['field', 'endpoint', 'fact'].map(checklistOf);

let copy: string;
const run = async (file: string, ...given: string[]) => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const options = { cwd: copy, env, maxBuffer: 2 ** 26 };
  return promisify(execFile)(file, given, options).then(
    () => 'done',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${file} ${given.join(' ')}\n${stdout}\n${stderr}`,
  );
};
const node = (...given: string[]) => run(process.execPath, '--no-warnings', ...given);

const left = new Set(['node_modules', '.git', 'dist']);
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'additions-'));
  await cp('.', copy, { recursive: true, filter: (path) => !left.has(basename(path)) });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

describe.each(checklists)('The checklist that adds a $kind', ({ text, named, touched }) => {
  it('names every file that is changed, and no other', () => {
    const changed = touched.filter((path) => existsSync(path));
    expect(named.filter(isProduct).toSorted()).toEqual(changed.filter(isProduct).toSorted());
    expect(named).toEqual(expect.arrayContaining(changed));
    // The name of a new file depends on what is there already.
    for (const path of touched.filter((path) => !existsSync(path)))
      expect(path).toMatch(/^services\/registrations\/migrations\/\d{4}_\w+\.ts$/);
  });

  it('says how many they are', () => {
    expect(text.replace(/\s+/g, ' ')).toContain(`${touched.length} files by hand`);
  });
});

it('The checklists lead to a tree that compiles and passes the specs they name', async () => {
  for (const { patch } of checklists) expect(await run('git', 'apply', '--unsafe-paths', patch)).toBe('done');
  // The types of the client, which the pages and specs take, are generated.
  expect(await node('cli/docs.ts')).toBe('done');
  expect(await node('clients/typescript/generate.ts')).toBe('done');
  const specs = [...new Set(checklists.flatMap(({ named }) => named).filter(isSpec))];
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--selectProjects'];
  const outcomes = await Promise.all([
    node('node_modules/typescript/bin/tsc'),
    node('node_modules/typescript/bin/tsc', '--project', 'web'),
    node(...jest, 'quick', 'together', 'thorough', '-w', '1', '--forceExit', '--runTestsByPath', ...specs),
  ]);
  expect(outcomes).toEqual(['done', 'done', 'done']);
}, 600_000);
