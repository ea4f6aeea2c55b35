import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { asksFor, formOf } from '../support/files.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { eventually } from '../support/wire.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const limit = 10 * 1_048_576;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

overNats('Files over NATS, with two processes to store them', () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  let directory: string;
  let arriving: string;
  beforeAll(async () => {
    stage = await openStage();
    directory = await mkdtemp(join(tmpdir(), 'muster-files-'));
    arriving = await mkdtemp(join(tmpdir(), 'muster-arriving-'));
    const places = { FILES_URL: directory, TMPDIR: arriving };
    cluster = await Cluster.open(stage.databaseUrl);
    [gateway] = await Promise.all([
      cluster.start('gateway'),
      cluster.start('identity,organizations,events,teams'),
      cluster.start('registrations', places),
      cluster.start('registrations', places),
    ]);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
    for (const each of [directory, arriving]) await rm(each, { recursive: true, force: true });
  });

  const bytesOf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)]);
  /** Waits until a part of a file is with a process that stores it. */
  const hasBegun = () =>
    eventually(
      () => readdir(arriving),
      ({ length }) => length > 0,
    );
  async function asking() {
    const acme = await stage.organization();
    const hack = await stage.superEvent(acme);
    const fields = [await asksFor(stage, hack), await asksFor(stage, hack)];
    return { acme, hack, fields };
  }

  it('arrive and come back as they were sent, many at a time', async () => {
    const { acme, hack, fields } = await asking();
    const exchange = async (sizes: readonly number[]) => {
      const ada = await stage.person();
      const api = stage.at(gateway.port, ada, acme);
      const sent = sizes.map(bytesOf);
      const parts = sent.map((bytes, n) => [`file_${fields[n]}`, { bytes, name: 'cv.pdf' }] as const);
      const made = await api.post(`/super-events/${hack.id}/register`, formOf(parts));
      expect(made.status).toBe(201);
      const read = await api.get(`/super-event-registrations/${made.body.data.id}`);
      const answers = read.body.data.super_event_registration.answers_json as Record<string, { file_id: string }>;
      for (const [n, bytes] of sent.entries()) {
        const headers = { 'X-Api-Key': await stage.keyOf(ada, acme) };
        const url = `http://127.0.0.1:${gateway.port}/files/${answers[fields[n] ?? '']?.file_id}`;
        const back = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
        expect([back.length, sha256(back)]).toEqual([bytes.length, sha256(bytes)]);
      }
    };
    await exchange([limit, limit]);
    await Promise.all([1, 2, 3, 4, 5, 6].map((n) => exchange([n * 100_000, 70_000])));
    expect(await readdir(directory)).toHaveLength(14);
  });

  it('leave nothing where they are too large, of the wrong type or cut off', async () => {
    const before = (await readdir(directory)).length;
    const { acme, hack, fields } = await asking();
    const ada = await stage.person();
    const api = stage.at(gateway.port, ada, acme);
    const path = `/super-events/${hack.id}/register`;
    const [good, field] = fields.map((id) => `file_${id}`) as [string, string];
    const send = (bytes: Buffer) =>
      api.post(path, formOf({ [good]: { bytes: bytesOf(50_000), name: 'a.pdf' }, [field]: { bytes, name: 'b.pdf' } }));
    expect(await send(bytesOf(limit + 1))).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    expect(await send(randomBytes(200_000))).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field }] });

    const broken = new AbortController();
    const body = new ReadableStream({
      start(controller) {
        const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.pdf"\r\n\r\n`;
        controller.enqueue(Buffer.concat([Buffer.from(head), bytesOf(300_000)]));
      },
    });
    const headers = {
      'X-Api-Key': await stage.keyOf(ada, acme),
      'Content-Type': 'multipart/form-data; boundary=b',
    };
    const url = `http://127.0.0.1:${gateway.port}${path}`;
    const asked = fetch(url, { method: 'POST', headers, body, duplex: 'half', signal: broken.signal });
    const hasBroken = expect(asked).rejects.toThrow();
    await hasBegun();
    broken.abort();
    await hasBroken;

    const left = async () => [
      ...(await stage.rows<{ id: string }>`select id from registrations.file where claimed_by is null`),
      ...(await readdir(arriving)),
    ];
    await eventually(left, ({ length }) => length === 0);
    expect(await readdir(directory)).toHaveLength(before);
    expect((await send(bytesOf(1_000))).status).toBe(201);
  });

  it('are 503 while the temporary directory is gone, for it can be mended', async () => {
    const { acme, hack, fields } = await asking();
    const api = stage.at(gateway.port, await stage.person(), acme);
    const [field] = fields;
    const send = () =>
      api.post(
        `/super-events/${hack.id}/register`,
        formOf({ [`file_${field}`]: { bytes: bytesOf(900), name: 'a.pdf' } }),
      );
    await rename(arriving, `${arriving}-gone`);
    const refused = await send();
    await rename(`${arriving}-gone`, arriving);
    expect(refused).toBeRefused(503, 'UNAVAILABLE');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await send()).status).toBe(201);
  });

  it('are 503 where the bus is lost while they arrive, and come when it is back', async () => {
    const { acme, hack, fields } = await asking();
    const ada = await stage.person();
    const path = `/super-events/${hack.id}/register`;
    const head = `--b\r\nContent-Disposition: form-data; name="file_${fields[0]}"; filename="a.pdf"\r\n\r\n`;
    const parts = async function* () {
      yield Buffer.concat([Buffer.from(head), bytesOf(300_000)]);
      await hasBegun();
      await cluster.killNats();
      yield Buffer.from('\r\n--b--\r\n');
    };
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method: 'POST',
      headers: {
        'X-Api-Key': await stage.keyOf(ada, acme),
        'Content-Type': 'multipart/form-data; boundary=b',
      },
      body: Readable.toWeb(Readable.from(parts())) as ReadableStream<Uint8Array>,
      duplex: 'half',
    });
    await cluster.startNats();
    // One that waited for its deadline would be a TIMEOUT.
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    const api = stage.at(gateway.port, ada, acme);
    const file = { bytes: bytesOf(1_000), name: 'a.pdf' };
    const made = await eventually(
      () => api.post(path, formOf({ [`file_${fields[0]}`]: file })),
      ({ status }) => status !== 503,
    );
    expect(made.status).toBe(201);
  });
});
