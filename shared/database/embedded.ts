/**
 * Starts, joins and stops the PostgreSQL that comes with the project, for installations without one of their own.
 *
 * One server belongs to a data directory, not to a process: the first opener starts it, later ones join it, and the last
 * one to close stops it. So a command that started it for a moment stops it, a command that joined leaves it to the
 * service, and when the service ends first, the command keeps its database and stops it at its own end.
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
import { withLock } from './embedded/lock.ts';
import { enter, isOccupied } from './embedded/occupants.ts';
import { findPostmaster, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { ensureDatabase, urlOf } from './embedded/session.ts';

export { claimantOf, claimDataDir } from './embedded/claim.ts';
export { DataDirInUse } from './embedded/errors.ts';
export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** The database `muster` as superuser. */
  url: string;
  /** True when this opener started the server, false when it joined a running one. */
  started: boolean;
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

export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedPostgres> {
  const directory = await openDirectory(dataDir);
  const serialized = <T>(work: () => Promise<T>) =>
    withLock(directory.path, 'postgres', work).catch((error: unknown) => {
      throw explained(error, directory.path);
    });
  const opened = await serialized(() => open(directory, options));
  let closing: Promise<void> | undefined;
  return {
    url: opened.url,
    started: opened.started,
    close: () => (closing ??= serialized(() => opened.leave())),
  };
}

async function open(directory: DataDirectory, { durable = true, tied: isTied = false, ...options }: EmbeddedOptions) {
  const onNotice = options.onNotice ?? (() => undefined);
  const runtime = await chooseRuntime(await withSymlinks(await installedBinaries(), directory), directory);
  const password = await prepareCluster(runtime, directory, { durable, onNotice });
  const leaveList = await enter(directory.path);
  const leave = async () => {
    await leaveList();
    if (await isOccupied(directory.path)) return;
    const server = await findPostmaster(directory, await readPassword(directory));
    if (server !== undefined) await stopPostmaster(runtime, directory, server);
  };
  try {
    const joined = await findPostmaster(directory, password);
    if (joined !== undefined)
      onNotice(`Joining the PostgreSQL that runs in ${directory.cluster}, process ${joined.pid}`);
    const server = joined ?? (await startPostmaster(isTied ? await tied(runtime) : runtime, directory, durable));
    await ensureDatabase({ port: server.port, password });
    return { url: urlOf({ port: server.port, password }), started: joined === undefined, leave };
  } catch (error) {
    await leave().catch(() => undefined);
    throw error;
  }
}
