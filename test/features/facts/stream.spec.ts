import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '../../support/client.ts';
import { heard, listening, over, type Listener } from '../../support/fact-stream.ts';
import { telling } from '../../support/telling.ts';
import { dial, eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
const { open, close } = listening();
beforeAll(async () => void (world = await openWorld()));
afterEach(close);
afterAll(() => world.close());

async function setting() {
  const here = await telling(world);
  return { ...here, path: `/organizations/${here.acme.id}/facts` };
}
type Here = Awaited<ReturnType<typeof setting>>;

async function listen(
  { acme, path, olga }: Here,
  { query = '', headers = {}, as = olga }: { query?: string; headers?: Record<string, string>; as?: Person } = {},
): Promise<Listener> {
  return open(`${world.url}${path}/stream${query}`, { 'X-Api-Key': await world.keyOf(as, acme), ...headers });
}

describe('A stream', () => {
  it('tells what happens from now on, as the list has it', async () => {
    const here = await setting();
    await here.happen();
    const listed = async () => (await here.owner.get(here.path)).body.data.facts as unknown[];
    await eventually(listed, ({ length }) => length === 1);
    const listener = await listen(here);
    expect([listener.status, listener.headers?.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const person = await here.happen();
    const [fact] = await heard(listener, 1);
    expect(fact).toMatchObject({ type: 'role.granted', data: { user_id: person.id } });
    expect(listener.facts).toEqual((await listed()).slice(1));
    expect(listener.retry).toBe(2000);
  });

  it('goes on where a client was, by header or address, without a gap and without telling twice', async () => {
    const here = await setting();
    const first = await listen(here);
    await here.happen();
    await heard(first, 1);
    first.close();
    for (let n = 0; n < 3; n++) await here.happen();
    const byHeader = await listen(here, {
      query: `?after=${'0'.repeat(48)}`,
      headers: { 'Last-Event-ID': first.lastId ?? '' },
    });
    const byAddress = await listen(here, { query: `?after=${first.lastId}` });
    await here.happen();
    for (const listener of [byHeader, byAddress]) {
      const positions = (await heard(listener, 4)).map(({ position }) => position);
      expect(new Set([first.lastId, ...positions]).size).toBe(5);
      expect(positions).toEqual(positions.toSorted());
    }
  });

  it('tells of the types and the hackathon that were asked for', async () => {
    const here = await setting();
    const other = await world.superEvent(here.acme);
    const [byType, byPlace] = [
      await listen(here, { query: '?types=super_event.changed' }),
      await listen(here, { query: `?super_event_id=${other.id}` }),
    ];
    await here.happen();
    await here.owner.patch(`/super-events/${here.hack.id}`, { description: 'Two days' });
    await here.owner.patch(`/super-events/${other.id}`, { description: 'Three days' });
    await heard(byType, 2);
    await heard(byPlace, 1);
    expect(byType.facts.map(({ super_event_id }) => super_event_id)).toEqual([here.hack.id, other.id]);
    expect(byPlace.facts).toHaveLength(1);
  });

  it('is refused as the list is', async () => {
    const here = await setting();
    const outsider = await world.person();
    const role = await here.happen();
    for (const as of [outsider, role]) {
      expect(await listen(here, { as })).toMatchObject({ status: 403, refusal: { code: 'PERMISSION_DENIED' } });
    }
    expect(await listen(here, { as: role, query: `?super_event_id=${here.hack.id}` })).toMatchObject({ status: 200 });
    const headers = { 'Last-Event-ID': 'nonsense' };
    expect(await listen(here, { headers })).toMatchObject({ status: 400, refusal: { code: 'VALIDATION_FAILED' } });
    const query = `?after=${'0'.repeat(48)}`;
    expect(await listen(here, { query })).toMatchObject({ status: 410, refusal: { code: 'POSITION_EXPIRED' } });
  });

  it('is one of five at most that a key has, and makes room when it ends', async () => {
    const here = await setting();
    const five = await Promise.all(Array.from({ length: 5 }, () => listen(here)));
    expect(five.map(({ status }) => status)).toEqual(Array<number>(5).fill(200));
    const sixth = await listen(here);
    expect(sixth).toMatchObject({ status: 429, refusal: { code: 'RATE_LIMITED', retry_after: 5 } });
    five[0]?.close();
    await eventually(
      async () => (await listen(here)).status,
      (status) => status === 200,
    );
  });

  it('is one of a hundred at most that an organization has, so that others find room', async () => {
    const here = await setting();
    const keys = await Promise.all(Array.from({ length: 21 }, () => world.key(here.olga, here.acme)));
    const openWith = (key = '', org = here.acme.id) =>
      open(`${world.url}/organizations/${org}/facts/stream`, { 'X-Api-Key': key });
    const hundred = await Promise.all(
      keys
        .slice(1)
        .flatMap((key) => Array.from({ length: 5 }, (_, n) => openWith(key, n ? here.acme.id : here.acme.slug))),
    );
    expect(hundred.map(({ status }) => status)).toEqual(Array<number>(100).fill(200));
    const beyond = await openWith(keys[0], here.acme.slug);
    expect(beyond).toMatchObject({ status: 429, refusal: { code: 'RATE_LIMITED', retry_after: 5 } });
    expect(beyond.headers?.get('retry-after')).toBe('5');
    const elsewhere = await setting();
    expect(await listen(elsewhere)).toMatchObject({ status: 200 });
    hundred[0]?.close();
    await eventually(
      async () => (await openWith(keys[0])).status,
      (status) => status === 200,
    );
  });

  it('holds one place, however many requests its client sends behind it', async () => {
    const here = await setting();
    const key = await world.keyOf(here.olga, here.acme);
    const socket = await dial(world.url);
    socket.write(`GET ${here.path}/stream HTTP/1.1\r\nX-Api-Key: ${key}\r\n\r\n`.repeat(5));
    await once(socket, 'data');
    const four = await Promise.all(Array.from({ length: 4 }, () => listen(here)));
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await listen(here)).toMatchObject({ status: 429, refusal: { code: 'RATE_LIMITED' } });
    socket.destroy();
  });

  it('answers a HEAD at once', async () => {
    const here = await setting();
    const headers = { 'X-Api-Key': await world.keyOf(here.olga, here.acme) };
    const response = await fetch(`${world.url}${here.path}/stream`, { method: 'HEAD', headers });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('A stream ends', () => {
  it('with its key, within ten seconds, though nobody sent an event', async () => {
    const here = await setting();
    const listener = await listen(here);
    await world.rows`update identity.api_key set revoked_at = now() where user_id = ${here.olga.id}`;
    await over(listener);
    expect(listener.hasEnded).toBe(true);
  });

  it('with the role that allowed it', async () => {
    const here = await setting();
    const mentor = await here.happen();
    const listener = await listen(here, { as: mentor, query: `?super_event_id=${here.hack.id}` });
    await here.owner.del(`/events/${here.track.id}/roles/${mentor.id}/MENTOR`);
    await over(listener);
    expect(listener.hasEnded).toBe(true);
  });

  it('when its client does not read, and comes back without a gap', async () => {
    const here = await setting();
    const key = await world.keyOf(here.olga, here.acme);
    const socket = connect(world.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${here.path}/stream HTTP/1.1\r\nHost: muster\r\nX-Api-Key: ${key}\r\n\r\n`);
    const begun = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(String(chunk))));
    const position = /^id: (.*)$/m.exec(begun)?.[1] ?? '';
    socket.pause();
    // The others of the key are told nothing; there is room for another when the one that stalls is gone.
    for (let n = 0; n < 4; n++) await listen(here, { query: '?types=key.created' });
    // So many that neither the buffers of the system nor a megabyte of ours hold them.
    const many = 8_000;
    await world.rows`
      insert into teams.audit (organization_id, action, fact, ids, before, after)
      select ${here.acme.id}, 'test', 'team.changed', jsonb_build_object('team_id', gen_random_uuid()), '{}',
             jsonb_build_object('problem', repeat('x', 2000))
        from generate_series(1, ${many}::int)`;
    const listener = await eventually(
      () => listen(here, { query: `?after=${position}` }),
      ({ status }) => status === 200,
    );
    socket.destroy();
    await heard(listener, many);
    expect(new Set(listener.facts.map(({ id }) => id)).size).toBe(many);
  });
});

describe('A client that has gone before its stream began', () => {
  it('takes no place from the others of its key', async () => {
    const here = await setting();
    const key = await world.keyOf(here.olga, here.acme);
    for (let n = 0; n < 40; n++) {
      const socket = connect(world.port, '127.0.0.1');
      socket.on('error', () => undefined);
      const request = `GET ${here.path}/stream HTTP/1.1\r\nHost: muster\r\nX-Api-Key: ${key}\r\n\r\n`;
      await new Promise((resolve) => socket.write(request, resolve));
      await pause(n % 8);
      socket.destroy();
    }
    for (let n = 0; n < 5; n++) {
      await eventually(
        () => listen(here),
        ({ status }) => status === 200,
      );
    }
  });
});
