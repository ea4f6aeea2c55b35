/** Checks for `muster doctor` whether uploaded files can be stored. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../shared/process/config.ts';
import { storageAt } from './files/storage.ts';

/** Fast failure and one attempt, because an operator waits. */
const client = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 3_000, requestTimeout: 4_000, throwOnRequestTimeout: true },
};

/** Stores, reads and removes a small file as uploads do; rejects with the store's error. */
export async function tryFileStore(store: Config['files']): Promise<void> {
  const storage = storageAt(store, client);
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

/** Returns the original error, which tells more than the errors that wrap it. */
function rootOf(error: unknown): unknown {
  const { cause } = error as Error;
  return cause === undefined ? error : rootOf(cause);
}
