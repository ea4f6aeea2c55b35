/** Whether uploaded files would be kept, asked by `muster doctor`. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../shared/broker/config.ts';
import { storageAt } from './files/storage.ts';

const silent = () => undefined;
/** Milliseconds: somebody waits for the answer, once and without what the client would say beside it. */
const client = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
  logger: { debug: silent, info: silent, warn: silent, error: silent },
};

/** Keeps a small file, reads it and removes it, as uploads are; rejects with what the place said. */
export async function tryFileStore(place: Config['files']): Promise<void> {
  const storage = storageAt(place, client);
  const folder = await mkdtemp(join(tmpdir(), 'muster-doctor-'));
  try {
    const [path, key] = [join(folder, 'trial'), randomUUID()];
    await writeFile(path, 'a trial\n');
    await storage.keep(path, key, { content_type: 'text/plain', size: 8 });
    (await storage.read(key)).destroy();
    await storage.remove(key);
  } catch (error) {
    throw rootOf(error);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What went wrong at first; what it became on the way says less. */
function rootOf(error: unknown): unknown {
  const { cause } = error as Error;
  return cause === undefined ? error : rootOf(cause);
}
