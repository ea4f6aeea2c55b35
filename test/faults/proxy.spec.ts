import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ask } from '../support/wire.ts';
import { Proxy } from './proxy.ts';

let server: Server;
let served = 0;
let wire: Proxy;
beforeAll(async () => {
  server = createServer((_req, res) => {
    served++;
    res.end('here');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  wire = await Proxy.open(() => (server.address() as AddressInfo).port);
});
afterAll(() => {
  wire.close();
  server.close();
});

const get = () => ask(`http://127.0.0.1:${wire.port}`, { path: '/', patience: 1_000 });

describe('A wire', () => {
  it('carries everything', async () => {
    expect(await get()).toMatchObject({ status: 200, text: 'here' });
  });

  it.each([0.5, 2, 30])('that is slowed by %d ms takes as much longer each way, and keeps the order', async (delay) => {
    wire.delay = delay;
    const begun = performance.now();
    expect(await get()).toMatchObject({ text: 'here' });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(2 * delay);
    wire.delay = 0;
  });

  it('that is cut carries nothing', async () => {
    wire.cut();
    await expect(get()).rejects.toThrow();
    wire.restore();
    expect(await get()).toMatchObject({ text: 'here' });
  });

  it('that is silent lets everybody wait', async () => {
    wire.silence();
    await expect(get()).rejects.toThrow(/aborted|timeout/i);
    wire.restore();
    expect(await get()).toMatchObject({ text: 'here' });
  });

  it('that loses an answer has delivered the question', async () => {
    const before = served;
    wire.losesAnswer = () => true;
    await expect(get()).rejects.toThrow();
    expect(served).toBe(before + 1);
    wire.losesAnswer = () => false;
  });

  it('that leads to nobody refuses', async () => {
    const nowhere = await Proxy.open(() => undefined);
    await expect(ask(`http://127.0.0.1:${nowhere.port}`, { path: '/' })).rejects.toThrow();
    nowhere.close();
  });
});
