import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { doctor } from '../../cli/commands/doctor.ts';
import * as rules from '../../cli/doctor/rules.ts';
import type { CommandOutput } from '../../cli/output.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess } from '../../services/process.ts';
import { serviceNames } from '../../shared/contract/services.ts';
import { makeLogins } from '../../shared/database/logins.ts';
import { migrateTo, migrationNames } from '../../shared/database/migrate.ts';
import { hasNatsServer, noticeMissingBus, startNats, type Nats } from '../support/nats.ts';
import { MailServer } from '../support/mail-server.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { emptyDatabase } from '../support/template.ts';
import { ask, muster, run } from './command.ts';
import { restoreEnvironment } from '../support/environment.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

let stage: Stage;
let folder: string;
let healthy: Record<string, string>;
beforeAll(async () => {
  stage = await openStage();
  folder = await mkdtemp(join(tmpdir(), 'muster-doctor-spec-'));
  healthy = { DATABASE_URL: stage.databaseUrl, DATA_DIR: folder, PUBLIC_URL: 'https://muster.test' };
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true });
});

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client(stage.databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const doctorOn = (env: Record<string, string>) => (options: object, output: CommandOutput) =>
  doctor(options, output, env);
/** The checks that are not well, by name. */
async function complaints(others: Record<string, string>) {
  const { code, answer } = await ask(doctorOn({ ...healthy, ...others }), {});
  const found = (answer.checks as { name: string; state: string }[]).filter(({ state }) => state !== 'ok');
  expect({ code, ok: answer.ok }).toEqual(
    found.some(({ state }) => state === 'problem') ? { code: 1, ok: false } : { code: 0, ok: true },
  );
  return Object.fromEntries(found.map(({ name, ...check }) => [name, check]));
}
const problem = (message: unknown, next: unknown = expect.any(String)) => ({ state: 'problem', message, next });
const saying = (words: string): string => expect.stringContaining(words) as unknown as string;

describe('A healthy installation', () => {
  it('is called well, check by check', async () => {
    const { code, answer } = await ask(doctorOn(healthy), {});
    expect({ code, ok: answer.ok }).toEqual({ code: 0, ok: true });
    expect(answer.checks.map(({ name }: { name: string }) => name)).toEqual([
      ...['configuration', 'database', 'clock', 'migrations', 'logins', 'connections', 'tallies'],
      ...['bus', 'services', 'mail', 'mail key', 'identity key', 'webhooks key', 'files', 'disk'],
    ]);
    expect(answer.checks[1]).toEqual({ name: 'database', state: 'ok', message: saying('PostgreSQL 18') });
  });

  it('is told to people without the password of the database', async () => {
    const { stdout, stderr } = await run(doctorOn(healthy), {});
    expect(stdout).toMatch(/^ok +configuration +every variable is right\n/);
    expect(stdout).not.toContain(new URL(stage.databaseUrl).password);
    expect(stderr).toBe('Everything is well.\n');
  });
});

describe('A wrong variable', () => {
  it('is told with all the others, and everything else is examined all the same', async () => {
    const found = await complaints({ PORT: 'http', DATABASE_URL: 'mysql://muster:hunter2@db/muster' });
    expect(Object.keys(found)).toEqual([
      ...['configuration', 'database', 'clock', 'migrations', 'logins', 'connections', 'tallies'],
    ]);
    expect(found.configuration).toEqual(problem(saying('PORT must be a number')));
    expect(found.configuration).toEqual(problem(saying('DATABASE_URL must be an address')));
    expect(found.database).toEqual(problem('Not checked while DATABASE_URL is wrong.'));
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('is a problem of the command as a process, too', async () => {
    const { code, stdout, stderr } = await muster(['doctor'], { ...healthy, SERVICES: 'kitchen' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +configuration +SERVICES names what is no service/);
    expect(stdout).toMatch(/\n +-> Correct the environment/);
    expect(stderr).toContain('say what to do');
  });
});

describe('A database', () => {
  it('that does not answer leaves the rest to be examined', async () => {
    const found = await complaints({ DATABASE_URL: 'postgres://muster:hunter2@127.0.0.1:1/muster' });
    expect(Object.keys(found)).toEqual(['database', 'clock', 'migrations', 'logins', 'connections', 'tallies']);
    expect(found.database).toEqual(problem(saying('ECONNREFUSED'), saying('Check DATABASE_URL')));
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('behind this release is to be migrated', async () => {
    const { url, drop } = await emptyDatabase();
    await migrateTo(url, migrationPlan, migrationNames(migrationPlan).slice(0, -2));
    const found = await complaints({ DATABASE_URL: url });
    await drop();
    expect(found).toEqual({ migrations: problem(saying('2 of '), 'Run muster migrate up.') });
  });

  it('without schemas is to be migrated as well', async () => {
    const { url, drop } = await emptyDatabase();
    const found = await complaints({ DATABASE_URL: url });
    await drop();
    expect(found.logins).toEqual(problem(saying('schemas are missing: identity, '), saying('muster migrate up')));
    expect(Object.keys(found)).toEqual(['migrations', 'logins']);
  });

  it('has to let the login of a service become its role', async () => {
    const address = new URL(stage.databaseUrl);
    const login = `doctor_${randomUUID().replaceAll('-', '')}`;
    await asOwner(`create role ${login} login password 'sesame'`);
    Object.assign(address, { username: login, password: 'sesame' });
    const stranger = await complaints({ DATABASE_URL_TEAMS: address.href });
    await asOwner(`grant muster_teams to ${login}`);
    const member = await complaints({ DATABASE_URL_TEAMS: address.href });
    await asOwner(`drop role ${login}`);
    const gone = await complaints({ DATABASE_URL_TEAMS: address.href });
    expect(stranger).toEqual({ logins: problem(saying('the login of teams may not become muster_teams')) });
    expect(member).toEqual({});
    expect(gone).toEqual({ logins: problem(saying('the login of teams does not work')) });
  });

  it('behind a pooler has to have the settings of a service in its login', async () => {
    const login = `doctor_${randomUUID().replaceAll('-', '')}`;
    await asOwner(`create role ${login} login password 'sesame' in role muster_teams`);
    const address = Object.assign(new URL(stage.databaseUrl), { username: login, password: 'sesame' });
    const env = { DATABASE_URL_DIRECT: stage.databaseUrl, DATABASE_URL_TEAMS: address.href };
    const without = await complaints(env);
    await makeLogins(stage.databaseUrl, new Map([['teams' as const, address.href]]));
    const sentence = 'the login of teams has no settings for a pooler';
    expect(without.logins).toEqual(problem(saying(sentence), saying('muster migrate up')));
    expect(JSON.stringify(await complaints(env))).not.toContain(sentence);
    await asOwner(`drop role ${login}`);
  });

  it('has to have connections enough, whatever limits them', async () => {
    const database = new URL(stage.databaseUrl).pathname.slice(1);
    await asOwner(`alter database ${database} connection limit 20`);
    const found = await complaints({});
    await asOwner(`alter database ${database} connection limit -1`);
    expect(found).toEqual({ connections: problem(saying('of 20 connections'), saying('max_connections')) });
  });
});

describe('Mail', () => {
  it('is well when the server greets, before any letter', async () => {
    const server = new MailServer();
    const found = await complaints({ MAIL_URL: await server.listen() });
    server.close();
    expect(found).toEqual({});
    expect(server.offered).toBe(0);
  });

  it('is a problem when nobody listens', async () => {
    const found = await complaints({ MAIL_URL: 'smtp://muster:hunter2@127.0.0.1:1' });
    expect(found).toEqual({ mail: problem(saying('ECONNREFUSED'), saying('Check MAIL_URL')) });
    expect(JSON.stringify(found)).not.toContain('hunter2');
  });

  it('is a matter of the processes that send it', async () => {
    const found = await complaints({ SERVICES: 'teams', MAIL_URL: 'smtp://127.0.0.1:1' });
    expect(Object.keys(found)).toEqual(['bus']);
  });
});

describe('Files', () => {
  it('are a problem where they cannot be kept', async () => {
    const path = join(folder, 'no-directory');
    await writeFile(path, '');
    expect(await complaints({ FILES_URL: path })).toEqual({ files: problem(saying(path), saying('FILES_URL')) });
  });

  it('are a problem where the bucket is not reached', async () => {
    const former = { ...process.env };
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    });
    const found = await complaints({ FILES_URL: 's3://muster-files' });
    restoreEnvironment(former);
    expect(found).toEqual({ files: problem(saying('ECONNREFUSED'), saying('AWS_ENDPOINT_URL_S3')) });
  });
});

describe('Without a bus', () => {
  it('a process that leaves services out is alone', async () => {
    const { bus } = await complaints({ SERVICES: 'check-in,gateway' });
    expect(bus).toEqual({ state: 'warning', message: saying('does not have identity'), next: saying('NATS_URL') });
  });
});

const key = 'x'.repeat(32);
const keys = { IDENTITY_KEY: key, MAIL_KEY: key, WEBHOOKS_KEY: key };

overNats('A bus', () => {
  const login = { NATS_USER: 'muster', NATS_PASSWORD: 'sesame', ...keys };
  let nats: Nats;
  let NATS_URL: string;
  beforeAll(async () => {
    nats = await startNats(-1, ['--user', login.NATS_USER, '--pass', login.NATS_PASSWORD]);
    NATS_URL = nats.url;
  });
  afterAll(() => nats.kill());

  const runServices = (services: string) => {
    const env = { ...healthy, ...login, NATS_URL, SERVICES: services, PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent' };
    const migrations = migrationNames(migrationPlan);
    return startProcess({ config: readConfig(env), databaseUrl: () => stage.databaseUrl, migrations });
  };

  it('is well when it takes the credentials, and every service is run', async () => {
    const running = await runServices('all');
    const found = await complaints({ NATS_URL, ...login });
    await running.stop();
    expect(found).toEqual({});
  });

  it('is a problem when nobody runs a service', async () => {
    const others = serviceNames.filter((name) => name !== 'check-in' && name !== 'mail');
    const running = await runServices(others.join(','));
    const found = await complaints({ NATS_URL, ...login });
    await running.stop();
    expect(found).toEqual({ services: problem('Nobody runs check-in, mail.', saying('SERVICES')) });
  });

  it('is a problem when it does not take them', async () => {
    const { bus, services } = await complaints({ NATS_URL, ...login, NATS_PASSWORD: 'wrong' });
    expect(bus).toEqual(problem(saying(NATS_URL), saying('Check NATS_USER and NATS_PASSWORD')));
    expect(services).toEqual(problem('Not checked without the bus.'));
  });

  it('is a warning when only some of its servers are there, and a problem when none is', async () => {
    const { bus } = await complaints({ NATS_URL: `${NATS_URL},nats://127.0.0.1:1`, ...login });
    expect(bus).toMatchObject({ state: 'warning', message: saying('nats://127.0.0.1:1 was not reached') });
    const none = await complaints({ NATS_URL: 'nats://127.0.0.1:1', ...login });
    expect(none.bus).toEqual(problem(saying('CONNECTION_REFUSED'), saying('Check NATS_URL')));
  });

  it.each(['identity', 'mail', 'webhooks'])('wants a key for what several processes of %s share', async (service) => {
    const variable = `${service.toUpperCase()}_KEY`;
    const found = await complaints({ NATS_URL, ...login, [variable]: '' });
    expect(found).toMatchObject({
      configuration: problem(saying(`${variable} is required by ${service}`)),
      [`${service} key`]: problem(expect.any(String), saying('openssl rand -hex 32')),
    });
  });
});

describe('A check that is well', () => {
  const release = { number: 180_004, name: '18.4' };
  it.each([
    ['a server of this age', rules.serverFinding('db', release, false), 'ok'],
    ['an older one', rules.serverFinding('db', { number: 170_009, name: '17.9' }, false), 'problem'],
    ['a replica', rules.serverFinding('db', release, true), 'problem'],
    ['a clock 2 s ahead', rules.clockFinding(2_000), 'ok'],
    ['one 2.1 s behind', rules.clockFinding(-2_100), 'warning'],
    ['one 30.1 s ahead', rules.clockFinding(30_100), 'problem'],
    ['all migrations', rules.migrationsFinding({ wanted: ['a'], applied: ['a'], isEmbedded: false }), 'ok'],
    [
      'those of a later release',
      rules.migrationsFinding({ wanted: ['a'], applied: ['a', 'b'], isEmbedded: false }),
      'ok',
    ],
    ['one too few', rules.migrationsFinding({ wanted: ['a', 'b'], applied: ['a'], isEmbedded: false }), 'problem'],
    [
      'another version',
      rules.migrationsFinding({ wanted: ['a/0001_a'], applied: ['a/0001_b'], isEmbedded: false }),
      'problem',
    ],
    ['one the start will run', rules.migrationsFinding({ wanted: ['a'], applied: [], isEmbedded: true }), 'ok'],
    ['room', rules.diskFinding('/data', 2 ** 30), 'ok'],
    ['less than 1 GiB', rules.diskFinding('/data', 2 ** 30 - 1), 'warning'],
    ['less than 256 MiB', rules.diskFinding('/data', 2 ** 28 - 1), 'problem'],
  ])('%s', (_, finding, state) => {
    expect(finding).toMatchObject({ state });
    expect(Boolean(finding.next)).toBe(state !== 'ok');
  });

  it.each([
    [83, false, 'ok', 'this process holds up to 83 of 83'],
    [82, false, 'problem', 'of 82'],
    [81, true, 'problem', 'one process of each service holds up to 82 of 81'],
    [163, true, 'warning', 'too few to replace all of them'],
    [297, true, 'ok', '3 of each fit, or 21 more of check-in alone'],
  ])('of %i connections (with a bus: %s) is %s', (usable, hasBus, state, words) => {
    const finding = rules.connectionsFinding({ usable, services: serviceNames, hasBus });
    expect(finding).toMatchObject({ state, message: saying(words) });
  });

  it('counts what this process runs where it is the only one, what all run where it is not', () => {
    const one = { usable: 297, services: ['mail', 'gateway'] as const };
    expect(rules.connectionsFinding({ ...one, hasBus: false }).message).toContain('up to 10 of');
    expect(rules.connectionsFinding({ ...one, hasBus: true }).message).toContain('up to 82 of');
  });
});
