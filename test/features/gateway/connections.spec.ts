import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeExcessIdle, applyServerLimits, oneAtATime, serverOptions } from '../../../services/gateway/server.ts';
import { endWith } from '../../../services/gateway/unread.ts';
import { ask, dial, eventually, exchange, parse, readToEnd } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
const servers: Server[] = [];
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,gateway' });
});
afterAll(async () => {
  for (const each of servers) each.close().closeAllConnections();
  await world.close();
});

const server = () => (world.gateway.broker.getLocalService('gateway') as unknown as { server: Server }).server;
const headers = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: 1\r\n`).join('');

describe('Bytes that are not HTTP', () => {
  it.each([
    ['is garbage', 'GARBAGE\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['is another protocol', '\x16\x03\x01\x02\x00\x01', 400, 'VALIDATION_FAILED'],
    ['has a malformed header', 'GET /status HTTP/1.1\r\nno colon\r\n\r\n', 400, 'VALIDATION_FAILED'],
    [
      'has two lengths',
      'POST /status HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
      400,
      'VALIDATION_FAILED',
    ],
    [
      'has a length beside chunks',
      'POST /status HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'VALIDATION_FAILED',
    ],
    ['has 20 kB of headers', `GET /status HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'PAYLOAD_TOO_LARGE'],
  ])('is answered in the one error shape when it %s', async (_what, text, status, code) => {
    const answer = await exchange(world.url, text);
    expect(answer).toMatchObject({ status, body: { success: false, code, request_id: '' } });
    expect(Object.keys(answer.body)).toEqual(['success', 'code', 'message', 'request_id']);
    expect(answer.headers.get('connection')).toBe('close');
  });
});

describe('Unusual HTTP', () => {
  it.each([
    ['names no host', 'GET /status HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['is HTTP/1.0', 'GET /status HTTP/1.0\r\n\r\n'],
    ['expects something', 'GET /status HTTP/1.1\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n'],
    ['wants another protocol', 'GET /status HTTP/1.1\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'],
    ['has 90 headers', `GET /status HTTP/1.1\r\nConnection: close\r\n${headers(90)}\r\n`],
  ])('is answered when it %s', async (_what, text) => {
    expect((await exchange(world.url, text)).text).toContain('"success":true');
  });

  it('gets no tunnel', async () => {
    const socket = await dial(world.url);
    socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n');
    expect(await readToEnd(socket)).toBe('');
  });

  it('may be several requests on one connection, answered in their order', async () => {
    const text = await exchangeText(
      'GET /nothing HTTP/1.1\r\n\r\nGET /status HTTP/1.1\r\n\r\nGET /more HTTP/1.1\r\nConnection: close\r\n\r\n',
    );
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200', 'HTTP/1.1 404']);
  });
});

/** Reads what comes on a connection, by the number of its answers and until its end. */
function answersOn(socket: Socket) {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
  const ended = once(socket, 'close');
  return {
    reach: (count: number) =>
      eventually(
        () => Promise.resolve(text.split('HTTP/1.1 ').length - 1),
        (come) => come >= count,
      ),
    all: async () => {
      await ended;
      return text;
    },
  };
}

async function exchangeText(text: string): Promise<string> {
  const socket = await dial(world.url);
  socket.write(text);
  return readToEnd(socket);
}

describe('The limits of a connection', () => {
  it('are those of the gateway, not those of Node', () => {
    expect(server()).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 150_000,
      keepAliveTimeout: 65_000,
      maxHeadersCount: 100,
    });
  });

  it('end it with the thousandth answer, which says so; what was sent behind it is not refused without a word', async () => {
    const socket = await dial(world.url);
    const answers = answersOn(socket);
    const some = 'GET /nothing HTTP/1.1\r\n\r\n'.repeat(33);
    for (let asked = 33; asked <= 990; asked += 33) {
      socket.write(some);
      await answers.reach(asked);
    }
    socket.write(some);
    const text = await answers.all();
    const heads = text.split('HTTP/1.1 ').slice(1);
    expect(heads).toHaveLength(1_000);
    expect(heads.filter((head) => !head.startsWith('404 '))).toEqual([]);
    const closing = heads.map((head) => head.includes('Connection: close'));
    expect([closing.indexOf(true), closing.length]).toEqual([999, 1_000]);
  });

  const large = 'x'.repeat(16 * 1_048_576);
  const requests = (...paths: string[]) => paths.map((path) => `GET ${path} HTTP/1.1\r\n\r\n`).join('');
  /** Answers each request so, and says which it has begun to serve. */
  const serving = async (answer: (res: ServerResponse) => void) => {
    const paths: string[] = [];
    const made = createServer(
      serverOptions,
      oneAtATime((req, res) => {
        paths.push(req.url ?? '');
        answer(res);
      }),
    );
    applyServerLimits(made);
    servers.push(made);
    const reach = (path: string) =>
      eventually(
        () => Promise.resolve(paths),
        (all) => all.includes(path),
      );
    return { url: await listening(made), server: made, served: { paths, reach } };
  };

  /** Times out at once. */
  const hurry = async () => {
    const hurried = createServer({ ...serverOptions, headersTimeout: 100, connectionsCheckingInterval: 20 });
    applyServerLimits(hurried);
    return { hurried, url: await listening(hurried) };
  };
  const listening = async (any: Server) => {
    any.listen(0, '127.0.0.1');
    await once(any, 'listening');
    return `http://127.0.0.1:${(any.address() as AddressInfo).port}`;
  };

  it('end one whose headers never come, in the one error shape', async () => {
    const { hurried, url } = await hurry();
    const socket = await dial(url);
    socket.write('GET /status HTTP/1.1\r\nX-Slow: ');
    const answer = parse(await readToEnd(socket));
    hurried.close();
    expect(answer).toMatchObject({ status: 408, body: { success: false, code: 'TIMEOUT', request_id: '' } });
    expect(answer.headers.get('connection')).toBe('close');
  });

  it.each([
    ['says half of its head', 'GET /status HTTP/1.1\r\nX-Slow: '],
    ['says nothing', ''],
    ['speaks another protocol', '\x16\x03\x01\x02\x00\x01'],
  ])('are kept against one that %s and never ends its own half', async (_what, text) => {
    const { hurried, url } = await hurry();
    const open = promisify(hurried.getConnections.bind(hurried));
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    await once(socket, 'connect');
    socket.write(text);
    expect(await eventually(open, (count) => count === 0)).toBe(0);
    hurried.close();
    socket.destroy();
  });

  it('serve one request at a time: the next once the answer before it was taken', async () => {
    const { url, served } = await serving((res) => res.end(large));
    const [slow, other] = [await dial(url), await dial(url)];
    slow.pause().write(requests('/a', '/b', '/c'));
    await served.reach('/a');
    other.write(requests('/other'));
    await served.reach('/other');
    expect(served.paths).toEqual(['/a', '/other']);
    slow.resume();
    await served.reach('/c');
    expect(served.paths).toEqual(['/a', '/other', '/b', '/c']);
    [slow, other].forEach((socket) => socket.destroy());
  });

  it('end it where more requests wait than may', async () => {
    const { url, served } = await serving((res) => void res.once('close', () => undefined));
    const socket = await dial(url);
    socket.write(requests(...Array<string>(40).fill('/slow')));
    expect(await readToEnd(socket)).toBe('');
    expect(served.paths).toEqual(['/slow']);
  });

  it('end it where an answer is not taken and nothing else comes', async () => {
    const { url, server: quick } = await serving((res) => res.end(large));
    quick.timeout = 200;
    const open = promisify(quick.getConnections.bind(quick));
    const socket = await dial(url);
    socket.on('error', () => undefined).pause();
    socket.write(requests('/a', '/b'));
    expect(await eventually(open, (count) => count === 0)).toBe(0);
    socket.destroy();
  });

  it('end those with the most to be read where more than 128 MB wait in all, and not one that reads', async () => {
    const eightMegabytes = 8 * 1_048_576;
    const { url, server: crowded, served } = await serving((res) => endWith(res, Buffer.alloc(eightMegabytes)));
    const open = promisify(crowded.getConnections.bind(crowded));
    const silent = await Promise.all(Array.from({ length: 20 }, () => dial(url)));
    for (const socket of silent) socket.on('error', () => undefined).pause();
    for (const socket of silent) socket.write(requests('/'));
    await eventually(
      () => Promise.resolve(served.paths),
      ({ length }) => length === 20,
    );
    // Their heads count as well, so that sixteen are too many.
    expect(await eventually(open, (count) => count === 15)).toBe(15);
    const answer = await fetch(url);
    expect((await answer.arrayBuffer()).byteLength).toBe(eightMegabytes);
    silent.forEach((socket) => socket.destroy());
  });

  it('let the oldest of too many that ask for nothing go, and no other', async () => {
    const crowded = createServer((req, res) => req.url === '/done' && res.end('done'));
    closeExcessIdle(crowded, 3);
    const url = await listening(crowded);
    const states: string[] = [];
    const open = async (name: string, asked: string) => {
      const socket = await dial(url);
      socket.on('error', () => undefined);
      socket.on('close', () => states.push(`${name} closed`)).on('data', () => states.push(`${name} answered`));
      socket.write(asked);
      return socket;
    };
    const sockets = [
      await open('busy', 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n'),
      await open('answered', 'GET /done HTTP/1.1\r\nHost: x\r\n\r\n'),
    ];
    await eventually(
      () => Promise.resolve(states),
      ({ length }) => length === 1,
    );
    for (const name of ['second', 'third', 'fourth']) sockets.push(await open(name, ''));
    await eventually(
      () => Promise.resolve(states),
      ({ length }) => length === 2,
    );
    expect(states).toEqual(['answered answered', 'answered closed']);
    sockets.forEach((socket) => socket.destroy());
    crowded.close();
  });

  it('do not stop the others', async () => {
    const idle = await Promise.all(Array.from({ length: 50 }, () => dial(world.url)));
    for (const socket of idle) socket.write('GET /status HT');
    expect(await ask(world.url, { path: '/status' })).toMatchObject({ status: 200 });
    for (const socket of idle) socket.destroy();
  });
});
