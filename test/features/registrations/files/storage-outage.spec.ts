import { rename, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, openFileWorld, opened, pdf, type FileWorld } from '../../../support/files.ts';
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
