import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { backup } from '../../cli/commands/backup.ts';
import { list } from '../../cli/commands/keys.ts';
import { status, up } from '../../cli/commands/migrate.ts';
import { plan } from '../../cli/commands/apply.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { openDatabase } from '../../shared/database/database.ts';
import { makeLogins } from '../../shared/database/logins.ts';
import { migrateTo, migrationNames } from '../../shared/database/migrate.ts';
import { readConfig } from '../../shared/process/config.ts';
import { runService } from '../../services/main.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { emptyDatabase } from '../support/template.ts';
import { eventually } from '../support/wire.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(() => void (process.env['DATABASE_URL'] = stage.databaseUrl));
afterAll(() => stage.close());

describe('A database behind this release', () => {
  const all = migrationNames(migrationPlan);
  const newest = all.slice(-2);
  let behind: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    behind = await emptyDatabase();
    await migrateTo(behind.url, migrationPlan, all.slice(0, -2));
  });
  beforeEach(() => void (process.env['DATABASE_URL'] = behind.url));
  afterAll(() => behind.drop());

  it('is named as such, and nothing is applied to it', async () => {
    expect((await ask(status, {})).answer).toEqual({ applied: all.slice(0, -2), pending: newest });
    const { code, stderr } = await run(plan, { file: written(acme()) });
    expect(code).toBe(1);
    expect(stderr).toContain('Run muster migrate up');
  });

  it('is brought to it by two at once, once', async () => {
    const both = await Promise.all([ask(up, {}), ask(up, {})]);
    expect(both.map(({ answer }) => answer.applied).sort()).toEqual([[], newest]);
    expect(await run(up, {})).toMatchObject({ code: 0, stdout: 'Nothing to migrate.\n' });
    expect((await ask(status, {})).answer).toEqual({ applied: all, pending: [] });
  });
});

describe('A database of an earlier development version', () => {
  const sentence = 'This database was made by an earlier development version.';
  const way =
    'Export its events with that version (muster export), create a new database, and apply the files (muster apply).';
  let former: Stage;
  beforeAll(async () => {
    former = await openStage();
    await makeFormer(former);
  });
  const makeFormer = async ({ rows }: Stage) => {
    await rows`delete from public.migration`;
    await rows`insert into public.migration (name)
               values ('identity/0001_people'), ('events/0001_events'), ('teams/0002_published')`;
  };
  beforeEach(() => void (process.env['DATABASE_URL'] = former.databaseUrl));
  afterAll(() => former.close());

  it.each([
    ['muster migrate up', () => run(up, {})],
    ['muster migrate status', () => run(status, {})],
    ['muster keys list', () => run(list, {})],
    ['muster backup', () => run(backup, { file: join(tmpdir(), `${randomUUID()}.tar.zst`) })],
  ])('is refused by %s', async (_command, ask) => {
    expect(await ask()).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n${way}` });
  });

  const start = ({ databaseUrl }: Stage) =>
    runService(
      readConfig({
        DATABASE_URL: databaseUrl,
        SERVICES: 'events,teams',
        NATS_URL: '',
        PORT: '0',
        ADMIN_PORT: '0',
        LOG_LEVEL: 'silent',
      }),
    );

  it('keeps a process from starting', async () => {
    await expect(start(former)).rejects.toThrow(`${sentence} ${way}`);
  });

  it('keeps a process unready that started before its database', async () => {
    const later = await openStage();
    const running = await start(later);
    await makeFormer(later);
    const { problems } = await eventually(
      async () => (await (await fetch(`http://127.0.0.1:${running.adminPort}/ready`)).json()) as { problems: string[] },
      (answer) => answer.problems.length > 0,
    );
    expect(problems.toSorted()).toEqual(
      ['events', 'teams'].map((service) => `the database of ${service} is made by an earlier development version`),
    );
    await running.stop();
    await later.close();
  });
});

describe('The login of a service', () => {
  const names: string[] = [];
  const loginOf = (password = 'sesame-1') => {
    const name = `login_${randomUUID().replaceAll('-', '')}`;
    names.push(name);
    return Object.assign(new URL(stage.databaseUrl), { username: name, password });
  };
  const migrateWith = async (env: Record<string, string>) => {
    Object.assign(process.env, env);
    const answer = await run(up, {});
    for (const name of Object.keys(env)) delete process.env[name];
    return answer;
  };
  afterAll(async () => {
    for (const name of names) await asOwner(`drop role if exists ${name}`);
  });
  const asOwner = async (statement: string, url = stage.databaseUrl) => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };

  it('is made where its address names one, and may do what its service does and no more', async () => {
    const address = loginOf();
    const first = await migrateWith({ DATABASE_URL_TEAMS: address.href });
    expect(first).toMatchObject({ code: 0, stdout: `login   ${address.username}\n` });
    expect(await migrateWith({ DATABASE_URL_TEAMS: address.href })).toMatchObject({ stdout: 'Nothing to migrate.\n' });

    const orm = await openDatabase('teams', address.href, { max: 1 });
    await orm.em.execute('select count(*) from team, published.people');
    await expect(orm.em.execute('select * from identity.person')).rejects.toThrow('permission denied');
    await orm.close();
    await expect(
      openDatabase('events', address.href, { max: 1 }).then((other) => other.em.execute('select 1')),
    ).rejects.toThrow(/permission denied to set role|role/);
  });

  it('has the settings of its service in this database and no other, also after they were taken away', async () => {
    const address = loginOf();
    await migrateWith({ DATABASE_URL_CHECK_IN: address.href });
    const settings = `select current_user as role, current_setting('search_path') as path,
      current_setting('plan_cache_mode') as plans, current_setting('lock_timeout') as locks`;
    expect((await asOwner(settings, address.href)).rows).toEqual([
      { role: 'muster_check_in', path: 'check_in, public', plans: 'force_generic_plan', locks: '2s' },
    ]);
    const other = await emptyDatabase();
    const elsewhere = Object.assign(new URL(other.url), { username: address.username, password: address.password });
    expect((await asOwner(settings, elsewhere.href)).rows).toMatchObject([{ role: address.username, plans: 'auto' }]);
    await other.drop();
    expect((await asOwner(settings)).rows).toMatchObject([{ plans: 'auto', locks: '0' }]);

    await asOwner(
      `alter role ${address.username} in database ${new URL(stage.databaseUrl).pathname.slice(1)} reset role`,
    );
    await migrateWith({ DATABASE_URL_CHECK_IN: address.href });
    expect((await asOwner(settings, address.href)).rows).toMatchObject([{ role: 'muster_check_in' }]);
  });

  it('gets another password where its address says another', async () => {
    const address = loginOf();
    await migrateWith({ DATABASE_URL_TEAMS: address.href });
    const renewed = Object.assign(new URL(address), { password: 'sesame 2/ß' });
    expect(await migrateWith({ DATABASE_URL_TEAMS: renewed.href })).toMatchObject({ code: 0 });
    await asOwner('select', renewed.href);
    await expect(asOwner('select', address.href)).rejects.toThrow('password authentication failed');
  });

  it('is made by several migrations at once', async () => {
    const address = loginOf();
    const urls = new Map([['teams' as const, address.href]]);
    await Promise.all(Array.from({ length: 3 }, () => makeLogins(stage.databaseUrl, urls)));
    await asOwner('set role muster_teams', address.href);
  });

  it('is left alone where somebody else made it', async () => {
    const address = loginOf('theirs');
    await asOwner(`create role ${address.username} login password 'theirs'`);
    const { code, stderr } = await migrateWith({ DATABASE_URL_TEAMS: address.href });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`${address.username} exists, was not made by muster, and may not become`),
    });
    await asOwner(`grant muster_teams to ${address.username}`);
    expect(await migrateWith({ DATABASE_URL_TEAMS: address.href })).toMatchObject({ code: 0 });
  });
});
