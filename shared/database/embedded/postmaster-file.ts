/** `postmaster.pid`, in which a running PostgreSQL says who and where it is, and which a killed one leaves behind. */
import { readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './errors.ts';
import { identify } from './process.ts';

export interface Postmaster {
  pid: number;
  port: number;
  isReady: boolean;
}

const path = (cluster: string) => join(cluster, 'postmaster.pid');
/** Above every pid that a system gives out. */
const NO_PID = 2_147_483_646;

/** Reads the file; undefined if there is none or it is incomplete. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  // Line 1 is the pid, line 4 the port, line 8 the state; a server that is just starting has not written them all.
  const lines = await readLines(cluster);
  const pid = Math.abs(Number(lines[0]));
  if (!(pid > 0) || pid === NO_PID) return undefined;
  return { pid, port: Number(lines[3] ?? 0), isReady: lines[7]?.trim() === 'ready' };
}

/** The port of the server that runs or was killed here; undefined where there was none, or it ended in order. */
export async function formerPort(cluster: string): Promise<number | undefined> {
  return Number((await readLines(cluster))[3]) || undefined;
}

/** Whether this pid is a PostgreSQL that runs on this cluster, and not another program that came to have its pid. */
export function ownership(pid: number, cluster: string): 'dead' | 'ours' | 'foreign' | 'unknown' {
  if (identify(pid) === undefined) return 'dead';
  if (process.platform !== 'linux') return 'unknown';
  // A postmaster works inside its cluster, whatever name that had when it began.
  const works = isSameFolder(`/proc/${pid}/cwd`, cluster);
  if (works !== undefined) return works ? 'ours' : 'foreign';
  // Another user's working directory is hidden from a root without all its rights; the arguments are not.
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const folder = args[args.indexOf('-D') + 1];
    return folder !== undefined && isSameFolder(folder, cluster) === true ? 'ours' : 'foreign';
  } catch {
    return 'unknown';
  }
}

/**
 * Takes the pid of a server that is gone out of the file: for PostgreSQL any process with that pid is a living postmaster,
 * be it another program or the remains of the killed one that nobody waited for. The file itself stays: by its last
 * lines PostgreSQL sees whether processes of the killed server still write to the cluster.
 */
export async function disown(cluster: string): Promise<void> {
  const [pid, ...rest] = await readLines(cluster);
  // A server that just stopped in order has taken its file along.
  if (pid !== '') await writeFile(path(cluster), [NO_PID, ...rest].join('\n'));
}

async function readLines(cluster: string): Promise<string[]> {
  const text = await readFile(path(cluster), 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    return '';
  });
  return text.split('\n');
}

/** Undefined where the system does not let us look. */
export function isSameFolder(one: string, other: string): boolean | undefined {
  try {
    const [a, b] = [statSync(one), statSync(other)];
    return a.ino === b.ino && a.dev === b.dev;
  } catch {
    return undefined;
  }
}
