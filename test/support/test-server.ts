/** The one PostgreSQL of a whole Jest run, on a directory of its own that is gone afterwards. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDataDir, DataDirInUse, openEmbedded } from '../../shared/database/embedded.ts';

const PREFIX = 'muster-test-';

let stop: (() => Promise<void>) | undefined;

/** Returns the superuser's URL. */
export async function startTestServer(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), PREFIX));
  const claim = await claimDataDir(directory);
  const server = await openEmbedded(directory, { durable: false, tied: true });
  stop = async () => {
    await server.close();
    await claim.release();
    await rm(directory, { recursive: true, force: true });
  };
  return server.url;
}

export async function stopTestServer(): Promise<void> {
  await stop?.();
  stop = undefined;
}

/** Removes what killed runs left: directories with a claim whose holder is dead, and the server in them if it still runs. */
export async function removeDeadRuns(): Promise<void> {
  const directories = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const directory of directories.map((name) => join(tmpdir(), name))) {
    // Without a claim it is a run that begins just now.
    const files = await readdir(directory).catch((): string[] => []);
    if (!files.some((file) => file.startsWith('service.lock.'))) continue;
    try {
      await claimDataDir(directory);
    } catch (error) {
      if (error instanceof DataDirInUse) continue;
      throw error;
    }
    // Whoever opens it last stops it, also a server that outlived its run.
    if (files.includes('postgres')) await (await openEmbedded(directory, { durable: false })).close();
    await rm(directory, { recursive: true, force: true });
  }
}
