import { randomBytes } from 'node:crypto';
import { rm, truncate } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../../support/client.ts';
import { formOf, handedIn, openFileWorld, opened, pdf, png, type FileWorld } from '../../../support/files.ts';
import { dial, eventually } from '../../../support/wire.ts';
import type { World } from '../../../support/world.ts';

let files: FileWorld;
let world: World;
beforeAll(async () => {
  files = await openFileWorld();
  ({ world } = files);
});
afterAll(() => files.close());

/** A registration on a track with one file, its owner and its path. */
async function kept(bytes: Buffer = pdf(), name = 'cv.pdf') {
  const scene = await opened(world);
  const track = await world.track(scene.hack);
  const parent = await world.applied(scene.ada, scene.hack, 'pending');
  const made = await scene.api.post(
    `/events/${track.id}/register`,
    formOf({ super_event_registration_id: parent.id, [`file_${scene.cv}`]: { bytes, name } }),
  );
  const [file] = await world.rows<{ id: string; key: string }>`
    select id, key from registrations.file where claimed_by = ${made.body.data.id}`;
  return { ...scene, track, parent, key: file?.key ?? '', path: `/files/${file?.id}` };
}

async function download(person: Person, organization: { id: string }, path: string, method = 'GET') {
  return fetch(world.url + path, { method, headers: { 'X-Api-Key': await world.keyOf(person, organization) } });
}

describe('A file', () => {
  it('comes back byte for byte, for saving and never for showing', async () => {
    const bytes = Buffer.concat([png, randomBytes(700_000)]);
    const { ada, acme, path } = await kept(bytes, 'Zoë’s photo 100%.png');
    const answer = await download(ada, acme, path);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Zo__s photo 100_.png"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20photo%20100%25.png`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('has its headers for HEAD, without a body', async () => {
    const { ada, acme, path } = await kept(pdf(4_321));
    const answer = await download(ada, acme, path, 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '4321', '']);
  });

  it('is for its owner, members and staff of its track', async () => {
    const { ada, acme, track, path } = await kept();
    const people = [ada, await world.member(acme, 'MEMBER'), await world.member(acme, 'OWNER')];
    for (const role of ['ORGANIZER', 'MENTOR', 'JUDGE'] as const) {
      const person = await world.person();
      await world.role(person, track, role);
      people.push(person);
    }
    for (const person of people) expect((await download(person, acme, path)).status).toBe(200);
  });

  it('is for nobody else', async () => {
    const { acme, hack, track, path } = await kept();
    const [judge, bob, cleo] = [await world.person(), await world.person(), await world.person()];
    await world.role(judge, await world.track(hack), 'JUDGE');
    await world.registered(bob, track);
    for (const person of [judge, bob, cleo]) {
      expect(await world.as(person, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const other = await world.organization();
    expect(await world.as(await world.member(other, 'OWNER'), other).get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await world.as(cleo, acme).get('/files/no-such-file')).toBeRefused(404, 'NOT_FOUND');
  });

  it('is gone with its track', async () => {
    const { api, track, path } = await kept();
    await world.rows`update events.track set deleted_at = now() where id = ${track.id}`;
    expect(await api.get(path)).toBeRefused(404, 'NOT_FOUND');
  });

  it('of nobody yet is nobody’s to read', async () => {
    const { api, path, key } = await kept();
    await world.rows`update registrations.file set claimed_by = null where key = ${key}`;
    expect(await api.get(path)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('Files whose clients do not read them', () => {
  it('have half of the places for an organization, and leave the others to others', async () => {
    const [{ acme, path, parent, photo }, other] = [await kept(pdf(6_000_000)), await kept()];
    const stored = await handedIn(world, files.directory, { parent: parent.id, field: photo, bytes: png });
    const [row] = await world.rows<{ id: string }>`select id from registrations.file where key = ${stored}`;
    const small = `/files/${row?.id}`;
    const sockets: Socket[] = [];
    /** Has one person more hold a place: of six megabytes the system takes some, and the rest waits. */
    const hold = async () => {
      const key = await world.keyOf(await world.member(acme, 'MEMBER'), acme);
      const socket = await dial(world.url);
      socket.pause().write(`GET ${path} HTTP/1.1\r\nX-Api-Key: ${key}\r\n\r\n`);
      sockets.push(socket);
    };
    const another = await world.member(acme, 'MEMBER');
    const ask = async () => {
      await hold();
      return download(another, acme, small);
    };
    // At once: on a slow machine the first would be cut off before the last has come.
    await Promise.all(Array.from({ length: 31 }, hold));
    // Two hundred megabytes go over the bus before.
    const refused = await eventually(ask, ({ status }) => status === 429, 300_000);
    expect(sockets.length).toBeGreaterThanOrEqual(32);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await other.api.get(other.path)).status).toBe(200);
    sockets.forEach((socket) => socket.destroy());
  });
});

describe('A file whose bytes are damaged', () => {
  const place = async (key: string) => {
    expect(await files.stored()).toContain(key);
    return join(files.directory, key);
  };

  it('is an ordinary error where they are lost', async () => {
    const { api, path, key } = await kept();
    await rm(await place(key));
    expect(await api.get(path)).toBeRefused(500, 'INTERNAL');
  });

  it('ends the connection where they end too early', async () => {
    const { ada, acme, path, key } = await kept(pdf(300_000));
    await truncate(await place(key), 200_000);
    const answer = await download(ada, acme, path);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});
