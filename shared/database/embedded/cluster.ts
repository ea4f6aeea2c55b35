/** The database cluster on disk: made once, checked at every start. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../sync-folder.ts';
import { EmbeddedPostgresError, ifMissing } from './errors.ts';
import { isAlive } from './postmaster.ts';
import { command, findPrograms, renameUnlessThere, type Programs } from './programs.ts';

export interface Cluster {
  /** The data directory, which holds everything of the embedded PostgreSQL. */
  readonly dataDir: string;
  /** PostgreSQL's own folder in it. */
  readonly path: string;
  readonly log: string;
  readonly programs: Programs;
  /** The superuser's password. */
  readonly password: string;
}
type Place = Omit<Cluster, 'password'>;

const run = promisify(execFile);
/** In the cluster's own folder, so that both appear at once. */
const passwordFile = 'muster.password';

/**
 * Finds the cluster of a data directory, or creates it.
 * @throws {EmbeddedPostgresError} When it cannot be used.
 */
export async function prepareCluster(
  wanted: string,
  { durable, onNotice }: { durable: boolean; onNotice: (line: string) => void },
): Promise<Cluster> {
  await mkdir(resolve(wanted), { recursive: true, mode: 0o700 });
  const dataDir = await realpath(wanted);
  const path = join(dataDir, 'postgres');
  const place = { dataDir, path, log: join(dataDir, 'postgres.log'), programs: await findPrograms(dataDir, path) };
  if (!existsSync(join(path, 'PG_VERSION'))) {
    onNotice(`Creating a PostgreSQL database in ${path}`);
    await createCluster(place, durable);
  }
  await requireVersion(place);
  const password = await readPassword(path);
  await makeUsable(place);
  return { ...place, password };
}

async function requireVersion({ path, programs }: Place): Promise<void> {
  const ours = programs.version.split('.', 1)[0];
  const theirs = (await readFile(join(path, 'PG_VERSION'), 'utf8').catch(ifMissing(''))).trim();
  if (theirs === ours) return;
  throw new EmbeddedPostgresError(
    theirs === ''
      ? `${path} is not a PostgreSQL database, and it is not empty. Move it away, or choose another DATA_DIR.`
      : `${path} was made by PostgreSQL ${theirs}, and this is PostgreSQL ${ours}, which cannot read it. ` +
          `Dump it with PostgreSQL ${theirs} and load the dump into an empty DATA_DIR, or go back to the release that made it.`,
  );
}

/** PostgreSQL insists on being the owner, and on permissions that a copy of the folder often lost. */
async function makeUsable({ path, programs: { user } }: Place): Promise<void> {
  if (process.platform === 'win32') return;
  const { uid, mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o700);
  if (user && user.uid !== uid) await run('chown', ['-R', `${user.uid}:${user.gid}`, path]);
}

async function readPassword(path: string): Promise<string> {
  const password = await readFile(join(path, passwordFile), 'utf8').catch(ifMissing(''));
  if (password !== '') return password;
  throw new EmbeddedPostgresError(
    `${join(path, passwordFile)} is missing or empty; it holds the password of the database. Restore it from a backup, or choose another DATA_DIR.`,
  );
}

/**
 * initdb works in a folder beside the cluster's, which is renamed at the end, so that a crash leaves no incomplete
 * cluster.
 */
async function createCluster(place: Place, durable: boolean): Promise<void> {
  const { dataDir, path, programs } = place;
  await removeUnfinished(dataDir);
  const unfinished = await mkdtemp(`${path}.new-${process.pid}-`);
  const password = `${unfinished}.password`;
  try {
    await writeFile(password, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    if (programs.user) await chown(unfinished, programs.user.uid, programs.user.gid);
    const { program, args, options } = command(programs, 'initdb', [
      ...['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', password],
      // PostgreSQL's own C.UTF-8: the same order and case on every system, also where libc has no such locale.
      ...['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
      ...['--no-instructions', ...(durable ? [] : ['--no-sync'])],
    ]);
    await run(program, args, options).catch((error: unknown) => {
      throw creationError(error, path);
    });
    await rename(password, join(unfinished, passwordFile));
    await renameUnlessThere(unfinished, path);
    if (durable) await syncFolder(dataDir);
  } finally {
    for (const left of [unfinished, password]) await rm(left, { recursive: true, force: true });
  }
}

/**
 * Removes folders that killed processes left. A folder that cannot be removed, because an initdb still writes there,
 * stays until the next start.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  const left = (await readdir(dataDir)).filter((name) => {
    const [, pid] = /^postgres\.new-(\d+)-/.exec(name) ?? [];
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.allSettled(left.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
}

function creationError(error: unknown, path: string): EmbeddedPostgresError {
  const { stderr, message } = error as { stderr?: string; message: string };
  return new EmbeddedPostgresError(
    `PostgreSQL could not create its database in ${path}. It said:\n${stderr?.trim() || message}\n` +
      'Correct what it names, start as an ordinary user, choose another DATA_DIR, or set DATABASE_URL to a PostgreSQL of your own.',
    { cause: error },
  );
}
