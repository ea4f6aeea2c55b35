import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Moleculer, { type ServiceBroker } from 'moleculer';
import { brokerOptions } from '../../moleculer.config.ts';
import { readConfig } from '../../shared/process/config.ts';
import { Cluster, until } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const actions = { lose: () => new Promise(() => undefined), answer: () => 'answered' };

overNats('Calls whose answers are lost', () => {
  let cluster: Cluster;
  let [caller, callee] = [] as unknown as [ServiceBroker, ServiceBroker];
  beforeAll(async () => {
    cluster = await Cluster.open('');
    const NATS_URL = `nats://127.0.0.1:${cluster.natsPort}`;
    const config = readConfig({ NATS_URL, SERVICES: 'gateway', LOG_LEVEL: 'silent' });
    const broker = () => new Moleculer.ServiceBroker(brokerOptions(config));
    [caller, callee] = [broker(), broker()];
    callee.createService({ name: 'hole', actions, settings: { $shutdownTimeout: 1 } });
    await Promise.all([caller.start(), callee.start()]);
    // The callee may be known a moment before it listens.
    await until(() =>
      caller.call('hole.answer').then(
        () => true,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    await Promise.all([caller.stop(), callee.stop()]);
    await cluster.close();
  });

  const kept = () => ({
    tracked: (caller as unknown as { _trackedContexts: unknown[] })._trackedContexts.length,
    pending: caller.transit?.pendingRequests.size,
  });

  it('are forgotten soon after their callers were told', async () => {
    const calls = Array.from({ length: 40 }, () => caller.call('hole.lose', {}, { timeout: 100 }));
    expect(kept()).toEqual({ tracked: 40, pending: 40 });
    const types = (await Promise.allSettled(calls)).map(({ reason }: any) => reason.type as string);
    expect(new Set(types)).toEqual(new Set(['REQUEST_TIMEOUT']));
    await until(() => Promise.resolve(kept().tracked === 0 && kept().pending === 0));
  });

  it('leave those alone that are answered', async () => {
    expect(await caller.call('hole.answer', {}, { timeout: 5_000 })).toBe('answered');
    expect(kept()).toEqual({ tracked: 0, pending: 0 });
  });
});
