/** Keeps a bundle of the pages as files, as an image brings it, so that it needs no bundler. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle } from './bundle.ts';

const usual = fileURLToPath(new URL('../../web/ready/', import.meta.url));
const listIn = (folder: string) => join(folder, 'pages.json');

interface Listed {
  readonly pages: Bundle['pages'];
  readonly files: readonly string[];
}

/** Writes a bundle to where every gateway started from this folder finds it. */
export async function writeReadyBundle({ pages, files }: Bundle, folder = usual): Promise<void> {
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  const listed: Listed = { pages, files: [...files.keys()] };
  await writeFile(listIn(folder), JSON.stringify(listed));
}

/** Returns the bundle that was written, or undefined where there is none. */
export async function readReadyBundle(folder = usual): Promise<Bundle | undefined> {
  const text = await readFile(listIn(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { pages, files } = JSON.parse(text) as Listed;
  const read = files.map(async (name) => [name, await readFile(join(folder, name))] as const);
  return { pages, files: new Map(await Promise.all(read)) };
}
