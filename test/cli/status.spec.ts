import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { up } from '../../cli/commands/migrate.ts';
import { status, type Status } from '../../cli/commands/status.ts';
import { version } from '../../shared/process/version.ts';
import { openEmbedded } from '../../shared/database/embedded.ts';
import { Cluster } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { ask, muster, run } from './command.ts';
import { restoreEnvironment } from '../support/environment.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

let stage: Stage;
const former = { ...process.env };
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
afterEach(() => {
  restoreEnvironment(former);
});

/** Scans at the door as the check-in service records them: how many, how many minutes ago. */
async function scanned(point: { id: string }, many: number, minutes: number): Promise<void> {
  await stage.rows`
    insert into check_in.record
      (point_id, user_id, registration_id, method, nonce, scanned_by, recorded_by, checked_in_at, received_at)
    select ${point.id}, gen_random_uuid(), gen_random_uuid(), 'qr_scan', gen_random_uuid(), 'kiosk', gen_random_uuid(),
           now() - interval '1 day', now() - make_interval(mins => ${minutes})
      from generate_series(1, ${many})`;
}
async function refused(point: { id: string }, reason: string, many: number, minutes: number): Promise<void> {
  await stage.rows`
    insert into check_in.refused_scan (point_id, reason, scanned_by, scanned_at, received_at)
    select ${point.id}, ${reason}, 'kiosk', now(), now() - make_interval(mins => ${minutes})
      from generate_series(1, ${many})`;
}

describe('The doors', () => {
  beforeAll(async () => {
    const point = await stage.point(await stage.superEvent(await stage.organization()));
    await Promise.all([scanned(point, 3, 0), scanned(point, 7, 3), scanned(point, 50, 10), scanned(point, 99, 20)]);
    await Promise.all([refused(point, 'UNKNOWN_TOKEN', 2, 1), refused(point, 'NOT_ACCEPTED', 5, 14)]);
    await refused(point, 'NOT_ACCEPTED', 9, 16);
  });

  it('are counted by when scans came in, over 1, 5 and 15 minutes', async () => {
    process.env.DATABASE_URL = stage.databaseUrl;
    const { code, answer } = await ask(status, {});
    expect(code).toBe(0);
    expect(answer).toMatchObject({ bus: 'none', services: null, process: null, problems: [] });
    expect(answer.scans).toEqual({
      check_ins_per_minute: { last_1: 3, last_5: 2, last_15: 4 },
      refused: { NOT_ACCEPTED: 5, UNKNOWN_TOKEN: 2 },
    });
  });

  it('are counted with the login of the check-in service as well', async () => {
    const url = Object.assign(new URL(stage.databaseUrl), { username: `status_${randomUUID()}`, password: 'sesame' });
    Object.assign(process.env, { DATABASE_URL: stage.databaseUrl, DATABASE_URL_CHECK_IN: url.href });
    await run(up, {});
    process.env.DATABASE_URL = '';
    const { code, answer } = await ask(status, {});
    expect({ code, refused: answer.scans.refused }).toEqual({
      code: 0,
      refused: { NOT_ACCEPTED: 5, UNKNOWN_TOKEN: 2 },
    });
  });

  it('are told to people, the most frequent refusal first', async () => {
    process.env.DATABASE_URL = stage.databaseUrl;
    const { stdout } = await run(status, {});
    expect(stdout).toContain('Check-ins per minute: 3 in the last minute, 2 in 5 minutes, 4 in 15\n');
    expect(stdout).toContain('refused in the last 15 minutes: 7\n  NOT_ACCEPTED   5\n  UNKNOWN_TOKEN  2\n');
  });
});

describe('On the embedded database', () => {
  it('it is told which process has it open', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-status-'));
    Object.assign(process.env, { DATABASE_URL: '', DATA_DIR: dataDir });
    const service = await openEmbedded(dataDir, { owner: true });
    const served = await ask(status, {});
    await service.close();
    const left = await run(status, {});
    await rm(dataDir, { recursive: true });
    expect(served.code).toBe(0);
    expect(served.answer).toMatchObject({ bus: 'none', process: { data_dir: dataDir, pid: process.pid } });
    expect(left).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`No service has ${dataDir} open: npm start.`),
    });
  });
});

describe('A bus that is not there', () => {
  it('is told with what to do', async () => {
    Object.assign(process.env, { DATABASE_URL: stage.databaseUrl, NATS_URL: 'nats://127.0.0.1:1' });
    const { code, stdout, stderr } = await run(status, {});
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/The bus was not reached: CONNECTION_REFUSED\.\nCheck NATS_URL/);
  });
});

overNats('On a bus', () => {
  let cluster: Cluster;
  let env: Record<string, string>;
  beforeAll(async () => {
    cluster = await Cluster.open(stage.databaseUrl);
    await Promise.all([cluster.start('identity,gateway'), cluster.start('check-in,gateway')]);
    env = { DATABASE_URL: stage.databaseUrl, NATS_URL: `nats://127.0.0.1:${cluster.natsPort}` };
  });
  afterAll(() => cluster.close());

  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));
  const watch = (...options: string[]) => {
    const watching = spawn(process.execPath, ['cli/muster.ts', 'status', '--watch', ...options], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    stops.push(() => watching.kill('SIGKILL'));
    return watching;
  };

  it('every service is told with how many run it, of which release, and who is missing, which is a failure', async () => {
    const { code, stdout } = await muster(['status', '--json'], env);
    const { services, bus, problems } = JSON.parse(stdout) as Status;
    expect({ code, bus }).toEqual({ code: 1, bus: 'connected' });
    expect(services).toContainEqual({ name: 'gateway', processes: 2, versions: { [version]: 2 } });
    expect(services).toContainEqual({ name: 'check-in', processes: 1, versions: { [version]: 1 } });
    expect(services).toContainEqual({ name: 'mail', processes: 0, versions: {} });
    expect(problems).toEqual([
      'Nobody runs organizations, events, registrations, teams, judging, onboarding, mail, webhooks, setup.',
    ]);
  });

  it('it is watched who comes and goes, until Ctrl-C', async () => {
    const watching = watch('--json');
    const ended = once(watching, 'exit');
    const counts: (number | undefined)[] = [];
    let leaving: Promise<unknown> | undefined;
    const guest = await cluster.start('judging');
    for await (const line of createInterface({ input: watching.stdout })) {
      const { services } = JSON.parse(line) as Status;
      const count = services?.find(({ name }) => name === 'judging')?.processes;
      if (count !== counts.at(-1)) counts.push(count);
      if (count === 1) leaving ??= (guest.signal('SIGTERM'), guest.ended);
      if (leaving && count === 0) break;
    }
    watching.kill('SIGINT');
    expect(counts.slice(-2)).toEqual([1, 0]);
    expect((await ended)[0]).toBe(0);
  });

  it('a lost bus is shown, and no reason to stop watching', async () => {
    const watching = watch();
    const ended = once(watching, 'exit');
    let [shown, isLost] = ['', false];
    for await (const chunk of watching.stdout) {
      shown += String(chunk);
      if (!isLost && shown.includes('SERVICE ')) {
        isLost = true;
        await cluster.killNats();
        shown = '';
      }
      if (shown.includes('The bus is not connected.')) break;
    }
    watching.kill('SIGINT');
    await cluster.startNats();
    expect((await ended)[0]).toBe(0);
    expect(shown).not.toContain('SERVICE ');
  });
});
