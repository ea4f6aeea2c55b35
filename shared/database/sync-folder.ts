import { open } from 'node:fs/promises';

/** A rename is on disk only when its folder is; Windows neither needs nor allows this. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
