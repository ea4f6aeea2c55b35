import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import type { Organization } from '../support/fixtures.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { Receiver } from '../support/receiver.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overTheBus = hasNatsServer ? describe : describe.skip;

const kills = 3;
const burst = 20;
const hooks = 12;

overTheBus('Webhooks of which one process is killed while it sends', () => {
  let stage: Stage;
  let cluster: Cluster;
  let acme: Organization;
  let api: Client;
  const workers: Process[] = [];
  const receivers: Receiver[] = [];
  const secrets: string[] = [];
  const caused: string[] = [];
  const env = { WEBHOOKS_INSECURE: 'on', WEBHOOKS_KEY: 'opens the secrets that webhooks have' };

  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    const [gateway, first, second] = await Promise.all([
      cluster.start('gateway'),
      cluster.start('webhooks', env),
      cluster.start('webhooks', env),
      cluster.start('identity,organizations'),
    ]);
    workers.push(first, second);
    acme = await stage.organization();
    api = stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
    for (let n = 0; n < hooks; n++) {
      // Slow enough that some are under way whenever a process dies.
      const receiver = await Receiver.listen((response) => setTimeout(() => response.writeHead(204).end(), 50));
      receivers.push(receiver);
      const wanted = { url: receiver.url, types: ['team.deleted'] };
      const { body } = await api.post(`/organizations/${acme.id}/webhooks`, wanted);
      secrets.push(String(body.data.secret));
    }
  });
  afterAll(async () => {
    await cluster.close();
    receivers.forEach((receiver) => receiver.close());
    await stage.close();
  });

  /** As services write them, many at once. */
  async function cause(): Promise<void> {
    const rows = await stage.rows<{ id: string }>`
      insert into teams.audit (organization_id, action, fact, ids, before, after)
      select ${acme.id}, 'test', 'team.deleted', jsonb_build_object('team_id', gen_random_uuid()), '{}', '{}'
        from generate_series(1, ${burst}) returning id`;
    caused.push(...rows.map(({ id }) => id));
  }
  const received = () => receivers.reduce((sum, receiver) => sum + new Set(receiver.ids).size, 0);
  const sent = () => receivers.reduce((sum, { ids }) => sum + ids.length, 0);
  /** Every fact has come everywhere, within a minute whoever died, and all of that is written down. */
  async function settled(): Promise<void> {
    await eventually(
      () => Promise.resolve(received()),
      (seen) => seen === caused.length * hooks,
    );
    await eventually(
      () => stage.rows<{ n: number }>`select count(*)::int as n from webhooks.delivery where status <> 'delivered'`,
      ([row]) => row?.n === 0,
    );
  }

  it('come to every receiver, every one of them, under one id each', async () => {
    for (let kill = 0; kill < kills; kill++) {
      const before = received();
      await cause();
      await eventually(
        () => Promise.resolve(received()),
        (seen) => seen > before,
      );
      const victim = workers[kill % workers.length] as Process;
      victim.signal('SIGKILL');
      await victim.ended;
      workers[kill % workers.length] = await cluster.start('webhooks', env);
    }
    await settled();
    receivers.forEach((receiver, n) => {
      expect(new Set(receiver.ids)).toEqual(new Set(caused));
      expect(receiver.verified(secrets[n] ?? '').every(({ type }) => type === 'team.deleted')).toBe(true);
    });
    // The deliveries under way at each kill, and those whose result was not stored yet.
    expect(sent() - received()).toBeLessThan(kills * burst * hooks);
  });

  it('are shared by the processes', async () => {
    const atWork = () => stage.rows`select distinct locked_by from webhooks_queue.jobs where locked_by is not null`;
    await eventually(
      async () => (await cause(), await pause(150), await atWork()),
      (seen) => seen.length === workers.length,
    );
  });

  it('are left in good order by one that is stopped: nothing is sent twice', async () => {
    await settled();
    const before = sent();
    await cause();
    await eventually(
      () => Promise.resolve(sent()),
      (seen) => seen > before,
    );
    const [leaving] = workers;
    leaving?.signal('SIGTERM');
    expect(await leaving?.ended).toBe(0);
    await settled();
    expect(sent() - before).toBe(burst * hooks);
  });
});
