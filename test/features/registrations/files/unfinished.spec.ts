import { randomBytes } from 'node:crypto';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, openFileWorld, opened, pdf, png, rawForm, type FileWorld } from '../../../support/files.ts';
import { dial, eventually, parse, readToEnd } from '../../../support/wire.ts';
import type { World } from '../../../support/world.ts';

let files: FileWorld;
let world: World;
let scene: Awaited<ReturnType<typeof opened>>;
let own: string;
beforeAll(async () => {
  files = await openFileWorld({ SERVICES: 'identity,registrations,mail,gateway', UPLOAD_ROOM_MB: '32' });
  ({ world } = files);
  scene = await opened(world);
  own = await world.keyOf(scene.ada, scene.acme);
});
afterAll(() => files.close());
afterEach(async () => {
  // An upload that waited for its turn may begin after its client has gone, and is given up then.
  const left = await eventually(
    () => files.count(),
    ({ rows, stored, unclaimed }) => rows + stored + unclaimed === 0,
  );
  expect(left).toEqual({ rows: 0, stored: 0, unclaimed: 0 });
});

const apply = (bytes: Buffer, api = scene.api) =>
  api.post(scene.path, formOf({ [`file_${scene.cv}`]: { bytes, name: 'cv.pdf' } }), { once: true });
/** A body that no hackathon accepts: a request refused for it has passed the guard. */
const nonsense = randomBytes(100);

/** The head of a form with two files, and as many of its bytes as given; the connection stays open. */
async function begin(bytes: number, { key, path } = { key: own, path: scene.path }) {
  const part = (field: string, content: Buffer) => ({
    headers: [`Content-Disposition: form-data; name="file_${field}"; filename="a.pdf"`],
    content,
  });
  const { headers, body } = rawForm([part(scene.photo, png), part(scene.cv, pdf(500_000))]);
  const socket = await dial(world.url);
  const head = [`POST ${path} HTTP/1.1`, `X-Api-Key: ${key}`, `Content-Length: ${body.length}`];
  socket.write(`${[...head, `Content-Type: ${headers['Content-Type']}`].join('\r\n')}\r\n\r\n`);
  socket.write(body.subarray(0, bytes));
  return socket;
}
/** Waits until so many of the first files are stored. */
const stored = (count: number) =>
  eventually(
    () => files.count(),
    ({ rows }) => rows === count,
  );

describe('An upload that does not come to an end', () => {
  it('counts against its person: beside three of them a fourth has to wait, and nobody else', async () => {
    const sockets = await Promise.all([begin(300_000), begin(300_000), begin(300_000)]);
    await stored(3);
    // While the fourth waits for its turn, those before it are not given up as silent.
    const dripping = setInterval(() => sockets.forEach((socket) => socket.write('x')), 1_000);
    const answer = await apply(pdf()).finally(() => clearInterval(dripping));
    expect(answer).toBeRefused(429, 'RATE_LIMITED');
    expect(answer.headers.get('retry-after')).toBe('5');
    const other = world.as(await world.person(), scene.acme);
    expect(await apply(nonsense, other)).toBeRefused(400, 'VALIDATION_FAILED');
    sockets.forEach((socket) => socket.destroy());
    await stored(0);
    expect(await apply(nonsense)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('counts against its organization: eleven people hold sixteen places, and another organization has the others', async () => {
    const sockets: Socket[] = [];
    for (let n = 0; n < 11; n++) {
      const key = await world.keyOf(await world.person(), scene.acme);
      for (let each = 0; each < 3; each++) sockets.push(await begin(300_000, { key, path: scene.path }));
    }
    await stored(16);
    const dripping = setInterval(() => sockets.forEach((socket) => socket.write('x')), 1_000);
    const other = await opened(world);
    const answer = await other.api
      .post(other.path, formOf({ [`file_${other.cv}`]: { bytes: nonsense, name: 'cv.pdf' } }), { once: true })
      .finally(() => clearInterval(dripping));
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await files.count()).toMatchObject({ rows: 16 });
    sockets.forEach((socket) => socket.destroy());
    await stored(0);
  });

  it('is refused at once where it is a table, and its person may not send one', async () => {
    const socket = await dial(world.url);
    const head = [`POST /super-events/${scene.hack.slug}/import/plan HTTP/1.1`, `X-Api-Key: ${own}`];
    socket.write(`${[...head, 'Content-Type: text/csv', 'Content-Length: 1000'].join('\r\n')}\r\n\r\nEmail\n`);
    expect(parse(await readToEnd(socket))).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is forgotten where its client went before anybody listened', async () => {
    for (let n = 0; n < 5; n++) (await begin(0)).destroy();
    const answer = await eventually(
      () => apply(nonsense),
      ({ status }) => status !== 429,
    );
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is given up when nothing more of it comes', async () => {
    const answer = parse(await readToEnd(await begin(300_000)));
    expect(answer).toBeRefused(504, 'TIMEOUT');
    await stored(0);
  });
});

describe('The temporary directory', () => {
  const usual = process.env.TMPDIR;
  const arriving = () => join(world.dataDir, 'arriving');
  beforeAll(() => mkdir(arriving()));
  afterEach(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });

  const largest = 10 * 1_048_576;
  /** One of the largest size on its way into this process; it ends with its stream. */
  function store() {
    const { user_id, organization_id } = { user_id: scene.ada.id, organization_id: scene.acme.id };
    const viewer = { user_id, organization_id, key_id: 'key', session_id: null };
    const params = { organization_id, super_event_id: scene.hack.id, event_id: null, field_id: scene.cv };
    const stream = new PassThrough();
    stream.write(Buffer.alloc(largest, 'x').toString('base64'));
    const about = { ...params, filename: 'a.txt', max_bytes: 2 * largest };
    const stored = world.services.broker.call('registrations.storeFile', about, { meta: { viewer }, stream });
    return { stream, stored };
  }
  /** Bytes that are there. */
  async function kept(): Promise<number> {
    const names = await readdir(arriving());
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(arriving(), name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
  /** As many as fit come, and are there at the same time; then their clients go. */
  async function fill(meanwhile: (ends: Promise<unknown>) => Promise<void>): Promise<void> {
    const fitting = Array.from({ length: 3 }, store);
    const ends = Promise.allSettled(fitting.map(({ stored }) => stored));
    await eventually(kept, (bytes) => bytes === 3 * largest);
    await meanwhile(ends);
    for (const { stream } of fitting) stream.destroy(new Error('gone'));
    await ends;
    expect(await kept()).toBe(0);
  }

  // Sent over NATS, so much would take long and say no more.
  const here = globalThis.overBus ? it.skip : it;

  here('holds no more of what is arriving than it has room for', async () => {
    process.env.TMPDIR = arriving();
    await fill(async (ends) => {
      const refused = apply(pdf(8 * 1_048_576));
      expect(await Promise.race([refused, ends])).toBeRefused(503, 'OVERLOADED');
    });
  });

  here('has all of its room again after uploads that were given up, whatever still comes of them', async () => {
    process.env.TMPDIR = arriving();
    await fill(() => Promise.resolve());
    process.env.TMPDIR = join(arriving(), 'missing');
    for (let n = 0; n < 4; n++) {
      const { stream, stored } = store();
      const late = setInterval(() => stream.write('eHh4'.repeat(100_000)), 1);
      stream.on('error', () => undefined);
      await expect(stored).rejects.toMatchObject({ type: 'UNAVAILABLE' });
      clearInterval(late);
    }
    process.env.TMPDIR = arriving();
    await fill(() => Promise.resolve());
    expect(await apply(nonsense)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});
