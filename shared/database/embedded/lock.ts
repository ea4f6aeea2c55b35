/**
 * A lock between processes, as a file `<name>.lock.<n>` that names its holder.
 *
 * Breaking a stale lock by deleting it has a race: two breakers, and the slower one deletes the lock the faster one just
 * took. So nothing is broken here. The file with the highest number counts; whoever finds it free or its holder dead
 * creates the next number, which only one can; and the highest file is never deleted, so a process that acted on an
 * outdated look at the directory sees a higher number afterwards and steps back.
 */
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { isRunning, ownIdentity, parseIdentity } from './process.ts';

export interface Lock {
  release(): Promise<void>;
}
export interface LockRefusal {
  /** Undefined while the holder is still writing its name. */
  heldBy: number | undefined;
}

const FREE = 'free\n';
/** A holder writes its name within a moment of creating the file; a file still empty after this was left by a crash. */
const NAMELESS_FOR_MS = 5_000;
const GIVE_UP_AFTER_MS = 120_000;

/**
 * Takes the lock if it is free, or if its holder is dead.
 * @returns The lock, or who holds it.
 */
export async function tryLock(directory: string, name: string): Promise<Lock | LockRefusal> {
  for (;;) {
    const numbers = await lockNumbers(directory, name);
    const highest = Math.max(0, ...numbers);
    if (highest > 0) {
      const state = await holderOf(lockPath(directory, name, highest));
      if (state === 'gone') continue;
      if (state !== 'free') return state;
    }
    const path = lockPath(directory, name, highest + 1);
    try {
      await writeFile(path, JSON.stringify(ownIdentity()), { flag: 'wx' });
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw error;
    }
    const present = await lockNumbers(directory, name);
    const isOutdated = present.some((number) => number > highest + 1);
    const leftovers = isOutdated ? [highest + 1] : present.filter((number) => number <= highest);
    await Promise.all(leftovers.map((number) => rm(lockPath(directory, name, number), { force: true })));
    if (!isOutdated) return { release: () => writeFile(path, FREE) };
  }
}

/** Who holds the lock just now, without taking it: undefined where nobody does. */
export async function lockHolder(directory: string, name: string): Promise<LockRefusal | undefined> {
  for (;;) {
    const highest = Math.max(0, ...(await lockNumbers(directory, name)));
    if (highest === 0) return undefined;
    const state = await holderOf(lockPath(directory, name, highest));
    if (state === 'gone') continue;
    return state === 'free' ? undefined : state;
  }
}

/** Runs `work` while holding the lock, waiting for it as long as its holder lives and is not hopelessly slow. */
export async function withLock<T>(directory: string, name: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const lock = await tryLock(directory, name);
    if ('release' in lock) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The process with pid ${lock.heldBy} has been starting or stopping the database in ${directory} for two minutes. Look at what it does, or end it, then start again.`,
      );
    }
    await delay(10);
  }
}

const lockPath = (directory: string, name: string, number: number) => join(directory, `${name}.lock.${number}`);

async function lockNumbers(directory: string, name: string): Promise<number[]> {
  const prefix = `${name}.lock.`;
  const files = await readdir(directory);
  return files.filter((file) => file.startsWith(prefix)).map((file) => Number(file.slice(prefix.length)));
}

async function holderOf(path: string): Promise<'free' | 'gone' | LockRefusal> {
  try {
    const text = await readFile(path, 'utf8');
    if (text === FREE) return 'free';
    const holder = parseIdentity(text);
    if (holder !== undefined) return isRunning(holder) ? { heldBy: holder.pid } : 'free';
    const { mtimeMs } = await stat(path);
    return Date.now() - mtimeMs > NAMELESS_FOR_MS ? 'free' : { heldBy: undefined };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'gone';
    throw error;
  }
}
