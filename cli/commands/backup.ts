/** Copies all data of an installation into one file, or tests such a file. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../../shared/process/config.ts';
import { examineBackup, writeArchive } from '../backup/archive.ts';
import { tryBackup } from '../backup/checking.ts';
import { inLongSession } from '../backup/loading.ts';
import { megabytes, summaryOf, type Manifest } from '../backup/manifest.ts';
import { takeBackup } from '../backup/taking.ts';
import { readOrFail, withDatabaseOf } from '../database.ts';
import { untilInterrupted } from '../input.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

interface BackupOptions {
  /** A file, or a directory for a name made of the time. */
  readonly file: string;
  readonly withKeys?: boolean | undefined;
  readonly verify?: boolean | undefined;
  /** Ends the command; by default Ctrl-C. */
  readonly signal?: AbortSignal;
}

export async function backup(options: BackupOptions, output: CommandOutput): Promise<ExitCode> {
  const { file, withKeys = false, verify = false, signal = untilInterrupted() } = options;
  const config = readOrFail();
  if (verify) return verifyBackup(resolve(file), config, signal, output);
  const path = freePath(file);
  const [begun, progress] = [performance.now(), (line: string) => output.progress(line)];
  const { filled: manifest, bytes } = await withDatabaseOf(config, output, (url) =>
    inLongSession(url, (session) =>
      writeArchive(path, signal, (archive) => takeBackup({ archive, session, config, progress, withKeys })).catch(
        (error: unknown) => explain(error, path, signal),
      ),
    ),
  );
  const summary = summaryOf(manifest, begun);
  output.answer(
    { file: path, bytes, tables: manifest.tables.length, keys: manifest.keys, ...summary },
    `${path}: ${summary.rows} rows and ${summary.files} files in ${megabytes(bytes)}, after ${summary.seconds} s`,
  );
  sayWhatElse(manifest, config, output);
  return exitCodes.done;
}

/** Refuses an existing file before the work; one that appears meanwhile is refused at the end. */
function freePath(file: string): string {
  const isFolder = existsSync(file) && statSync(file).isDirectory();
  const name = `muster-${new Date().toISOString().replace(/[:.]/g, '-')}.tar.zst`;
  const path = resolve(isFolder ? join(file, name) : file);
  if (!existsSync(path)) return path;
  throw isThere(path);
}

const isThere = (path: string) =>
  new CommandFailure(`${path} is there already.`, 'Name another file, or a directory in which one is made.');

function explain(error: unknown, path: string, signal: AbortSignal): never {
  if (signal.aborted) throw new CommandFailure('The backup was interrupted.', 'Nothing was kept of it.');
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof CommandFailure || !syscall) throw error;
  if (syscall === 'link' && code === 'EEXIST') throw isThere(path);
  const sentence = `${path} could not be written (${code}).`;
  throw new CommandFailure(sentence, 'Nothing was kept. Name a directory that exists, with room, that you may write.');
}

/** Says what the archive does not contain. */
function sayWhatElse({ lost, keys }: Manifest, { identity, mail, webhooks }: Config, output: CommandOutput): void {
  if (lost.length > 0) {
    output.say(output.styled('yellow', `The store has not, or not as they were: ${lost.join(', ')}.`));
  }
  const kept = [
    ['IDENTITY_KEY', identity.key, 'identity.key'],
    ['MAIL_KEY', mail.key, 'mail.key'],
    ['WEBHOOKS_KEY', webhooks.key, 'webhooks.key'],
  ] as const;
  const missing = kept.filter(([, , file]) => !keys.includes(file));
  const names = missing.map(([variable, given, file]) => (given ? variable : `DATA_DIR/${file}`));
  if (names.length > 0) {
    output.say(
      output.styled('yellow', `Not in it, and needed to restore: ${names.join(', ')}. Keep them elsewhere, too.`),
    );
    output.say('Without them second factors, emails that wait, and the secrets of webhooks cannot be read again.');
  }
  output.say('It contains names, addresses and answers. Only you can read the file.');
}

async function verifyBackup(
  path: string,
  config: Config,
  signal: AbortSignal,
  output: CommandOutput,
): Promise<ExitCode> {
  const begun = performance.now();
  const manifest = await examineBackup(path, output);
  const problems = await tryBackup({ path, manifest, config, output, signal });
  const [summary, ok] = [summaryOf(manifest, begun), problems.length === 0];
  const { version, created_at, rows, files } = summary;
  output.answer(
    { file: path, ok, problems, ...summary },
    `${path}, of muster ${version} at ${created_at}, with ${rows} rows and ${files} files: ${problems.join('\n') || 'can be restored'}`,
  );
  return ok ? exitCodes.done : exitCodes.failed;
}
