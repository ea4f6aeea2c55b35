import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { backup } from '../../cli/commands/backup.ts';
import { list } from '../../cli/commands/keys.ts';
import { status, up } from '../../cli/commands/migrate.ts';
import { restore } from '../../cli/commands/restore.ts';
import { inSession } from '../../shared/database/session.ts';
import { restoreEnvironment } from '../support/environment.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { run } from './command.ts';

const never = new AbortController().signal;
const former = { ...process.env };
let stage: Stage;
let folder: string;
beforeAll(async () => {
  stage = await openStage();
  folder = await mkdtemp(join(tmpdir(), 'muster-backup-'));
});
afterAll(async () => {
  restoreEnvironment(former);
  await stage.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => void Object.assign(process.env, { DATABASE_URL: stage.databaseUrl, DATA_DIR: folder }));
const name = (which: string) => join(folder, `${which}.tar.zst`);

describe('Two backups to one name', () => {
  it('are one that is whole, and one that is refused', async () => {
    const file = name('twice');
    const both = await Promise.all([1, 2].map(() => run(backup, { file, signal: never })));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const refused = both.find(({ code }) => code === 1);
    expect(refused).toMatchObject({ stderr: expect.stringContaining('twice.tar.zst is there already.') });
    expect(await run(backup, { file, verify: true, signal: never })).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((each) => each.endsWith('.unfinished'))).toEqual([]);
  });
});

const server = process.env.TEST_DATABASE_URL ?? '';
const ask = (url: string, statement: string) =>
  inSession(
    url,
    { name: 'test', timeoutMs: 10_000 },
    async (session) => (await session.query(statement)).rows as unknown[],
  );

describe('A database of somebody else', () => {
  const database = `foreign_${randomUUID().replaceAll('-', '')}`;
  const url = Object.assign(new URL(server), { pathname: `/${database}` }).href;
  beforeEach(async () => {
    await ask(server, `create database ${database}`);
    process.env.DATABASE_URL = url;
  });
  afterEach(() => ask(server, `drop database ${database}`));

  it.each([
    ['has a schema of a name that is ours', 'create schema events'],
    [
      'has migrations of its own',
      'create table public.migration (version text); insert into public.migration values (1)',
    ],
    [
      'has both',
      `create schema events; create table public.migration (name text);
       insert into public.migration values ('m230101_000000_base')`,
    ],
  ])('is not restored into where it %s', async (_how, made) => {
    await ask(url, made);
    const said = await run(restore, { file: name('twice'), replace: true, yes: true, signal: never });
    expect(said).toMatchObject({ code: 1, stderr: expect.stringContaining('muster did not make') });
    expect(await ask(url, `select 1 from pg_namespace where nspname = 'identity'`)).toEqual([]);
  });

  it('is left as it is where somebody asks which migrations it has', async () => {
    expect(await run(status, {})).toMatchObject({ code: 0, stdout: expect.stringContaining('pending  identity/0001') });
    expect(await run(list, {})).toMatchObject({ code: 1, stderr: expect.stringContaining('muster migrate up') });
    expect(await ask(url, `select to_regclass('public.migration') as found`)).toEqual([{ found: null }]);
  });
});

it.each([
  ['muster keys list', list],
  ['muster migrate up', up],
] as const)('%s makes no database of a name that was mistyped', async (_what, command) => {
  const mistyped = `mistyped_${randomUUID().replaceAll('-', '')}`;
  process.env.DATABASE_URL = Object.assign(new URL(server), { pathname: `/${mistyped}` }).href;
  expect(await run(command, {})).toMatchObject({ code: 1, stderr: expect.stringContaining('Check DATABASE_URL') });
  expect(await ask(server, `select 1 from pg_database where datname = '${mistyped}'`)).toEqual([]);
});
