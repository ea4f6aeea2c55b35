import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Pool } from 'pg';
import { formOf, openFileWorld, opened, pdf, type FileWorld } from '../../../support/files.ts';
import { openFragileWorld, type Fragile } from '../../../support/outage.ts';
import { eventually } from '../../../support/wire.ts';
import type { World } from '../../../support/world.ts';

let files: FileWorld;
let world: World;
beforeAll(async () => {
  files = await openFileWorld();
  ({ world } = files);
});
afterAll(() => files.close());

/** Meanwhile a plain file stands where the directory was. */
async function withoutStorage(work: () => Promise<void>): Promise<void> {
  const aside = `${files.directory}-aside`;
  await rename(files.directory, aside);
  await writeFile(files.directory, '');
  try {
    await work();
  } finally {
    await rm(files.directory);
    await rename(aside, files.directory);
  }
}

describe('While files cannot be stored', () => {
  it('requests that bring or fetch some are 503 and change nothing; all others are answered', async () => {
    const { api, ada, acme, cv, path } = await opened(world);
    const form = (size: number) => formOf({ [`file_${cv}`]: { bytes: pdf(size), name: 'cv.pdf' } });
    const made = await api.post(path, form(100));
    const parent = `/super-event-registrations/${made.body.data.id}`;
    const answers = async () => (await api.get(parent)).body.data.super_event_registration.answers_json;
    const before = await answers();
    const file = `/files/${before[cv].file_id}`;

    await withoutStorage(async () => {
      const refused = await api.patch(parent, form(200));
      expect(refused).toBeRefused(503, 'UNAVAILABLE');
      expect(refused.headers.get('retry-after')).toBe('1');
      expect(await api.get(file)).toBeRefused(503, 'UNAVAILABLE');
      expect(await answers()).toEqual(before);
    });

    const headers = { 'X-Api-Key': await world.keyOf(ada, acme) };
    expect((await fetch(world.url + file, { headers })).status).toBe(200);
    expect((await api.patch(parent, form(200))).status).toBe(200);
  });
});

describe('While PostgreSQL takes long to take a connection', () => {
  let fragile: Fragile;
  beforeAll(async () => {
    fragile = await openFragileWorld({ SERVICES: 'identity,registrations,mail,gateway' });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => fragile.close());

  it('a file that has arrived is stored all the same, for its stream cannot be asked for again', async () => {
    await mkdir(join(fragile.dataDir, 'files'));
    const { stage, gateway } = fragile;
    const acme = await stage.organization();
    const [hack, ada] = [await stage.superEvent(acme), await stage.person()];
    const viewer = { user_id: ada.id, organization_id: acme.id, key_id: 'key', session_id: null };
    const place = { organization_id: acme.id, super_event_id: hack.id, event_id: null, field_id: hack.id };
    const about = { ...place, filename: 'cv.pdf', max_bytes: 1_000 };
    const stream = Readable.from([pdf().toString('base64')]);
    const connects = jest.spyOn(Pool.prototype, 'connect');
    fragile.cut();
    fragile.restore();
    fragile.hold();
    const stored = gateway.broker.call('registrations.storeFile', about, { meta: { viewer }, stream });
    const isFor = (pool: unknown) => (pool as Pool).options.application_name === 'muster registrations';
    const tries = () => Promise.resolve(connects.mock.contexts.filter(isFor).length);
    await Promise.race([eventually(tries, (count) => count > 1), stored]);
    fragile.release();
    expect(await stored).toMatchObject({ filename: 'cv.pdf', size: 100 });
  });
});
