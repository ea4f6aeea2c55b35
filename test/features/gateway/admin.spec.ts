import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceBroker } from 'moleculer';
import { openAdmin } from '../../../shared/process/admin.ts';
import { Metrics } from '../../../shared/process/metrics.ts';
import { openFragileWorld } from '../../support/outage.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const admin = async (path: string, { adminPort }: Pick<World['gateway'], 'adminPort'> = world.gateway) => {
  const response = await fetch(`http://127.0.0.1:${adminPort}${path}`);
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const retryAfter = response.headers.get('retry-after');
  return {
    status: response.status,
    retryAfter,
    type,
    text,
    body: (type.includes('json') ? JSON.parse(text) : {}) as object,
  };
};

describe('The admin port', () => {
  it('says that the process lives', async () => {
    expect(await admin('/live')).toMatchObject({ status: 200, body: { live: true } });
  });

  it('says that it is ready', async () => {
    expect(await admin('/ready')).toMatchObject({ status: 200, body: { ready: true, problems: [] } });
  });

  it('gives its measures to Prometheus', async () => {
    await world.stranger().get('/status');
    const { status, type, text } = await admin('/metrics');
    expect(status).toBe(200);
    expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(/^muster_action_requests_total\{action="gateway\.status",outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
    expect(lines.filter((line) => !/^[a-z_0-9]+(\{[^}]*\})? -?[\d.e+-]+( \d+)?$|NaN|Infinity/i.test(line))).toEqual([]);
  });

  it('names nobody in them', async () => {
    const { text } = await admin('/metrics');
    expect(text).not.toMatch(/mst_|checkin_token|@muster\.test/);
  });

  it('has nothing else', async () => {
    for (const path of ['/', '/status', '/metrics/', '/ready?x=1', '/openapi.json', '/$node/list', '/../live']) {
      expect(await admin(path)).toMatchObject({ status: path.endsWith('/live') ? 200 : 404 });
    }
  });

  it('is not reached through the gateway', async () => {
    for (const path of ['/live', '/ready', '/metrics']) {
      expect(await world.stranger().get(path)).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('A process that cannot work', () => {
  it('goes on where its measures cannot be read', async () => {
    const [metrics, problems] = [new Metrics(), Promise.resolve({ problems: [], missing: [] })];
    metrics.onRead((show) => show('muster_bus_reconnects_total', Infinity));
    const broker = new ServiceBroker({ logger: false });
    const opened = await openAdmin({ host: '127.0.0.1', port: 0 }, broker, metrics, () => problems);
    const asked = (path: string) => admin(path, { adminPort: opened.port });
    expect(await asked('/metrics')).toMatchObject({ status: 500, body: { paths: ['/live', '/ready', '/metrics'] } });
    expect(await asked('/live')).toMatchObject({ status: 200 });
    await opened.close();
  });

  it('says which service has no database, while it lives on', async () => {
    const broken = await openFragileWorld({ SERVICES: 'identity,gateway' });
    // Where it is apart, its own process says so.
    const identity = broken.services;
    broken.cut();
    const seen = await eventually(
      () => admin('/ready', identity),
      ({ status }) => status === 503,
    );
    expect(seen.body).toEqual({ ready: false, problems: ['the database of identity is down'] });
    expect(seen.retryAfter).toBe('1');
    expect(await admin('/live', identity)).toMatchObject({ status: 200 });
    broken.restore();
    await eventually(
      () => admin('/ready', identity),
      ({ status }) => status === 200,
    );
    await broken.close();
  });

  it('says that nobody knows keys', async () => {
    const alone = await openWorld({ SERVICES: 'gateway' });
    expect(await admin('/ready', alone.gateway)).toMatchObject({
      status: 503,
      body: { ready: false, problems: ['no identity service is seen'] },
    });
    await alone.close();
  });
});
