import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sendFile } from '../../../services/gateway/concerns/downloads.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((each) => each.close()));

/** Asks for what this sends, and for what its sender was told. */
async function ask(content: Readable) {
  const sent = Promise.withResolvers<void>();
  const server = createServer((_req, res) => {
    const file = { filename: 'a.csv', size: null, content_type: 'text/csv' };
    sendFile({ res, head: {} }, file, content).then(sent.resolve, (error: Error) => {
      sent.reject(error);
      res.destroy();
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { answer, sent: sent.promise };
}

describe('A file of unknown size', () => {
  it.concurrent('is whole where it has ended', async () => {
    const content = new PassThrough();
    content.end('all of it');
    const { answer } = await ask(content);
    expect(await (await answer).text()).toBe('all of it');
  });

  it.concurrent('is cut off where nothing comes any more', async () => {
    const content = new PassThrough();
    content.write('a part');
    const { answer, sent } = await ask(content);
    await expect((await answer).text()).rejects.toThrow('terminated');
    await sent;
    expect(content.destroyed).toBe(true);
  });

  it.concurrent('is given up where it comes faster than its client reads, and too much of it waits', async () => {
    const content = new PassThrough();
    content.write('the first of it');
    const { answer, sent } = await ask(content);
    const { body } = await answer;
    // As the bus does it: nobody is asked whether there is room.
    for (let megabytes = 0; megabytes < 40; megabytes++) content.write(Buffer.alloc(1_048_576));
    await sent;
    expect(content.destroyed).toBe(true);
    await expect(new Response(body).arrayBuffer()).rejects.toThrow('terminated');
  });

  it.concurrent('is an error like any other where nothing comes at all', async () => {
    const content = new PassThrough();
    const { answer, sent } = await ask(content);
    const [asked] = await Promise.allSettled([answer, expect(sent).rejects.toMatchObject({ type: 'TIMEOUT' })]);
    expect(asked.status).toBe('rejected');
    expect(content.destroyed).toBe(true);
  });
});
