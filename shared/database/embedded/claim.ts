import { openDirectory } from './directory.ts';
import { DataDirInUse, explained } from './errors.ts';
import { tryLock } from './lock.ts';
import type { Lock } from './lock.ts';

/**
 * Takes the data directory for one service. A second service is refused with `DataDirInUse`; what a killed process left
 * behind is taken over, even when its pid now belongs to another process.
 */
export async function claimDataDir(dataDir: string): Promise<Lock> {
  const directory = await openDirectory(dataDir);
  const lock = await tryLock(directory.path, 'service').catch((error: unknown) => {
    throw explained(error, directory.path);
  });
  if ('release' in lock) return lock;
  throw new DataDirInUse(directory.path, lock.heldBy);
}
