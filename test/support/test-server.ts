/** The PostgreSQL server of a Jest run, in a directory that is deleted afterwards. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../shared/database/embedded.ts';

const PREFIX = 'muster-test-';

export interface TestServer {
  /** As superuser. */
  readonly url: string;
  /** Gone when the server stops, with all that is in it. */
  readonly directory: string;
  readonly stop: () => Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  const server = await openEmbedded(directory, { durable: false, owner: true });
  const stop = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: server.url, directory, stop };
}

/** Milliseconds. A run that begins at this moment has no server yet, and one that was killed can wait. */
const youngestMs = 600_000;

/** Removes what killed runs left: directories that no run owns, and the server in them if it still runs. */
export async function removeDeadRuns(): Promise<void> {
  const directories = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const directory of directories.map((name) => join(tmpdir(), name))) {
    const made = await stat(join(directory, 'postgres', 'PG_VERSION')).catch(() => undefined);
    if (made === undefined || Date.now() - made.mtimeMs < youngestMs) continue;
    const left = await openEmbedded(directory, { durable: false, owner: true }).catch(() => undefined);
    if (left === undefined) continue;
    // The last one that uses it stops it, also a server that outlived its run.
    await left.close();
    await rm(directory, { recursive: true, force: true });
  }
}
