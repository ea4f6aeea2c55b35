/**
 * Starts, joins and stops the PostgreSQL that comes with the project, for installations without one of their own.
 *
 * One server belongs to a data directory, not to a process: the first opener starts it, later ones join it, and the last
 * one to close stops it. So a command that started it for a moment stops it, a command that joined leaves it to the
 * service, and when the service ends first, the command keeps its database and stops it at its own end.
 *
 * A service keeps its server: when that ends by another hand, it is started again on its data and at its port (`keep`).
 *
 * A killed process closes nothing. Its server runs on, and the next opener joins it at once, or starts a new one which
 * recovers if the server was killed too. Tying every server to the life of its starter (`setpriv --pdeathsig`) would
 * leave less behind, but it cannot be undone, and the server would die under those who joined when its starter leaves;
 * it also follows the thread that started it and not the process. `tied` asks for it where nobody else joins.
 */
import { chooseRuntime, tied } from './embedded/account.ts';
import { installedBinaries, withSymlinks } from './embedded/binaries.ts';
import { prepareCluster, readPassword } from './embedded/cluster.ts';
import { openDirectory } from './embedded/directory.ts';
import type { DataDirectory } from './embedded/directory.ts';
import { EmbeddedPostgresError, explained } from './embedded/errors.ts';
import { keep, type Reporter } from './embedded/keeper.ts';
import { withLock } from './embedded/lock.ts';
import { enter, isOccupied } from './embedded/occupants.ts';
import { formerPort, ownership, readPostmaster } from './embedded/postmaster-file.ts';
import type { Postmaster } from './embedded/postmaster-file.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import type { StartOptions } from './embedded/postmaster.ts';
import { ensureDatabase, urlOf } from './embedded/session.ts';

export { claimantOf, claimDataDir } from './embedded/claim.ts';
export { DataDirInUse } from './embedded/errors.ts';
export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** The database `muster` as superuser. */
  url: string;
  /** True when this opener started the server, false when it joined a running one. */
  started: boolean;
  /**
   * Starts the server again whenever it ends by another hand, from now until `close`.
   * @returns When closed.
   * @throws {EmbeddedPostgresError} When it could not be started again for ten minutes.
   */
  keep: (report: Reporter) => Promise<void>;
  /** Leaves the server, and stops it when no living process is left that uses it. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** False gives up what survives a power cut for speed. For tests only. */
  durable?: boolean;
  /** Lets the server die with this process, where the system can; for a directory that no other process opens. */
  tied?: boolean;
  onNotice?: (line: string) => void;
}

/**
 * Opens the embedded server of a data directory: starts it, or joins it if it runs.
 * @throws {EmbeddedPostgresError} When the directory cannot be used or the server does not start.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const directory = await openDirectory(dataDir);
  const serialized = <T>(work: () => Promise<T>) =>
    withLock(directory.path, 'postgres', work).catch((error: unknown) => {
      throw explained(error, directory.path);
    });
  const opened = await serialized(() => open(directory, options));
  const ending = new AbortController();
  let closing: Promise<void> | undefined;
  return {
    url: opened.url,
    started: opened.started,
    keep: (report) => {
      const runs = ({ pid }: Postmaster) => !['dead', 'foreign'].includes(ownership(pid, directory.cluster));
      const revive = (port: number, signal: AbortSignal) =>
        serialized(() => revived(opened, directory, { port, signal }));
      return keep({ server: opened.server, runs, revive }, report, ending.signal);
    },
    close: () => {
      ending.abort();
      return (closing ??= serialized(opened.leave));
    },
  };
}

async function open(directory: DataDirectory, { durable = true, tied: isTied = false, ...options }: EmbeddedOptions) {
  const onNotice = options.onNotice ?? (() => undefined);
  const runtime = await chooseRuntime(await withSymlinks(await installedBinaries(), directory), directory);
  const password = await prepareCluster(runtime, directory, { durable, onNotice });
  // Those who use it already know one port, and wait for it there. They may also be those of the directory this is a copy of.
  const port = (await isOccupied(directory.path)) ? await formerPort(directory.cluster) : undefined;
  const leaveList = await enter(directory.path);
  const stop = (server: Postmaster) => stopPostmaster(runtime, directory, server);
  const leave = async () => {
    await leaveList();
    if (await isOccupied(directory.path)) return;
    const server = await runningPostmaster(directory);
    if (server !== undefined) await stop(server);
  };
  const starting = isTied ? await tied(runtime) : runtime;
  const start = (where: Omit<StartOptions, 'durable'>) => startPostmaster(starting, directory, { durable, ...where });
  try {
    const joined = await findPostmaster(directory, password);
    if (joined !== undefined)
      onNotice(`Joining the PostgreSQL that runs in ${directory.cluster}, process ${joined.pid}`);
    const server = joined ?? (await start({ port }));
    await ensureDatabase({ port: server.port, password });
    const url = urlOf({ port: server.port, password });
    return { url, server, started: joined === undefined, start, stop, leave, password };
  } catch (error) {
    await leave().catch(() => undefined);
    throw error;
  }
}

/** The server to stop, also while it recovers and answers nobody. */
async function runningPostmaster(directory: DataDirectory): Promise<Postmaster | undefined> {
  const found = await readPostmaster(directory.cluster);
  if (found !== undefined && ownership(found.pid, directory.cluster) === 'ours') return found;
  return findPostmaster(directory, await readPassword(directory));
}

/** The server at the port where it was: as somebody else started it meanwhile, or started now. */
async function revived(
  { start, stop, password }: Awaited<ReturnType<typeof open>>,
  directory: DataDirectory,
  where: { port: number; signal: AbortSignal },
): Promise<Postmaster> {
  where.signal.throwIfAborted();
  const found = await findPostmaster(directory, password);
  if (found?.port === where.port) return found;
  // Whoever started it elsewhere came after the service, whose pools know one port.
  if (found !== undefined) await stop(found);
  return start({ ...where, isPortFixed: true });
}
