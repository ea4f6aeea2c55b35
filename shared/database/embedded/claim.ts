import { openDirectory } from './directory.ts';
import { DataDirInUse, explained } from './errors.ts';
import { lockHolder, tryLock } from './lock.ts';
import type { Lock, LockRefusal } from './lock.ts';

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

/** The service that has the data directory now; undefined where there is none. */
export async function claimantOf(dataDir: string): Promise<LockRefusal | undefined> {
  return lockHolder((await openDirectory(dataDir)).path, 'service');
}
