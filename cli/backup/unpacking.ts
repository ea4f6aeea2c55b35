/** Restores uploaded files, and keys if there are any, to where services read them. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { storageAt } from '../../services/registrations/portable.ts';
import type { Config } from '../../shared/process/config.ts';
import { CommandFailure } from '../output.ts';
import { entriesOf, skip } from './archive.ts';
import type { Restoring } from './loading.ts';
import type { Manifest } from './manifest.ts';

/** By the names of their files. */
type Keys = ReadonlyMap<string, string>;

/**
 * A file that exists under its key is replaced by the same content.
 * @returns The keys of the archive. Nothing can be read without those that are there until the database is replaced.
 */
export async function unpackFiles({ path, manifest, config, signal, output }: Restoring): Promise<Keys> {
  const storage = storageAt(config.files);
  const files = new Map(manifest.files.map((file) => [`files/${file.key}`, file]));
  const keys = new Map<string, string>();
  const folder = await mkdtemp(join(tmpdir(), 'muster-restore-'));
  try {
    let done = 0;
    for await (const { name, body } of entriesOf(path)) {
      signal.throwIfAborted();
      const file = files.get(name);
      if (file) {
        output.progress(`Restoring files, ${++done} of ${files.size}`);
        const copy = join(folder, file.key);
        await pipeline(body, createWriteStream(copy, { mode: 0o600 }));
        await storage.keep(copy, file.key, file).catch((error: unknown) => explain(file.key, error));
        await rm(copy);
      } else if (manifest.keys.some((key) => name === `keys/${key}`)) keys.set(basename(name), await text(body));
      else await skip(body);
    }
    return keys;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function explain(key: string, error: unknown): never {
  throw new CommandFailure(
    `The uploaded file ${key} could not be stored: ${String((error as Error).cause ?? error)}.`,
    'The database was not changed. Check FILES_URL and the AWS_ variables, then run the same command again.',
  );
}

/** Writes the keys, which replace those of the replaced installation. */
export async function writeKeys(keys: Keys, { dataDir }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const [file, key] of keys) await writeFile(join(dataDir, file), key, { mode: 0o600 });
}

/** Removes the files that only the replaced data used. */
export async function removeUnusedFiles({ files }: Manifest, former: readonly string[], config: Config): Promise<void> {
  const storage = storageAt(config.files);
  const kept = new Set(files.map(({ key }) => key));
  for (const key of former) if (!kept.has(key)) await storage.remove(key);
}
