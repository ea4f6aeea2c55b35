/** Tells a process from a later one that was given the same pid. */
import { readFileSync } from 'node:fs';
import { errorCode } from './errors.ts';

export interface ProcessIdentity {
  pid: number;
  /** Boot and moment the process began; null where the system does not show it, and the pid alone has to do. */
  began: string | null;
}

/** The process that now has this pid; undefined when there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  if (!hasPid(pid)) return undefined;
  const status = readProc(`/proc/${pid}/stat`);
  if (status === undefined) return { pid, began: null };
  // The command name in parentheses may itself hold blanks and parentheses: fields count from the last one.
  const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  // A dead child that nobody waits for (a container whose first process is not an init) keeps its pid.
  if (state === 'Z' || state === 'X') return undefined;
  // Ticks count from boot, so the boot belongs to the identity; starttime is field 22 of the file.
  return { pid, began: `${readProc('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[18]}` };
}

/** Tells whether this very process still runs. */
export function isRunning({ pid, began }: ProcessIdentity): boolean {
  const present = identify(pid);
  return present !== undefined && (began === null || present.began === null || began === present.began);
}

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return identify(process.pid) ?? { pid: process.pid, began: null };
}

/** Reads an identity from JSON; undefined if it is none. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, began } = JSON.parse(text) as Partial<ProcessIdentity>;
    return typeof pid === 'number' ? { pid, began: began ?? null } : undefined;
  } catch {
    return undefined;
  }
}

function hasPid(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function readProc(path: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
