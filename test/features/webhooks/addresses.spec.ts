/** Where nothing is ever sent, whatever an address looks like and whatever its name leads to. */
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import net from 'node:net';
import { checkUrl, systemResolver, scopeOfAddress } from '../../../services/webhooks/address.ts';
import { WebhookClient } from '../../../services/webhooks/client.ts';
import { newSecret } from '../../../services/webhooks/signature.ts';
import { startNameServer } from '../../support/dns.ts';
import { answers, Receiver } from '../../support/receiver.ts';
import { restoreEnvironment } from '../../support/environment.ts';

/** As they are typed. */
const forbidden: readonly (readonly [url: string, reason: string])[] = [
  ['http://example.org/', 'scheme'],
  ['ftp://example.org/', 'scheme'],
  ['file:///etc/passwd', 'address'],
  ['gopher://example.org:70/', 'scheme'],
  ['//example.org/', 'address'],
  ['example.org', 'address'],
  ['https://', 'address'],
  ['https://user:sesame@example.org/', 'credentials'],
  ['https://user@example.org/', 'credentials'],
  ['https://@example.org/', 'credentials'],
  ['https://example.org@127.0.0.1/', 'credentials'],
  ['https://example.org\\@127.0.0.1/', 'address'],
  ['https://exa\tmple.org/', 'address'],
  ['https://example.org/\n', 'address'],
  ['https://127.0.0.1/', 'private'],
  ['https://127.1/', 'private'],
  ['https://2130706433/', 'private'],
  ['https://0x7f000001/', 'private'],
  ['https://0x7f.0.0.1/', 'private'],
  ['https://0177.0.0.1/', 'private'],
  ['https://017700000001/', 'private'],
  ['https://127.0.0.1./', 'private'],
  ['https://127。0。0。1/', 'private'],
  ['https://１２７.０.０.１/', 'private'],
  ['https://①②⑦.⓪.⓪.①/', 'private'],
  ['https://%31%32%37.0.0.1/', 'private'],
  ['https://0/', 'private'],
  ['https://0.0.0.0/', 'private'],
  ['https://10.0.0.7/', 'private'],
  ['https://172.16.0.1/', 'private'],
  ['https://192.168.1.1/', 'private'],
  ['https://3232235777/', 'private'],
  ['https://169.254.169.254/latest/meta-data/', 'private'],
  ['https://0xa9fea9fe/', 'private'],
  ['https://168.63.129.16/', 'private'],
  ['https://100.64.0.1/', 'private'],
  ['https://100.100.100.200/', 'private'],
  ['https://192.0.0.192/', 'private'],
  ['https://192.0.2.1/', 'private'],
  ['https://198.18.0.1/', 'private'],
  ['https://198.51.100.1/', 'private'],
  ['https://203.0.113.1/', 'private'],
  ['https://224.0.0.1/', 'private'],
  ['https://240.0.0.1/', 'private'],
  ['https://255.255.255.255/', 'private'],
  ['https://[::]/', 'private'],
  ['https://[::1]/', 'private'],
  ['https://[0:0:0:0:0:0:0:1]/', 'private'],
  ['https://[::ffff:127.0.0.1]/', 'private'],
  ['https://[::ffff:7f00:1]/', 'private'],
  ['https://[::ffff:8.8.8.8]/', 'private'],
  ['https://[::127.0.0.1]/', 'private'],
  ['https://[::ffff:0:127.0.0.1]/', 'private'],
  ['https://[64:ff9b::7f00:1]/', 'private'],
  ['https://[64:ff9b:1::a00:1]/', 'private'],
  ['https://[2002:7f00:1::]/', 'private'],
  ['https://[2001:0:7f00:1::]/', 'private'],
  ['https://[2001:db8::1]/', 'private'],
  ['https://[3fff::1]/', 'private'],
  ['https://[fe80::1]/', 'private'],
  ['https://[fec0::1]/', 'private'],
  ['https://[fc00::1]/', 'private'],
  ['https://[fd00:ec2::254]/', 'private'],
  ['https://[ff02::1]/', 'private'],
  ['https://localhost/', 'private'],
  ['https://LOCALHOST/', 'private'],
  ['https://localhost./', 'private'],
  ['https://anything.localhost/', 'private'],
  ['https://ⓛocalhost/', 'private'],
  ['https://postgres/', 'private'],
  ['https://nats.muster.svc.cluster.local/', 'private'],
  ['https://metadata.google.internal/', 'private'],
  ['https://1.0.0.127.in-addr.arpa/', 'private'],
  ['https://example.org:22/', 'port'],
  ['https://example.org:80/', 'port'],
];

describe('An address', () => {
  it.each(forbidden)('is forbidden as it stands: %s', (url, reason) => {
    expect(checkUrl(url, false)).toEqual({ forbidden: reason });
  });

  it.each([
    ['https://example.org/hook', 'https://example.org/hook'],
    ['https://example.org:443/', 'https://example.org/'],
    ['https://example.org:8443/?a=b#c', 'https://example.org:8443/?a=b'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://93.184.215.14/', 'https://93.184.215.14/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('is kept: %s', (url, href) => {
    expect(checkUrl(url, false)).toEqual({ href });
  });

  it('of this machine is let through where the operator says so, by http too, and no other', () => {
    for (const host of ['127.0.0.1:4000', 'localhost:4000', '[::1]:4000']) {
      expect(checkUrl(`http://${host}/`, true)).toEqual({ href: `http://${host}/` });
    }
    expect(checkUrl('http://example.org/', true)).toEqual({ forbidden: 'scheme' });
    expect(checkUrl('https://10.0.0.1/', true)).toEqual({ forbidden: 'private' });
    expect(checkUrl('http://[::ffff:127.0.0.1]/', true)).toEqual({ forbidden: 'scheme' });
  });

  it('with a zone, or that is none, is nobody public', () => {
    for (const text of ['fe80::1%eth0', '2606:4700::1111%lo', '', '127.0.0.1 ', 'example.org']) {
      expect(scopeOfAddress(text)).toBe('private');
    }
  });
});

describe('The address of a name', () => {
  const inside = ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::a00:1'];
  let server: Awaited<ReturnType<typeof startNameServer>>;
  let sender: WebhookClient;
  let trap: Receiver;
  /** The addresses that sockets of a sender tried to reach, by whatever name; other services here have their own. */
  const attempts: string[] = [];
  const sending = new AsyncLocalStorage<true>();
  const connect = Reflect.get(net.Socket.prototype, 'connect') as (...given: unknown[]) => net.Socket;
  const spy = jest.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...given) {
    if (sending.getStore()) this.on('connectionAttempt', (address: string) => attempts.push(address));
    return connect.apply(this, given);
  });

  beforeAll(async () => {
    trap = await Receiver.listen();
    server = await startNameServer({
      ...Object.fromEntries(inside.map((address, n) => [`inside-${n}.example.org`, () => [address]])),
      // One of them is public, and taken by whoever looks at the first alone.
      'both.example.org': () => ['93.184.215.14', '127.0.0.1'],
      'families.example.org': () => ['93.184.215.14', '::1'],
      // Reserved when it is looked at, ours when it is looked at again.
      'changes.example.org': (nth) => (nth === 1 ? ['192.0.2.1'] : ['127.0.0.1']),
      // And this machine's, which a sender may have been allowed.
      'rebinds.example.org': (nth) => (nth === 1 ? ['127.0.0.1'] : ['10.0.0.7']),
      'empty.example.org': () => [],
    });
    sender = new WebhookClient({ names: server.names, isInsecure: false });
  });
  afterEach(() => {
    attempts.length = 0;
  });
  afterAll(async () => {
    spy.mockRestore();
    await sender.close();
    server.close();
    trap.close();
  });

  const send = (url: string, by = sender, patience = 2_000) =>
    sending.run(true, () => by.send({ id: 'fact', body: '{}', url, secrets: [newSecret()] }, patience));

  it.each([
    ...inside.map((address, n) => [`https://inside-${n}.example.org`, address]),
    ['https://both.example.org', 'one of several'],
    ['https://families.example.org', 'one of each family'],
    ['https://inside-0.example.org.', 'with the dot of the root'],
  ])('is forbidden where it is inside: %s, %s', async (url) => {
    expect(await send(`${url}:${trap.port}/`)).toMatchObject({ error: 'ADDRESS_FORBIDDEN', response_status: null });
    expect(attempts).toEqual([]);
  });

  it('is asked once for a connection, so that no second answer counts', async () => {
    const near = new WebhookClient({ names: server.names, isInsecure: true });
    const url = `https://rebinds.example.org:${trap.port}/`;
    expect(await send(url, near, 5_000)).toMatchObject({ error: 'TLS_FAILED' });
    expect(server.asked('rebinds.example.org')).toBe(1);
    expect(attempts).toEqual(['127.0.0.1']);
    // A connection of its own looks again, and finds out.
    expect(await send(url, near, 5_000)).toMatchObject({ error: 'ADDRESS_FORBIDDEN' });
    expect(attempts).toEqual(['127.0.0.1']);
    await near.close();
  });

  it('is judged by every answer anew', async () => {
    expect(await send(`https://changes.example.org:${trap.port}/`)).toMatchObject({ error: 'ADDRESS_FORBIDDEN' });
    expect(await send(`https://changes.example.org:${trap.port}/`)).toMatchObject({ error: 'ADDRESS_FORBIDDEN' });
    expect(attempts).toEqual([]);
  });

  it('may be nothing', async () => {
    expect(await send('https://empty.example.org/')).toMatchObject({ error: 'NAME_UNKNOWN' });
    expect(await send('https://never.example.org/')).toMatchObject({ error: 'NAME_UNKNOWN' });
  });

  it.each(forbidden)('matters nothing where the address is forbidden as it stands: %s', async (url) => {
    expect(await send(url)).toMatchObject({ error: 'ADDRESS_FORBIDDEN' });
    expect(attempts).toEqual([]);
  });

  it('has let nothing through to this machine', () => {
    expect(trap.received).toEqual([]);
  });
});

describe('A receiver', () => {
  let sender: WebhookClient;
  const receivers: Receiver[] = [];
  beforeAll(() => {
    sender = new WebhookClient({ names: systemResolver(), isInsecure: true });
  });
  afterAll(async () => {
    await sender.close();
    receivers.forEach((receiver) => receiver.close());
  });
  const send = (url: string, patience = 5_000) =>
    sender.send({ id: 'fact', body: '{}', url, secrets: [newSecret()] }, patience);
  async function listen(...given: Parameters<typeof Receiver.listen>): Promise<Receiver> {
    const receiver = await Receiver.listen(...given);
    receivers.push(receiver);
    return receiver;
  }

  it.each([301, 302, 303, 307, 308])('that redirects (%i) is not followed', async (status) => {
    const elsewhere = await listen();
    const receiver = await listen(answers(status, { location: elsewhere.url }));
    expect(await send(receiver.url)).toMatchObject({ response_status: status, error: 'REFUSED' });
    expect(elsewhere.received).toEqual([]);
  });

  it('that answers without end is read to 16 kB', async () => {
    let sent = 0;
    const receiver = await listen((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(4_096))) sent += 4_096;
      };
      response.on('drain', more);
      more();
    });
    expect(await send(receiver.url)).toMatchObject({ response_status: 200, error: null });
    expect(sent).toBeLessThan(16_000_000);
  });

  it('that does not answer is left in time', async () => {
    const receiver = await listen(() => undefined);
    const outcome = await send(receiver.url, 200);
    expect(outcome).toMatchObject({ response_status: null, error: 'TIMEOUT' });
    expect(outcome.duration_ms).toBeGreaterThanOrEqual(200);
  });

  it('that is not there, or speaks another language, is told apart', async () => {
    const receiver = await listen((response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'));
    expect(await send(receiver.url)).toMatchObject({ error: 'BAD_ANSWER' });
    expect(await send(receiver.url.replace('http:', 'https:'))).toMatchObject({ error: 'TLS_FAILED' });
    const { url } = receiver;
    receiver.close();
    expect(await send(url)).toMatchObject({ error: 'CONNECTION_FAILED' });
  });

  it('is reached past whatever proxy the environment names', async () => {
    const proxy = await listen();
    const receiver = await listen();
    const former = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url });
    const own = new WebhookClient({ names: systemResolver(), isInsecure: true });
    expect(await own.send({ id: 'fact', body: '{}', url: receiver.url, secrets: [newSecret()] }, 5_000)).toMatchObject({
      error: null,
    });
    restoreEnvironment(former);
    await own.close();
    expect([proxy.received.length, receiver.received.length]).toEqual([0, 1]);
  });
});
