import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster, type Process } from '../support/cluster.ts';
import { Listener } from '../support/fact-stream.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

/** Milliseconds between two scans, and from one kill to the next. */
const [interval, calm] = [40, 700];

overNats('Facts while the gateway, the services behind it and check-in are killed', () => {
  let stage: Stage;
  let cluster: Cluster;
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  it('reach a client that comes back each once and in order, over the stream and the list', async () => {
    const [front, other, behind, checkIn] = await Promise.all([
      cluster.start('gateway'),
      cluster.start('gateway'),
      cluster.start('identity,organizations'),
      cluster.start('events,registrations,teams,check-in'),
    ]);
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const door = await stage.point(track);
    const person = await stage.member(acme, 'MEMBER');
    const kiosk = stage.at(other.port, person, acme);
    const guests = await stage.crowd(track, 5_000);
    const running: Record<string, Process> = { gateway: front, behind, checkIn };

    const { next } = (await kiosk.get(`/organizations/${acme.id}/facts`)).body.data as { next: string };
    const urlOf = () =>
      `http://127.0.0.1:${running['gateway']?.port}/organizations/${acme.id}/facts/stream?after=${next}`;
    const client = await comingBack(urlOf, await stage.keyOf(person, acme));
    let isOver = false;
    const scans: Promise<unknown>[] = [];
    const arrivals = async () => {
      for (const { token } of guests) {
        if (isOver) return;
        scans.push(kiosk.post(`/checkin-points/${door.id}/scan`, { token }));
        await pause(interval);
      }
    };
    const trouble = async () => {
      const services = {
        gateway: 'gateway',
        behind: 'identity,organizations',
        checkIn: 'events,registrations,teams,check-in',
      };
      for (const [name, list] of Object.entries(services)) {
        running[name]?.signal('SIGKILL');
        await pause(calm);
        running[name] = await cluster.start(list);
      }
      isOver = true;
    };
    await Promise.all([arrivals(), trouble()]);
    await Promise.all(scans);

    const recorded = await stage.rows<{ id: string }>`
      select id from check_in.record where organization_id = ${acme.id} order by xid, id`;
    expect(recorded.length).toBeGreaterThan(20);
    const heard = await eventually(
      () => Promise.resolve(client.facts()),
      ({ length }) => length >= recorded.length,
    );
    await client.leave();
    const ids = recorded.map(({ id }) => id);
    expect(heard.map(({ id }) => id)).toEqual(ids);
    expect(await listed(stage.at(other.port, person, acme), acme.id)).toEqual(ids);
    expect(client.connections()).toBeGreaterThan(1);
  });

  it('end with a clean end where a gateway is stopped, and reach many streams', async () => {
    const gateway = await cluster.start('gateway');
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const people = await Promise.all(Array.from({ length: 6 }, () => stage.member(acme, 'MEMBER')));
    const door = await stage.point(track);
    const count = 30;
    const listeners = await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 5 }, async () => {
          const headers = { 'X-Api-Key': await stage.keyOf(person, acme) };
          const url = `http://127.0.0.1:${gateway.port}/organizations/${acme.id}/facts/stream`;
          return new Listener().open(url, headers);
        }),
      ),
    );
    expect(listeners.map(({ status }) => status)).toEqual(listeners.map(() => 200));
    const kiosk = stage.at(gateway.port, people[0]!, acme);
    for (let n = 0; n < count; n++) {
      const { token } = await stage.registered(await stage.person(), track);
      await kiosk.post(`/checkin-points/${door.id}/scan`, { token });
    }
    await eventually(
      () => Promise.resolve(listeners),
      (all) => all.every(({ facts }) => facts.length === count),
    );

    gateway.signal('SIGTERM');
    await eventually(
      () => Promise.resolve(listeners),
      (all) => all.every(({ isOpen }) => !isOpen),
    );
    expect(listeners.every(({ hasEnded }) => hasEnded)).toBe(true);
    expect(await gateway.ended).toBe(0);
  });
});

/** Reads a stream, and comes back where it broke as often as need be. */
async function comingBack(urlOf: () => string, key: string) {
  const listeners: Listener[] = [];
  let hasLeft = false;
  const connect = async () => {
    const lastId = listeners.findLast((each) => each.lastId !== undefined)?.lastId;
    const listener = new Listener();
    const headers = { 'X-Api-Key': key, ...(lastId && { 'Last-Event-ID': lastId }) };
    await listener.open(urlOf(), headers).catch(() => undefined);
    if (listener.status === 200) listeners.push(listener);
    return listener.status === 200;
  };
  await eventually(connect, (isOpen) => isOpen);
  const staying = (async () => {
    while (!hasLeft) {
      if (!listeners.at(-1)?.isOpen) await connect();
      await pause(50);
    }
  })();
  return {
    facts: () => listeners.flatMap(({ facts }) => facts),
    connections: () => listeners.length,
    leave: async () => {
      hasLeft = true;
      await staying;
      for (const listener of listeners) listener.close();
    },
  };
}

async function listed(client: ReturnType<Stage['at']>, organization_id: string): Promise<string[]> {
  const ids: string[] = [];
  for (let [after, has_more] = ['', true]; has_more;) {
    const path = `/organizations/${organization_id}/facts?limit=50${after && `&after=${after}`}`;
    const { data } = (await client.get(path)).body;
    ids.push(...data.facts.map(({ id }: { id: string }) => id));
    ({ next: after, has_more } = data as { next: string; has_more: boolean });
  }
  return ids;
}
