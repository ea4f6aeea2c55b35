/** The PostgreSQL server of a Jest run, in a directory that is deleted afterwards. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDir, DataDirInUse, openEmbedded } from '../../shared/database/embedded.ts';

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
  const claim = await claimDataDir(directory);
  const server = await openEmbedded(directory, { durable: false, tied: true });
  const stop = async () => {
    await server.close();
    await claim.release();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: server.url, directory, stop };
}

/**
 * Removes what killed runs left: directories whose claim has a dead holder, and the server in them if it still runs.
 */
export async function removeDeadRuns(): Promise<void> {
  const directories = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const directory of directories.map((name) => join(tmpdir(), name))) {
    // A directory without a claim belongs to a run that is just starting.
    const files = await readdir(directory).catch((): string[] => []);
    if (!files.some((file) => file.startsWith('service.lock.'))) continue;
    try {
      await claimDataDir(directory);
    } catch (error) {
      if (error instanceof DataDirInUse) continue;
      throw error;
    }
    // The last one to open it stops it, also a server that outlived its run.
    if (files.includes('postgres')) await (await openEmbedded(directory, { durable: false })).close();
    await rm(directory, { recursive: true, force: true });
  }
}
