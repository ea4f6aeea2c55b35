/** Makes an installation what a backup says it was. */
import { resolve } from 'node:path';
import { migrationPlan } from '../../services/migrations.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { inSession } from '../../shared/database/session.ts';
import type { Config } from '../../shared/process/config.ts';
import { checkRestored } from '../backup/checking.ts';
import { loadDatabase } from '../backup/loading.ts';
import { refuseOtherVersions, type Manifest } from '../backup/manifest.ts';
import { examineArchive } from '../backup/reading.ts';
import { megabytes } from '../backup/taking.ts';
import { emptyTarget, holdingsOf, holdingsText, refuseWhileUsed, type Holdings } from '../backup/target.ts';
import { putKeys, removeOthers, unpackFiles } from '../backup/unpacking.ts';
import { makeOwnLogins, readOrFail, withDatabaseOf } from '../database.ts';
import { asker, untilInterrupted, type Ask } from '../input.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';

interface RestoreOptions {
  readonly file: string;
  readonly replace?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** Ends it; Ctrl-C where it is left out. */
  readonly signal?: AbortSignal;
}
/** Milliseconds until a database that does not answer counts as away. */
const settings = { name: 'muster restore', patience: 10_000, isLong: true };

export async function restore(
  { file, replace = false, yes = false, signal = untilInterrupted() }: RestoreOptions,
  output: Output,
  ask: Ask | undefined = asker(),
): Promise<ExitCode> {
  const [config, path, begun] = [readOrFail(), resolve(file), performance.now()];
  const manifest = await examineArchive(path, (bytes) => output.progress(`Reading ${path}, ${megabytes(bytes)}`));
  refuseOtherVersions(path, manifest, migrationNames(migrationPlan));
  const work = (url: string) =>
    restoreInto(url, { path, manifest, config, signal, output }, (held) => agree(held, { replace, yes, ask, output }));
  const done = await withDatabaseOf(config, output, work, { schema: 'any', owner: true });
  if (!done) {
    output.say('Nothing was changed.');
    return exitCodes.failed;
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return report({ ...done, seconds, path, manifest }, output);
}

interface Restoring {
  readonly path: string;
  readonly manifest: Manifest;
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly output: Output;
}
interface Done {
  readonly applied: readonly string[];
  readonly logins: readonly string[];
  readonly problems: readonly string[];
}

/** Files come first, so that no row ever names one that is not there. */
async function restoreInto(
  url: string,
  { path, manifest, config, signal, output }: Restoring,
  mayGoOn: (held: Holdings) => Promise<boolean>,
): Promise<Done | undefined> {
  const progress = (line: string) => output.progress(line);
  const inTarget = <T>(work: Parameters<typeof inSession<T>>[2]) => inSession(url, settings, work);
  await inTarget(refuseWhileUsed);
  const held = await inTarget(holdingsOf);
  if (!(await mayGoOn(held))) return undefined;
  const keys = await unpackFiles({ path, manifest, config, signal, progress });
  await inTarget(async (session) => {
    // Some may have come while somebody was asked and files were unpacked.
    await refuseWhileUsed(session);
    await emptyTarget(session);
  });
  const applied = await loadDatabase({ path, manifest, url, signal, progress }).catch(explainHalf);
  await putKeys(keys, config);
  const logins = await makeOwnLogins(url);
  await removeOthers(manifest, held.files, config);
  const problems = await checkRestored({ url, manifest, config, output, applied });
  return { applied, logins, problems };
}

function explainHalf(error: unknown): never {
  throw new CommandFailure(
    `The restore was broken off: what the database had is gone, and files are there already. ${(error as Error).message}`,
    'Mend what it names, then run it again with --replace, if need be with the release that made the backup.',
  );
}

async function agree(
  held: Holdings,
  { replace, yes, ask, output }: { replace: boolean; yes: boolean; ask: Ask | undefined; output: Output },
): Promise<boolean> {
  const what = holdingsText(held);
  if (what === '') return true;
  if (!replace) {
    throw new CommandFailure(
      `The database holds ${what}.`,
      'Nothing was changed. Restore into an empty one, or add --replace, which deletes all of that.',
    );
  }
  output.say(output.styled('yellow', `Lost will be, with everything that belongs to it: ${what}.`));
  if (yes) return true;
  if (ask) return ask('Delete it and restore the backup? [y/N] ');
  throw new CommandFailure('Nobody is here to be asked.', 'Add --yes if that is what you want.', exitCodes.wrongUsage);
}

function report(done: Done & { seconds: number; path: string; manifest: Manifest }, output: Output): ExitCode {
  const { path, manifest, applied, logins, problems, seconds } = done;
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { version, created_at, files, lost } = manifest;
  output.answer(
    {
      file: path,
      ok: problems.length === 0,
      version,
      created_at,
      rows,
      files: files.length,
      lost,
      applied,
      logins,
      problems,
      seconds,
    },
    [
      `Restored what muster ${version} had at ${created_at}: ${rows} rows and ${files.length} files, after ${seconds} s`,
      ...applied.map((name) => `applied ${name}`),
      ...logins.map((name) => `login   ${name}`),
      ...problems,
    ].join('\n'),
  );
  if (problems.length > 0) return exitCodes.failed;
  output.say('Counts, files and the database are as they should be. Start the services, then run muster doctor.');
  output.say('Letters and webhooks that waited then are sent when services start, also those that were sent since.');
  return exitCodes.done;
}
