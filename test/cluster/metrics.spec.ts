import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ownsSchema, serviceNames, type ServiceName } from '../../shared/contract/services.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess, type Running } from '../../services/process.ts';
import { Cluster } from '../support/cluster.ts';
import { exposition, seriesOf, valueOf } from '../support/metrics.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { complaints, hasPromtool, noticeMissingPromtool } from '../support/promtool.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
if (!hasPromtool) noticeMissingPromtool();
const overNats = hasNatsServer ? describe : describe.skip;
const withPromtool = hasPromtool ? it : it.skip;

overNats('Services that are apart', () => {
  let stage: Stage;
  let cluster: Cluster;
  const processes: (readonly [name: ServiceName, running: Running])[] = [];
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    // One after the other: all share this event loop, and none waits long for its database.
    for (const name of serviceNames) processes.push([name, await start(name)]);
  });
  const stopAll = () => Promise.all(processes.map(([, running]) => running.stop()));
  afterAll(async () => {
    await stopAll();
    await cluster.close();
    await stage.close();
  });

  function start(SERVICES: string): Promise<Running> {
    const config = readConfig({
      NATS_URL: `nats://127.0.0.1:${cluster.natsPort}`,
      DATABASE_URL: stage.databaseUrl,
      DATA_DIR: cluster.dataDir,
      IDENTITY_KEY: 'opens the secrets of second factors',
      MAIL_KEY: 'opens what is sealed for the letters',
      WEBHOOKS_KEY: 'opens the secrets that webhooks have',
      EXPECTED_SERVICES: 'identity',
      SERVICES,
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_LEVEL: 'silent',
    });
    return startProcess({ config, databaseUrl: () => stage.databaseUrl, migrations: migrationNames(migrationPlan) });
  }
  const each = <T>(read: (text: string, name: ServiceName) => T): Promise<T[]> =>
    Promise.all(processes.map(async ([name, running]) => read(await exposition(running), name)));

  it('each tell of themselves alone', async () => {
    const gateway = processes.find(([name]) => name === 'gateway')?.[1];
    const answer = await fetch(`http://127.0.0.1:${gateway?.port}/organizations/acme`, {
      headers: { 'x-api-key': `mst_${'a'.repeat(48)}` },
    });
    expect(answer.status).toBe(401);
    const seen = await eventually(
      () =>
        each((text, name) => ({
          name,
          services: seriesOf(text).flatMap((one) => (one.name === 'muster_service_info' ? one.labels.service : [])),
          // A pool is there once something was asked.
          pools: [...new Set(seriesOf(text).flatMap(({ labels }) => (labels.pool ? labels.service : [])))],
          isConnected: valueOf(text, 'muster_bus_connected') === 1,
        })),
      (all) => all.every(({ name, pools }) => !ownsSchema(name) || pools.length > 0),
    );
    expect(seen).toEqual(
      serviceNames.map((name) => ({
        name,
        services: [name],
        pools: ownsSchema(name) ? [name] : [],
        isConnected: true,
      })),
    );
  });

  withPromtool('tell it as Prometheus wants it', async () => {
    expect(await each((text) => complaints(['check', 'metrics'], text))).toEqual(serviceNames.map(() => ''));
  });

  it('say that the bus is away, and how often it came back', async () => {
    // A service that loses its bus has to be a process of its own: pending flushes reject where nobody waits.
    await stopAll();
    const alone = await cluster.start('identity');
    const stands = async () => {
      const text = await exposition(alone);
      return [valueOf(text, 'muster_bus_connected'), valueOf(text, 'muster_bus_reconnects_total')].join();
    };
    expect(await stands()).toBe('1,0');
    await cluster.killNats();
    await eventually(stands, (seen) => seen === '0,0');
    await cluster.startNats();
    await eventually(stands, (seen) => seen === '1,1');
  });
});
