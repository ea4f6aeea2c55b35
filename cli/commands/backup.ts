/** Copies everything an installation keeps into one file, or proves such a file. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inSession } from '../../shared/database/session.ts';
import type { Config } from '../../shared/process/config.ts';
import type { Manifest } from '../backup/manifest.ts';
import { proveBackup } from '../backup/proving.ts';
import { megabytes, takeBackup } from '../backup/taking.ts';
import { writeArchive } from '../backup/writing.ts';
import { readOrFail, withDatabaseOf } from '../database.ts';
import { untilInterrupted } from '../input.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';

interface BackupOptions {
  /** A directory where the name is to be made of the time. */
  readonly file: string;
  readonly withKeys?: boolean | undefined;
  readonly verify?: boolean | undefined;
  /** Ends it; Ctrl-C where it is left out. */
  readonly signal?: AbortSignal;
}
/** Milliseconds until a database that does not answer counts as away. */
const settings = { name: 'muster backup', patience: 10_000, isLong: true };

export async function backup(options: BackupOptions, output: Output): Promise<ExitCode> {
  const { file, withKeys = false, verify = false, signal = untilInterrupted() } = options;
  const config = readOrFail();
  if (verify) return prove(file, config, signal, output);
  const path = freePath(file);
  const [begun, progress] = [performance.now(), (line: string) => output.progress(line)];
  const { manifest, bytes } = await withDatabaseOf(config, output, (url) =>
    inSession(url, settings, async (session) => {
      const made: Manifest[] = [];
      const bytes = await writeArchive(path, signal, async (archive) => {
        made.push(await takeBackup({ archive, session, config, progress, withKeys }));
      }).catch((error: unknown) => explain(error, path, signal));
      return { manifest: made[0] as Manifest, bytes };
    }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const { version, created_at, lost } = manifest;
  const summary = { file: path, bytes, version, created_at, tables: manifest.tables.length, rows };
  output.answer(
    { ...summary, files: manifest.files.length, lost, keys: manifest.keys, seconds },
    `${path}: ${rows} rows and ${manifest.files.length} files in ${megabytes(bytes)}, after ${seconds} s`,
  );
  sayWhatElse(manifest, config, output);
  return exitCodes.done;
}

/** What is there already is said before the work; what comes meanwhile, at its end. */
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

/** What the archive has not. */
function sayWhatElse({ lost, keys }: Manifest, { mail, webhooks }: Config, output: Output): void {
  if (lost.length > 0) {
    output.say(output.styled('yellow', `The store has not, or not as they were: ${lost.join(', ')}.`));
  }
  const kept = [
    ['MAIL_KEY', mail.key, 'mail.key'],
    ['WEBHOOKS_KEY', webhooks.key, 'webhooks.key'],
  ] as const;
  const missing = kept.filter(([, , file]) => !keys.includes(file));
  const names = missing.map(([variable, given, file]) => (given ? variable : `DATA_DIR/${file}`));
  if (names.length > 0) {
    output.say(
      output.styled('yellow', `Not in it, and needed to restore: ${names.join(', ')}. Keep them elsewhere, too.`),
    );
    output.say('Without them letters that wait, and the secrets of webhooks, cannot be read again.');
  }
  output.say('Who has this file has everything: names, addresses, answers. It is readable for you alone.');
}

async function prove(file: string, config: Config, signal: AbortSignal, output: Output): Promise<ExitCode> {
  const begun = performance.now();
  const proof = await proveBackup(resolve(file), { config, output, signal });
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const { manifest, problems } = proof;
  const { version, created_at } = manifest;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const found = problems.length === 0 ? 'can be restored' : problems.join('\n');
  output.answer(
    {
      file: resolve(file),
      ok: problems.length === 0,
      problems,
      version,
      created_at,
      rows,
      files: manifest.files.length,
      seconds,
    },
    `${resolve(file)}, of muster ${version} at ${created_at}, with ${rows} rows and ${manifest.files.length} files: ${found}`,
  );
  return problems.length === 0 ? exitCodes.done : exitCodes.failed;
}
