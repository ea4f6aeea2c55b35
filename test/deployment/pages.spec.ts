/** The pages as an image brings them: bundled once, so that it needs no bundler. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales } from '../../shared/contract/vocabulary.ts';
import { bundlePages } from '../../shared/pages/bundle.ts';
import { readReadyBundle, writeReadyBundle } from '../../shared/pages/ready.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-pages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(locales)('A bundle in %s that was written', (language) => {
  it('is read as it was made', async () => {
    const made = await bundlePages(language);
    await writeReadyBundle(language, made, folder);
    const { pages, files } = (await readReadyBundle(language, folder)) ?? {};
    expect(pages).toEqual(made.pages);
    const bytesOf = (each: typeof made.files = new Map()) =>
      [...each].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
    expect(bytesOf(files)).toEqual(bytesOf(made.files));
  });

  it('is not there in a clone, whose gateway bundles for itself', async () => {
    expect(await readReadyBundle(language, join(folder, 'nothing'))).toBeUndefined();
  });
});
