/** The server of a running service is killed by another hand. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbedded } from '../../shared/database/embedded.ts';
import { openRows } from '../support/rows.ts';
import { Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';
import { afterwards, closedDatabase, kill, postmasterPid, sql, until } from './processes.ts';

/** A real service on its embedded database, and what it says. */
async function service() {
  const directory = await closedDatabase();
  const child = spawn(process.execPath, ['--no-warnings', 'services/main.ts'], {
    env: {
      ...process.env,
      ...{ NATS_URL: '', DATABASE_URL: '', RATE_LIMIT: 'off', LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
      ...{ DATA_DIR: directory, PORT: '0', ADMIN_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  afterwards(() => {
    child.kill('SIGKILL');
    return exited;
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
  const portSaid = () => /Listening on port (\d+)/.exec(said.join('\n'))?.[1];
  while (!portSaid()) await once(lines, 'line');
  const password = await readFile(join(directory, 'postgres', 'muster.password'), 'utf8');
  const [, , , port = ''] = (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    directory,
    saying: (words: string) => said.filter((line) => line.includes(words)),
    port: Number(portSaid()),
    databaseUrl: `postgres://postgres:${password}@127.0.0.1:${port}/muster`,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0] as number;
    },
  };
}

/** People in front of a door, and the kiosk that scans them. */
async function queueAt({ databaseUrl, port }: { databaseUrl: string; port: number }, length: number) {
  const { rows, end } = openRows(databaseUrl);
  afterwards(end);
  const stage = new Stage(databaseUrl, rows, end);
  const acme = await stage.organization();
  const track = await stage.track(await stage.superEvent(acme));
  const door = await stage.point(track);
  const kiosk = stage.at(port, await stage.member(acme, 'MEMBER'), acme);
  const tokens: string[] = [];
  for (let n = 0; n < length; n++) tokens.push((await stage.registered(await stage.person(), track, 'accepted')).token);
  await kiosk.get('/whoami');
  return { kiosk, tokens, path: `/checkin-points/${door.id}/scan` };
}

const serversIn = (directory: string) =>
  execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .filter((args) => args.includes(`-D ${directory}/postgres `));

describe('A server that is killed under a running service', () => {
  it('comes back on its data and its port; requests wait or are refused, and nothing recorded is lost', async () => {
    const running = await service();
    const { kiosk, tokens, path } = await queueAt(running, 300);
    const first = postmasterPid(running.directory) ?? 0;
    const others = new Set<string>();
    let recorded = 0;
    const scanAll = async () => {
      for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) {
        for (;;) {
          const { status, headers } = await kiosk.post(path, { token });
          if (status === 200 || status === 201) break;
          others.add(`${status}, Retry-After ${headers.get('Retry-After')}`);
          await delay(50);
        }
        recorded++;
      }
    };
    const scanning = Promise.all([scanAll(), scanAll(), scanAll(), scanAll()]);
    for (const [times, part] of [10, 25].entries()) {
      await until(() => recorded >= part);
      await kill(postmasterPid(running.directory));
      await until(() => running.saying('PostgreSQL is back').length > times);
    }
    await until(() => recorded >= 40);
    // A process of the server this time: it recovers by itself, and stays the one it is.
    const backends = () =>
      sql<{ pid: number }>(
        running.databaseUrl,
        `select pid from pg_stat_activity where application_name like 'muster %' and pid <> pg_backend_pid()`,
      );
    const [backend] = await eventually(backends, ({ length }) => length > 0);
    await kill(backend?.pid);
    await scanning;

    // A machine with more to do lets some wait until their time is over: they may have been carried out.
    expect([...others].filter((one) => !/^503, Retry-After \d+$|^504, /.test(one))).toEqual([]);
    expect(
      await sql(
        running.databaseUrl,
        'select count(*)::int as n, count(distinct registration_id)::int as people from check_in.record',
      ),
    ).toEqual([{ n: 300, people: 300 }]);
    expect(serversIn(running.directory)).toHaveLength(1);
    expect(running.saying(`PostgreSQL, process ${first}, has ended`)).toHaveLength(1);
    expect(running.saying('PostgreSQL is back')).toHaveLength(2);
    expect(running.saying(`Muster is at http://localhost:${running.port}"`)).toHaveLength(1);
    expect(await running.stop()).toBe(0);
    expect(serversIn(running.directory)).toEqual([]);
  });
});

/** Collects what is reported. */
function listening() {
  const [warnings, errors]: string[][] = [[], []];
  return {
    warnings,
    errors,
    warn: (line: string) => void warnings?.push(line),
    error: (line: string) => void errors?.push(line),
  };
}

describe('A server that cannot start again', () => {
  it('is tried again with growing pauses, says once why, and is back when that is mended', async () => {
    const directory = await closedDatabase();
    const database = await openEmbedded(directory, { durable: false });
    afterwards(() => database.close());
    const report = listening();
    const supervised = database.supervise(report);
    const settings = join(directory, 'postgres', 'postgresql.auto.conf');
    const before = await readFile(settings, 'utf8');
    await appendFile(settings, '\nno_such_setting = 1\n');
    await kill(postmasterPid(directory));
    const triesIn = async () =>
      (await readFile(join(directory, 'postgres.log'), 'utf8')).split('no_such_setting').length - 1;
    while ((await triesIn()) < 3) await delay(50);
    expect(report.errors).toEqual([expect.stringMatching(/It said:[^]*no_such_setting[^]*answered with 503/)]);
    await writeFile(settings, before);
    await until(() => report.warnings?.length === 2);
    expect(await sql(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(report.errors).toHaveLength(1);
    await database.close();
    await supervised;
  });
});

describe('A service that stops while its server comes back', () => {
  it.each([0, 280])('leaves none behind, %i ms after it was killed', async (ms) => {
    const directory = await closedDatabase();
    const database = await openEmbedded(directory);
    const report = listening();
    const supervised = database.supervise(report);
    await sql(database.url, 'create table kept as select generate_series(1, 100000) as value');
    await kill(postmasterPid(directory));
    await delay(ms);
    await database.close();
    await supervised;
    expect(report.errors).toEqual([]);
    expect(serversIn(directory)).toEqual([]);
  });
});

describe('A command that comes while the server of a service is down', () => {
  it('meets it at the port where its users wait, whichever of both starts it, and leaves it running', async () => {
    const directory = await closedDatabase();
    const database = await openEmbedded(directory, { durable: false, owner: true });
    afterwards(() => database.close());
    const report = listening();
    const supervised = database.supervise(report);
    const killed = postmasterPid(directory);
    await kill(killed);
    const other = await openEmbedded(directory, { durable: false });
    expect(other.url).toBe(database.url);
    await until(() => report.warnings?.length === 2);
    await other.close();
    expect(await sql(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
    await supervised;
  });
});
