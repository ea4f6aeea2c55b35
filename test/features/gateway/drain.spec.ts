import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { gatewayOf, type GatewayService } from '../../../services/lifecycle.ts';
import type { Client } from '../../support/client.ts';
import type { Place } from '../../support/fixtures.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { dial, eventually, parse, readToEnd } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let organizer: Client;
let place: Place;
beforeEach(async () => {
  world = await openWorld();
  const acme = await world.organization();
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
  place = await world.registered(await world.person(), await world.track(await world.superEvent(acme)), 'pending');
  await organizer.get('/status');
});
afterEach(() => world.close());

const ready = async () => {
  const response = await fetch(`http://127.0.0.1:${world.gateway.adminPort}/ready`);
  return { status: response.status, body: await response.json() };
};
const nobodyListens = () =>
  eventually(
    () =>
      dial(world.url).then(
        (socket) => void socket.destroy(),
        ({ code }: NodeJS.ErrnoException) => code,
      ),
    (code) => code === 'ECONNREFUSED',
  );

describe('A process that is told to stop', () => {
  it('says so before it refuses anybody', async () => {
    expect(await ready()).toEqual({ status: 200, body: { ready: true, problems: [] } });
    const stopped = world.gateway.stop();
    const [readiness, answer] = await Promise.all([ready(), organizer.get('/status')]);
    expect(readiness).toEqual({ status: 503, body: { ready: false, problems: ['stopping'] } });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('connection')).toBe('close');
    await stopped;
  });

  it('answers what is under way', async () => {
    await using held = await begin(
      world.databaseUrl,
      'select 1 from registrations.registration where id = $1 for update',
      [place.id],
    );
    const write = organizer.patch(`/registrations/${place.id}/status`, { status: 'waitlisted' });
    await waitingFor(world);
    // Clients that never finish are given ten seconds. This one finishes, so that an hour makes no difference.
    const gateway = gatewayOf(world.gateway.broker) as GatewayService;
    const drain = gateway.drain.bind(gateway);
    jest.spyOn(gateway, 'drain').mockImplementation(() => drain(3_600_000));
    const stopped = world.gateway.stop();
    await nobodyListens();
    await held.commit();
    expect(await write).toMatchObject({ status: 200, body: { data: { updated: true, status: 'waitlisted' } } });
    await stopped;
    expect(await world.rows`select status from registrations.registration`).toEqual([{ status: 'waitlisted' }]);
  });

  it('takes the last request of a connection that is open, and ends it with the answer', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const over = async () => {
      const outgoing = request(`${world.url}/status`, { agent });
      outgoing.end();
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      incoming.resume();
      await once(incoming, 'end');
      return [incoming.statusCode, incoming.headers.connection];
    };
    expect(await over()).toEqual([200, 'keep-alive']);
    const stopped = world.gateway.stop();
    expect(await over()).toEqual([200, 'close']);
    await stopped;
    agent.destroy();
  });

  it('refuses connections afterwards, closes the idle ones and frees both ports', async () => {
    const idle = await dial(world.url);
    const ended = readToEnd(idle);
    idle.write('GET /status HTTP/1.1\r\n\r\n');
    await organizer.get('/status');
    await world.gateway.stop();
    expect(await ended).toMatch(/^HTTP\/1\.1 200 OK/);
    await expect(dial(world.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(dial(`http://127.0.0.1:${world.gateway.adminPort}`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('does not wait for a client that never finishes its request', async () => {
    const socket = await dial(world.url);
    const ended = readToEnd(socket);
    socket.write('GET /status HTTP/1.1\r\nX-Slow: ');
    await world.gateway.stop();
    expect([0, 408]).toContain(parse(await ended).status || 0);
  });

  it('may be told twice', async () => {
    await Promise.all([world.gateway.stop(), world.gateway.stop()]);
    await expect(world.gateway.stop()).resolves.toBeUndefined();
  });
});
