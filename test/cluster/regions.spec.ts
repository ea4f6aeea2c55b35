/** A gateway on a bus of its own that is joined to the bus of the other services: by a leaf node, or by a supercluster. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Proxy } from '../faults/proxy.ts';
import type { Client } from '../support/client.ts';
import { Cluster } from '../support/cluster.ts';
import { freePort } from '../support/free-port.ts';
import { hasNatsServer, noticeMissingBus, startNats, type Nats } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

/** The configuration of both servers: each listens to the other at `own`, and reaches it at `way`. */
interface Ends {
  readonly own: number;
  readonly way: number;
}
const at = (port: number) => `nats://127.0.0.1:${port}`;
const leafNode = ({ own, way }: Ends) => ({
  centre: `leafnodes { listen: "127.0.0.1:${own}" }`,
  venue: `leafnodes { reconnect: 1, remotes: [{ url: "${at(way)}" }] }`,
});
/** Each learns from the other where it listens; told the way, it finds no way around it. */
const supercluster = ({ own, way }: Ends) => ({
  centre: `gateway { name: centre, listen: "127.0.0.1:${own}", advertise: "127.0.0.1:${way}" }`,
  venue: `gateway { name: venue, listen: "127.0.0.1:-1", gateways: [{ name: centre, url: "${at(way)}" }] }`,
});

overNats.each([
  ['a leaf node', leafNode],
  ['a supercluster', supercluster],
])('A gateway behind %s', (_how, joined) => {
  let folder: string;
  let buses: Nats[];
  let between: Proxy;
  let stage: Stage;
  let cluster: Cluster;
  let kiosk: Client;
  let scan: () => ReturnType<Client['post']>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-regions-'));
    const own = await freePort();
    between = await Proxy.open(() => own);
    const configs = Object.entries(joined({ own, way: between.port }));
    buses = [];
    for (const [name, text] of configs) {
      await writeFile(join(folder, name), text);
      buses.push(await startNats(-1, ['--config', join(folder, name)]));
    }
    const [centre, venue] = buses as [Nats, Nats];
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl, { bus: false });
    const [gateway] = await Promise.all([
      cluster.start('gateway', { NATS_URL: venue.url }),
      cluster.start('check-in,identity,events,organizations,registrations', { NATS_URL: centre.url }),
    ]);
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const door = await stage.point(track);
    kiosk = stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
    scan = async () => {
      const { token } = await stage.registered(await stage.person(), track, 'accepted');
      return kiosk.post(`/checkin-points/${door.id}/scan`, { token }, { once: true });
    };
  });
  afterAll(async () => {
    await cluster.close();
    between.close();
    await Promise.all(buses.map((bus) => bus.kill()));
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('scans people as one beside the services does', async () => {
    expect(await eventually(scan, ({ status }) => status === 201)).toMatchObject({ body: { success: true } });
  });

  it('refuses with 503 and Retry-After while the way between is cut, and scans again after it', async () => {
    between.cut();
    const refused = await eventually(scan, ({ status }) => status === 503);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    between.restore();
    expect(await eventually(scan, ({ status }) => status === 201)).toMatchObject({ body: { success: true } });
  });
});
