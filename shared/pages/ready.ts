/** Stores a bundle of the pages as files, so that an image needs no bundler. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '../contract/vocabulary.ts';
import type { Bundle } from './bundle.ts';

const usual = fileURLToPath(new URL('../../web/ready/', import.meta.url));
const listIn = (folder: string, language: Locale) => join(folder, `pages-${language}.json`);

interface Listed {
  readonly pages: Bundle['pages'];
  readonly files: readonly string[];
}

/** Writes the bundle of a language for the gateways that start in this folder. Languages share the files that are alike. */
export async function writeReadyBundle(language: Locale, { pages, files }: Bundle, folder = usual): Promise<void> {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  const listed: Listed = { pages, files: [...files.keys()] };
  await writeFile(listIn(folder, language), JSON.stringify(listed));
}

/** Returns the bundle of a language that was written, or undefined where there is none. */
export async function readReadyBundle(language: Locale, folder = usual): Promise<Bundle | undefined> {
  const text = await readFile(listIn(folder, language), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { pages, files } = JSON.parse(text) as Listed;
  const read = files.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return { pages, files: new Map(await Promise.all(read)) };
}
