/**
 * Who uses the server of a data directory: one file per opener. Files and not database sessions, because a session is
 * lost when PostgreSQL recovers from a crash of one of its own processes, while its opener lives on.
 */
import { randomBytes } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, ownIdentity, parseIdentity } from './process.ts';

const PREFIX = 'postgres.user.';

/** Enters this opener into the list; returns how to leave it. Call both under the lock. */
export async function enter(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, `${PREFIX}${process.pid}.${randomBytes(4).toString('hex')}`);
  await writeFile(path, JSON.stringify(ownIdentity()));
  return () => rm(path, { force: true });
}

/** Whether any living process is on the list. Entries of the dead are removed on the way. */
export async function isOccupied(directory: string): Promise<boolean> {
  const entries = (await readdir(directory)).filter((file) => file.startsWith(PREFIX));
  const living = await Promise.all(
    entries.map(async (file) => {
      const path = join(directory, file);
      const identity = parseIdentity(await readFile(path, 'utf8'));
      const lives = identity !== undefined && isRunning(identity);
      if (!lives) await rm(path, { force: true });
      return lives;
    }),
  );
  return living.includes(true);
}
