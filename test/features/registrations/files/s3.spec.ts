import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openBuckets, type Buckets } from '../../../support/bucket.ts';
import { storageAt } from '../../../../services/registrations/files/storage.ts';
import { restoreEnvironment } from '../../../support/environment.ts';
import { formOf, opened, pdf } from '../../../support/files.ts';
import { eventually } from '../../../support/wire.ts';
import { unzipped } from '../../../support/zip.ts';
import { openWorld, type World } from '../../../support/world.ts';

let buckets: Buckets;
let world: World;
const former = { ...process.env };
beforeAll(async () => {
  buckets = await openBuckets();
  Object.assign(process.env, buckets.env);
  world = await openWorld({ SERVICES: 'identity,registrations,mail,gateway', FILES_URL: 's3://muster-files/uploads' });
});
afterAll(async () => {
  await world.close();
  buckets.close();
  restoreEnvironment(former);
});

describe('Files in a bucket', () => {
  it('are stored under the prefix, read back and removed', async () => {
    const { api, ada, acme, hack, cv, path } = await opened(world);
    const bytes = pdf(123_456);
    const made = await api.post(path, formOf({ [`file_${cv}`]: { bytes, name: 'cv.pdf' } }));
    expect(made.status).toBe(201);
    const [[key = '', object] = []] = buckets.objects;
    expect(key).toMatch(/^\/muster-files\/uploads\/[0-9a-f-]{36}$/);
    expect(object).toEqual({ bytes, type: 'application/pdf', signed: true });

    const parent = `/super-event-registrations/${made.body.data.id}`;
    const { file_id } = (await api.get(parent)).body.data.super_event_registration.answers_json[cv];
    const headers = { 'X-Api-Key': await world.keyOf(ada, acme) };
    const answer = await fetch(`${world.url}/files/${file_id}`, { headers });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);

    const owner = await world.keyOf(await world.member(acme, 'OWNER'), acme);
    const zip = await fetch(`${world.url}/super-events/${hack.slug}/files.zip`, { headers: { 'X-Api-Key': owner } });
    const content = unzipped(Buffer.from(await zip.arrayBuffer()));
    expect([...content.values()].some((file) => file.equals(bytes))).toBe(true);

    expect((await api.patch(parent, { answers_json: {} })).status).toBe(200);
    await eventually(
      () => Promise.resolve(buckets.objects.size),
      (size) => size === 0,
    );
  });

  it('are an error that leaves nothing behind where the bucket takes none', async () => {
    const { api, cv, path } = await opened(world);
    buckets.lock();
    const answer = await api.post(path, formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } }));
    expect(answer).toBeRefused(503, 'UNAVAILABLE');
    buckets.unlock();
    expect(
      await world.rows`select id from registrations.super_event_registration where status = 'pending'`,
    ).toHaveLength(1);
    const [row] = await world.rows`select count(*)::int as n from registrations.file where claimed_by is not null`;
    expect(row).toEqual({ n: 0 });
  });

  it('are given up where the bucket takes them and does not answer', async () => {
    const mute = await openBuckets();
    mute.mute();
    Object.assign(process.env, mute.env);
    const storage = storageAt({ bucket: 'muster-files', prefix: '' }, { maxAttempts: 1 });
    await expect(storage.remove('key')).rejects.toMatchObject({ type: 'UNAVAILABLE' });
    mute.close();
    Object.assign(process.env, buckets.env);
  });

  it('are 503 where the bucket is gone, on their way in and out', async () => {
    const { api, cv, path } = await opened(world);
    const form = () => formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } });
    const made = await api.post(path, form());
    const parent = `/super-event-registrations/${made.body.data.id}`;
    const { file_id } = (await api.get(parent)).body.data.super_event_registration.answers_json[cv];
    buckets.close();
    expect(await api.patch(parent, form())).toBeRefused(503, 'UNAVAILABLE');
    expect(await api.get(`/files/${file_id}`)).toBeRefused(503, 'UNAVAILABLE');
    expect((await api.get(parent)).body.data.super_event_registration.answers_json[cv].file_id).toBe(file_id);
  });
});
