import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Answer, Client } from '../../../support/client.ts';
import {
  asksFor,
  formOf,
  openFileWorld,
  opened,
  pdf,
  png,
  rawForm,
  type FileWorld,
  type RawPart,
} from '../../../support/files.ts';
import { ask, dial, eventually, exchange, parse, readToEnd } from '../../../support/wire.ts';
import type { World } from '../../../support/world.ts';

const megabyte = 1_048_576;

let files: FileWorld;
let world: World;
let scene: Awaited<ReturnType<typeof opened>>;
let api: Client;
let key: string;
beforeAll(async () => {
  files = await openFileWorld();
  ({ world } = files);
  scene = await opened(world);
  ({ api } = scene);
  key = await world.keyOf(scene.ada, scene.acme);
});
afterAll(() => files.close());

/** Nothing of a refused request is left. */
afterEach(async () => {
  expect(await files.count()).toEqual({ rows: 0, stored: 0, unclaimed: 0 });
  expect(await world.rows`select id from registrations.super_event_registration`).toEqual([]);
});

const file = (field: string, bytes = pdf(), name = 'cv.pdf') => [`file_${field}`, { bytes, name }] as const;
const applyWith = (parts: Parameters<typeof formOf>[0]) => api.post(scene.path, formOf(parts));
const raw = (parts: readonly RawPart[], options?: { ending?: string }) => {
  const { headers, body } = rawForm(parts, options);
  return ask(world.url, { method: 'POST', path: scene.path, headers: { ...headers, 'X-Api-Key': key }, body });
};
const filePart = (field: string, name = 'cv.pdf', content: string | Buffer = pdf()): RawPart => ({
  headers: [`Content-Disposition: form-data; name="file_${field}"; filename="${name}"`],
  content,
});
const field = (name: string, content = 'x'): RawPart => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  content,
});

describe('An upload to what nobody has', () => {
  it.each(['%00', 'nothing', randomUUID()])('is 404 for %s', async (slug) => {
    const answer = await api.post(`/super-events/${slug}/register`, formOf([file(scene.cv)]));
    expect(answer).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('An upload that is too large', () => {
  it('is 413 in one file', async () => {
    expect(await applyWith([file(scene.cv, pdf(10 * megabyte + 1))])).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 in a file that comes after a good one', async () => {
    const parts = [file(scene.photo, png, 'a.png'), file(scene.cv, pdf(10 * megabyte + 1))];
    expect(await applyWith(parts)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 in all', async () => {
    const more = [await asksFor(world, scene.hack), await asksFor(world, scene.hack)];
    const each = [scene.cv, scene.photo, ...more];
    const large = each.map((id) => file(id, pdf(6.5 * megabyte)));
    expect(await applyWith(large)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    const huge = each.map((id) => file(id, pdf(9 * megabyte)));
    expect(await applyWith(huge)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 by its chunks as well', async () => {
    const { headers, body } = rawForm([filePart(scene.cv), field('x', 'y'.repeat(28 * megabyte))]);
    const chunked = { ...headers, 'X-Api-Key': key, 'Transfer-Encoding': 'chunked' };
    const answer = await ask(world.url, { method: 'POST', path: scene.path, headers: chunked, body });
    expect(answer).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 where the hackathon takes less', async () => {
    const hack = await world.superEvent(scene.acme, { config_json: JSON.stringify({ max_file_mb: 0.5 }) });
    const cv = await asksFor(world, hack);
    const answer = await api.post(`/super-events/${hack.id}/register`, formOf([file(cv, pdf(megabyte / 2 + 1))]));
    expect(answer).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it('is 413 in the number of its files', async () => {
    const hack = await world.superEvent(scene.acme);
    const fields = await Promise.all(Array.from({ length: 6 }, () => asksFor(world, hack)));
    const answer = await api.post(
      `/super-events/${hack.id}/register`,
      formOf(fields.map((id) => file(id, png, 'a.png'))),
    );
    expect(answer).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });

  it.each([
    ['has 21 fields', () => Array.from({ length: 21 }, (_, n) => [`field ${n}`, 'x'] as const)],
    ['has a field of 64 kB and one byte', () => [['answers_json', ' '.repeat(65_537)] as const]],
    ['has a name of 101 characters', () => [['n'.repeat(101), 'x'] as const]],
    ['has a long name of a file', () => [['n'.repeat(101), { bytes: png, name: 'a.png' }] as const]],
  ])('is 413 when it %s', async (_what, parts) => {
    expect(await applyWith(parts())).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('A file of a type nobody takes', () => {
  it.each<[string, Buffer, string]>([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'x.pdf'],
    ['a page after a byte order mark', Buffer.from('\ufeff \n<html>'), 'x.txt'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'x.png'],
    ['XML', Buffer.from('<?xml version="1.0"?><svg/>'), 'x.png'],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'x.txt'],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]), 'x.pdf'],
    ['another program', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(200)]), 'x.pdf'],
    ['bytes', Buffer.from([0, 1, 2, 3, 255, 254, 0, 0]), 'x.txt'],
    ['an archive of another kind', gzipSync('x'), 'x.zip'],
    ['nothing', Buffer.alloc(0), 'x.pdf'],
  ])('is refused: %s', async (what, bytes, name) => {
    const answer = await api.post(
      scene.path,
      formOf([file(scene.photo, png, 'a.png'), [`file_${scene.cv}`, { bytes, name, type: 'application/pdf' }]]),
    );
    const code = what === 'nothing' ? 'fileEmpty' : 'fileType';
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: `file_${scene.cv}`, code }] });
  });
});

describe('A form that is not right', () => {
  it.each<[string, () => Promise<Answer>, string]>([
    ['has two files of one name', () => applyWith([file(scene.cv), file(scene.cv)]), 'repeated'],
    [
      'has two fields of one name',
      () =>
        applyWith([
          ['answers_json', '{}'],
          ['answers_json', '{}'],
        ]),
      'repeated',
    ],
    ['has a file for no field', () => applyWith([file(scene.photo, png), file(randomUUID())]), 'file'],
    ['has a file for a text field', () => applyWith([file(scene.why)]), 'file'],
    ['has a file under another name', () => applyWith([['cv', { bytes: pdf(), name: 'cv.pdf' }]]), 'file'],
    ['has text for a file', () => applyWith([[`file_${scene.cv}`, 'text']]), 'file'],
    ['has a file without a name', () => raw([filePart(scene.cv, '../')]), 'filename'],
    ['has a part without a name', () => raw([{ headers: ['Content-Disposition: form-data'], content: 'x' }]), 'name'],
    ['has answers that are no JSON', () => applyWith([file(scene.cv), ['answers_json', '{"a":']]), 'json'],
    ['has answers that are no object', () => applyWith([file(scene.cv), ['answers_json', '[]']]), 'object'],
    ['has NUL in its answers', () => applyWith([file(scene.cv), ['answers_json', '{"a":"\\u0000"}']]), 'nul'],
    ['has wrong answers', () => applyWith([file(scene.cv), ['answers_json', `{"${scene.why}":7}`]]), 'string'],
    ['is cut off after a file', () => raw([filePart(scene.cv)], { ending: '' }), 'multipart'],
    [
      'has no boundary',
      () =>
        ask(world.url, {
          method: 'POST',
          path: scene.path,
          headers: { 'X-Api-Key': key, 'Content-Type': 'multipart/form-data' },
          body: 'x',
        }),
      'multipart',
    ],
  ])('is 400 when it %s', async (_what, send, code) => {
    expect(await send()).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ code }] });
  });

  it('is 400 when its end never comes although its length was kept', async () => {
    const { headers, body } = rawForm([filePart(scene.cv, 'cv.pdf', pdf(200_000))]);
    const half = body.subarray(0, 150_000);
    const answer = await ask(world.url, {
      method: 'POST',
      path: scene.path,
      headers: { ...headers, 'X-Api-Key': key },
      body: half,
    });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ code: 'multipart' }] });
  });

  it('leaves nothing when its client goes away in the middle', async () => {
    const { headers, body } = rawForm([
      filePart(scene.photo, 'a.png', png),
      filePart(scene.cv, 'cv.pdf', pdf(500_000)),
    ]);
    const socket = await dial(world.url);
    const head = [`POST ${scene.path} HTTP/1.1`, `X-Api-Key: ${key}`, `Content-Length: ${body.length}`];
    socket.write(`${[...head, `Content-Type: ${headers['Content-Type']}`].join('\r\n')}\r\n\r\n`);
    socket.write(body.subarray(0, 300_000));
    await eventually(
      () => files.count(),
      ({ rows }) => rows > 0,
    );
    socket.destroy();
    await eventually(
      () => files.count(),
      ({ rows, stored }) => rows + stored === 0,
    );
  });
});

describe('A form where none is taken', () => {
  it('is 415 at another endpoint', async () => {
    const other = await api.post(`/registrations/${randomUUID()}/cancel`, formOf({ a: 'b' }));
    expect(other).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('is 415 when it says it is compressed', async () => {
    const { headers, body } = rawForm([field('answers_json', '{}')]);
    const compressed = { ...headers, 'X-Api-Key': key, 'Content-Encoding': 'gzip' };
    const answer = await ask(world.url, {
      method: 'POST',
      path: scene.path,
      headers: compressed,
      body: gzipSync(body),
    });
    expect(answer).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('A large upload of somebody', () => {
  const head = (path: string, secret: string) =>
    `POST ${path} HTTP/1.1\r\nX-Api-Key: ${secret}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 20000000\r\n\r\n`;

  it('without a key is refused before it is read', async () => {
    const answer = await exchange(world.url, head(scene.path, 'wrong'));
    expect(answer).toBeRefused(401, 'UNAUTHENTICATED');
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('who may not do it is refused before any of it is stored', async () => {
    const bob = await world.person();
    const track = await world.track(await world.superEvent(scene.acme));
    const place = await world.registered(await world.person(), track);
    const secret = await world.keyOf(bob, scene.acme);
    const socket = await dial(world.url);
    socket.write(head(`/registrations/${place.id}`, secret).replace('POST', 'PATCH'));
    expect(parse(await readToEnd(socket))).toBeRefused(403, 'PERMISSION_DENIED');
    await world.rows`delete from registrations.registration`;
    await world.rows`delete from registrations.super_event_registration`;
  });

  it('for what is not there is refused before any of it is stored', async () => {
    const answer = await exchange(world.url, head(`/super-events/${randomUUID()}/register`, key));
    expect(answer).toBeRefused(404, 'NOT_FOUND');
  });
});
