/** Decides as whom PostgreSQL runs: it refuses to run as root, which is what a container usually is. */
import { execFile } from 'node:child_process';
import { chmod, lchown, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { binary, copiedBinaries } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './directory.ts';
import { EmbeddedPostgresError } from './errors.ts';

export interface Account {
  /** Set when the server runs as another user than we do: what it must read or own is handed to that user. */
  user?: { uid: number; gid: number };
  /** Programs that change what they then become: same process, same pid. */
  through: readonly string[];
}
export interface Runtime {
  binaries: Binaries;
  account: Account;
}

const run = promisify(execFile);
const NOBODY = { uid: 65534, gid: 65534 };
/** In a user namespace of its own the server is uid 1000, while on disk everything stays root's. */
const AS_UID_1000: Account = { through: ['unshare', '--user', '--map-user=1000', '--map-group=1000'] };

/**
 * An ordinary user runs the server directly. Root does so as the owner of an existing cluster, else in a user namespace,
 * else (containers usually forbid those) as nobody.
 */
export async function chooseRuntime(binaries: Binaries, directory: DataDirectory): Promise<Runtime> {
  if (process.getuid?.() !== 0) return { binaries, account: { through: [] } };
  const owner = await stat(directory.cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return asUser({ uid: owner.uid, gid: owner.gid }, binaries, directory);
  if (await runs({ binaries, account: AS_UID_1000 })) return { binaries, account: AS_UID_1000 };
  return asUser(NOBODY, binaries, directory);
}

/**
 * Lets the kernel interrupt the server when we die. Only for a server that is ours alone: it cannot be taken back, so a
 * server that others joined would be stopped under them when we leave.
 */
export async function tied(runtime: Runtime): Promise<Runtime> {
  const { binaries, account } = runtime;
  const bound = { binaries, account: { ...account, through: [...account.through, 'setpriv', '--pdeathsig', 'INT'] } };
  return (await runs(bound)) ? bound : runtime;
}

/** The program and arguments to spawn for one of our binaries. */
export function command({ binaries, account }: Runtime, name: 'initdb' | 'pg_ctl' | 'postgres', args: string[]) {
  const [program, ...rest] = [...account.through, binary(binaries, name), ...args] as [string, ...string[]];
  return { program, args: rest, options: { ...account.user, env: cleanEnvironment(), windowsHide: true } };
}

/** Gives files, or folders with all they hold, to the user the server runs as, if that is not us. */
export async function handOver({ user }: Account, ...paths: string[]): Promise<void> {
  if (user === undefined) return;
  for (const path of paths) {
    await lchown(path, user.uid, user.gid);
    if (!(await stat(path)).isDirectory()) continue;
    const inside = await readdir(path, { recursive: true });
    await Promise.all(inside.map((name) => lchown(join(path, name), user.uid, user.gid)));
  }
}

/** Variables such as PGPORT or PGOPTIONS of the caller's shell must not reach the server; UTC is the same everywhere. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_)/.test(name));
  return { ...Object.fromEntries(kept), TZ: 'UTC' };
}

async function asUser(
  user: { uid: number; gid: number },
  binaries: Binaries,
  directory: DataDirectory,
): Promise<Runtime> {
  const account = { user, through: [] };
  const { mode, uid } = await stat(directory.path);
  // Passage, not reading: the user must get to the cluster inside, and to nothing else.
  if (uid !== user.uid) await chmod(directory.path, (mode & 0o777) | 0o011);
  if (await isReachable(directory.path, user)) {
    if (await runs({ binaries, account })) return { binaries, account };
    const copy = await copiedBinaries(binaries, directory);
    await handOver(account, directory.runtime);
    if (await runs({ binaries: copy, account })) return { binaries: copy, account };
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root, and the user with uid ${user.uid} cannot get to ${directory.path} or run programs there. ` +
      'Choose a DATA_DIR outside of closed directories such as /root, start as an ordinary user, or set DATABASE_URL.',
  );
}

async function isReachable(path: string, user: { uid: number; gid: number }): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const passage = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & passage) === 0) return false;
  return dirname(path) === path || isReachable(dirname(path), user);
}

async function runs(runtime: Runtime): Promise<boolean> {
  const { program, args, options } = command(runtime, 'postgres', ['--version']);
  return run(program, args, options).then(
    () => true,
    () => false,
  );
}
