import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type NatsConnection } from 'nats';
import { migrationPlan } from '../../services/migrations.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess, type Running } from '../../services/process.ts';
import { Cluster, until } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

overNats('A gateway that expects check-in', () => {
  let stage: Stage;
  let cluster: Cluster;
  let stranger: NatsConnection;
  let gateways: Running[];
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    stranger = await connect({ servers: `nats://127.0.0.1:${cluster.natsPort}` });
    gateways = await Promise.all([startGateway(), startGateway()]);
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await stranger.close();
    await cluster.close();
    await stage.close();
  });

  function startGateway(): Promise<Running> {
    const config = readConfig({
      NATS_URL: `nats://127.0.0.1:${cluster.natsPort}`,
      DATABASE_URL: stage.databaseUrl,
      IDENTITY_KEY: 'x'.repeat(32),
      SERVICES: 'identity,gateway',
      EXPECTED_SERVICES: 'identity,check-in',
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    return startProcess({ config, databaseUrl: () => stage.databaseUrl, migrations: migrationNames(migrationPlan) });
  }
  const ready = async ({ adminPort }: Running) => {
    const response = await fetch(`http://127.0.0.1:${adminPort}/ready`);
    return { status: response.status, ...((await response.json()) as object) };
  };
  const all = () => Promise.all(gateways.map(ready));
  const isAsked = () =>
    stranger.request('MOL-muster.REQB.check-in.scan', '', { timeout: 500 }).then(
      () => true,
      ({ code }: { code: string }) => code !== '503',
    );

  it('is not ready before somebody has run it, and only warns when nobody runs it any more', async () => {
    const problems = ['nobody runs check-in yet'];
    expect(await all()).toEqual(Array(2).fill({ status: 503, ready: false, problems }));
    expect(await isAsked()).toBe(false);

    const checkIn = await cluster.start('check-in');
    const [seen, asked] = await Promise.all([all(), isAsked()]);
    expect({ seen, asked }).toEqual({ seen: Array(2).fill({ status: 200, ready: true, problems: [] }), asked: true });

    checkIn.signal('SIGKILL');
    const gone = { status: 200, ready: true, problems: [], missing: ['check-in'] };
    await until(async () => (await all()).every((one) => 'missing' in one));
    expect(await all()).toEqual([gone, gone]);
  });
});
