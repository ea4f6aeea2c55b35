import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const run = promisify(execFile);
const runner = (name: string) => [`node_modules/moleculer/bin/${name}`, '--config', 'moleculer.config.ts'];
const [old, esm] = [runner('moleculer-runner.js'), runner('moleculer-runner.mjs')];
const file = 'services/check-in/check-in.service.ts';

overNats("A service that Moleculer's own runner started", () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  let acme: { id: string };
  let track: Awaited<ReturnType<Stage['track']>>;
  let kiosk: Client;
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    acme = await stage.organization();
    track = await stage.track(await stage.superEvent(acme));
    gateway = await cluster.start('identity,gateway');
    kiosk = stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  it.each([
    ['moleculer-runner', {}, [...old, file]],
    [
      'moleculer-runner-esm and its variables for services',
      { SERVICEDIR: 'services', SERVICES: 'check-in' },
      [...esm, '--mask', '**/*.service.ts'],
    ],
  ])('scans beside a gateway of ours, is ready, tells its metrics and stops in order: %s', async (_, env, command) => {
    const checkIn = await cluster.start('', env, { cwd: '.', command });
    const [point, { token }] = [await stage.point(track), await stage.registered(await stage.person(), track)];
    const answer = await kiosk.post(`/checkin-points/${point.id}/scan`, { token });
    const admin = (path: string) => fetch(`http://127.0.0.1:${checkIn.adminPort}${path}`);
    const [ready, metrics] = [await (await admin('/ready')).json(), await (await admin('/metrics')).text()];
    checkIn.signal('SIGTERM');
    expect(answer).toMatchObject({ status: 201, body: { data: { checked_in: true } } });
    expect(ready).toEqual({ ready: true, problems: [] });
    expect(metrics).toContain('muster_action_requests_total{');
    expect([await checkIn.ended, checkIn.log()]).toEqual([0, '']);
  });

  it.each([
    ['without a database', {}, 'DATABASE_URL is required by'],
    ['with SERVICES, which names files to it', { SERVICES: 'check-in' }, 'SERVICES names files to'],
    ['with a setting that is wrong', { NATS_URL: 'here' }, 'NATS_URL '],
  ])('says in words what is wrong: %s', async (_, env, words) => {
    const started = run(process.execPath, [...esm, file], { env: { PATH: process.env.PATH, ...env } });
    await expect(started).rejects.toMatchObject({ code: 78, stderr: expect.stringContaining(words) });
  });
});
