import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, opened, pdf } from '../../support/files.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

/** As much of S3 as storing needs: PUT, GET and DELETE of objects, by path. */
const objects = new Map<string, { bytes: Buffer; type: string | undefined; signed: boolean }>();
async function serve(req: IncomingMessage, res: ServerResponse) {
  const { pathname } = new URL(req.url ?? '', 'http://s3');
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  if (req.method === 'PUT') {
    const signed = req.headers.authorization?.startsWith('AWS4-HMAC-SHA256') ?? false;
    objects.set(pathname, { bytes: Buffer.concat(chunks), type: req.headers['content-type'], signed });
    return res.end();
  }
  if (req.method === 'DELETE') {
    objects.delete(pathname);
    return res.writeHead(204).end();
  }
  const found = objects.get(pathname);
  return found ? res.end(found.bytes) : res.writeHead(404).end();
}

let server: Server;
let world: World;
const former = { ...process.env };
beforeAll(async () => {
  server = createServer((req, res) => void serve(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  world = await openWorld({ FILES_URL: 's3://muster-files/uploads' });
});
afterAll(async () => {
  await world.close();
  server.close();
  process.env = former;
});

describe('Files in a bucket', () => {
  it('are stored under the prefix, read back and removed', async () => {
    const { api, ada, acme, cv, path } = await opened(world);
    const bytes = pdf(123_456);
    const made = await api.post(path, formOf({ [`file_${cv}`]: { bytes, name: 'cv.pdf' } }));
    expect(made.status).toBe(201);
    const [[key = '', object] = []] = objects;
    expect(key).toMatch(/^\/muster-files\/uploads\/[0-9a-f-]{36}$/);
    expect(object).toEqual({ bytes, type: 'application/pdf', signed: true });

    const parent = `/super-event-registrations/${made.body.data.id}`;
    const { file_id } = (await api.get(parent)).body.data.super_event_registration.answers_json[cv];
    const headers = { 'X-Api-Key': await world.keyOf(ada, acme) };
    const answer = await fetch(`${world.url}/files/${file_id}`, { headers });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);

    expect((await api.patch(parent, { answers_json: {} })).status).toBe(200);
    await eventually(
      () => Promise.resolve(objects.size),
      (size) => size === 0,
    );
  });

  it('are an error that leaves nothing behind where the bucket takes none', async () => {
    const { api, cv, path } = await opened(world);
    const listeners = server.listeners('request') as ((...args: unknown[]) => void)[];
    server.removeAllListeners('request').on('request', (req, res) => {
      req.resume();
      res.writeHead(403).end();
    });
    const answer = await api.post(path, formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } }));
    expect(answer).toBeRefused(503, 'UNAVAILABLE');
    server.removeAllListeners('request');
    for (const listener of listeners) server.on('request', listener);
    expect(
      await world.rows`select id from registrations.super_event_registration where status = 'pending'`,
    ).toHaveLength(1);
    const [row] = await world.rows`select count(*)::int as n from registrations.file where claimed_by is not null`;
    expect(row).toEqual({ n: 0 });
  });

  it('are 503 where the bucket is gone, on their way in and out', async () => {
    const { api, cv, path } = await opened(world);
    const form = () => formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } });
    const made = await api.post(path, form());
    const parent = `/super-event-registrations/${made.body.data.id}`;
    const { file_id } = (await api.get(parent)).body.data.super_event_registration.answers_json[cv];
    server.close();
    server.closeAllConnections();
    expect(await api.patch(parent, form())).toBeRefused(503, 'UNAVAILABLE');
    expect(await api.get(`/files/${file_id}`)).toBeRefused(503, 'UNAVAILABLE');
    expect((await api.get(parent)).body.data.super_event_registration.answers_json[cv].file_id).toBe(file_id);
  });
});
