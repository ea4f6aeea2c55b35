/** The database cluster on disk: made once, checked at every start. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { command, handOver } from './account.ts';
import type { Runtime } from './account.ts';
import { majorOf } from './binaries.ts';
import type { DataDirectory } from './directory.ts';
import { EmbeddedPostgresError, errorCode, saysDiskIsFull } from './errors.ts';
import { syncFolder } from './sync-folder.ts';

const run = promisify(execFile);

/** Checks the cluster, making it first where there is none. Returns the password of the superuser. */
export async function prepareCluster(
  runtime: Runtime,
  directory: DataDirectory,
  { durable, onNotice }: { durable: boolean; onNotice: (line: string) => void },
): Promise<string> {
  const version = await clusterVersion(directory);
  if (version === undefined) {
    onNotice(`Creating a PostgreSQL database in ${directory.cluster}`);
    return createCluster(runtime, directory, durable);
  }
  const ours = majorOf(runtime.binaries);
  if (version !== ours) {
    throw new EmbeddedPostgresError(
      `${directory.cluster} was made by PostgreSQL ${version}, and this is PostgreSQL ${ours}, which cannot read it. ` +
        `Dump it with PostgreSQL ${version} and load the dump into an empty DATA_DIR, or go back to the release that made it.`,
    );
  }
  const { user } = runtime.account;
  const { uid, mode } = await stat(directory.cluster);
  // A cluster copied or restored from a backup has often lost this, and PostgreSQL insists on it.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(directory.cluster, 0o700);
  if (user !== undefined && user.uid !== uid) await handOver(runtime.account, directory.cluster);
  return readPassword(directory);
}

/** Reads the superuser's password. */
export async function readPassword(directory: DataDirectory): Promise<string> {
  const password = await readFile(directory.password, 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return '';
  });
  if (password !== '') return password;
  throw new EmbeddedPostgresError(
    `${directory.password} is missing or empty; it holds the password of the database beside it. Restore it from a backup, or choose another DATA_DIR.`,
  );
}

async function clusterVersion({ cluster }: DataDirectory): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  const inside = await readdir(cluster).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return [];
  });
  if (inside.length === 0) return undefined;
  throw new EmbeddedPostgresError(
    `${cluster} is not a PostgreSQL database, and it is not empty. Move it away, or choose another DATA_DIR.`,
  );
}

/** initdb works in a folder beside the cluster's, which is renamed when all is there: a crash leaves nothing half made. */
async function createCluster(runtime: Runtime, directory: DataDirectory, durable: boolean): Promise<string> {
  await removeUnfinished(directory);
  const unfinished = `${directory.cluster}.new-${randomBytes(4).toString('hex')}`;
  const password = randomBytes(24).toString('hex');
  await writeSecret(directory.password, password);
  await mkdir(unfinished, { mode: 0o700 });
  await handOver(runtime.account, unfinished, directory.password);
  await initialize(runtime, directory, unfinished, durable);
  await rename(unfinished, directory.cluster);
  if (durable) await syncFolder(directory.path);
  return password;
}

async function initialize(runtime: Runtime, directory: DataDirectory, unfinished: string, durable: boolean) {
  const { program, args, options } = command(runtime, 'initdb', [
    ...['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', directory.password],
    // PostgreSQL's own C.UTF-8: the same order and case on every system, also where libc has no such locale.
    ...['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]);
  try {
    await run(program, args, options);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw initializationError(error, directory);
  }
}

function initializationError(error: unknown, { path }: DataDirectory): EmbeddedPostgresError {
  const stderr = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  const said = stderr.trim().split('\n').slice(-5).join('\n') || String(error);
  const next = saysDiskIsFull(stderr)
    ? `Free some space on the disk that holds ${path}, then start again.`
    : errorCode(error) === 'ENOENT'
      ? 'The PostgreSQL that npm installed does not run on this system: set DATABASE_URL to one of your own.'
      : 'Correct what it names, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.';
  return new EmbeddedPostgresError(`PostgreSQL could not create its database in ${path}. It said:\n${said}\n${next}`, {
    cause: error,
  });
}

/** An initdb whose parent was killed may still be writing: it keeps its own folder, and what resists stays for next time. */
async function removeUnfinished({ path, cluster }: DataDirectory): Promise<void> {
  const left = (await readdir(path)).filter((name) => name.startsWith(`${basename(cluster)}.new-`));
  await Promise.allSettled(left.map((name) => rm(join(path, name), { recursive: true, force: true })));
}

async function writeSecret(path: string, text: string): Promise<void> {
  // Not overwritten in place: the old file may be readable by others, and a full disk would leave it empty.
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
