/** Restores an installation from a backup. */
import { resolve } from 'node:path';
import { examineBackup } from '../backup/archive.ts';
import { checkRestored } from '../backup/checking.ts';
import { inLongSession, loadDatabase, type Restoring } from '../backup/loading.ts';
import { summaryOf } from '../backup/manifest.ts';
import { emptyTarget, contentsOf, contentsText, refuseWhileUsed, type TargetContents } from '../backup/target.ts';
import { writeKeys, removeUnusedFiles, unpackFiles } from '../backup/unpacking.ts';
import { makeOwnLogins, readOrFail, withDatabaseOf } from '../database.ts';
import { asker, untilInterrupted, type Ask } from '../input.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

interface RestoreOptions {
  readonly file: string;
  readonly replace?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** Ends the command; by default Ctrl-C. */
  readonly signal?: AbortSignal;
}

export async function restore(
  { file, replace = false, yes = false, signal = untilInterrupted() }: RestoreOptions,
  output: CommandOutput,
  ask: Ask | undefined = asker(),
): Promise<ExitCode> {
  const [config, path, begun] = [readOrFail(), resolve(file), performance.now()];
  const manifest = await examineBackup(path, output);
  const work = (url: string) =>
    restoreInto(url, { path, manifest, config, signal, output }, (held) => agree(held, { replace, yes, ask, output }));
  const done = await withDatabaseOf(config, output, work, { schema: 'any', owner: true });
  if (!done) {
    output.say('Nothing was changed.');
    return exitCodes.failed;
  }
  return report(path, { ...done, ...summaryOf(manifest, begun) }, output);
}

interface Done {
  readonly applied: readonly string[];
  readonly logins: readonly string[];
  readonly problems: readonly string[];
}

/** Files come first, so that no row ever names a missing one. */
async function restoreInto(
  url: string,
  restoring: Restoring,
  mayGoOn: (held: TargetContents) => Promise<boolean>,
): Promise<Done | undefined> {
  const { manifest, config } = restoring;
  const held = await inLongSession(url, async (session) => {
    await refuseWhileUsed(session);
    return contentsOf(session);
  });
  if (!(await mayGoOn(held))) return undefined;
  const keys = await unpackFiles(restoring);
  await inLongSession(url, async (session) => {
    // Services may have connected during the question and the unpacking.
    await refuseWhileUsed(session);
    await emptyTarget(session);
  });
  const applied = await loadDatabase(url, restoring).catch(explainHalf);
  await writeKeys(keys, config);
  const logins = await makeOwnLogins(url);
  await removeUnusedFiles(manifest, held.files, config);
  return { applied, logins, problems: await checkRestored(url, restoring) };
}

function explainHalf(error: unknown): never {
  throw new CommandFailure(
    `The restore was broken off: what the database had is gone, and files are there already. ${(error as Error).message}`,
    'Mend what it names, then run it again with --replace, if need be with the release that made the backup.',
  );
}

async function agree(
  held: TargetContents,
  { replace, yes, ask, output }: { replace: boolean; yes: boolean; ask: Ask | undefined; output: CommandOutput },
): Promise<boolean> {
  const what = contentsText(held);
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

function report(path: string, done: Done & ReturnType<typeof summaryOf>, output: CommandOutput): ExitCode {
  const { version, created_at, rows, files, seconds, applied, logins, problems } = done;
  const ok = problems.length === 0;
  const text = [
    `Restored what muster ${version} had at ${created_at}: ${rows} rows and ${files} files, after ${seconds} s`,
    ...applied.map((name) => `applied ${name}`),
    ...logins.map((name) => `login   ${name}`),
    ...problems,
  ];
  output.answer({ file: path, ok, ...done }, text.join('\n'));
  if (!ok) return exitCodes.failed;
  output.say('Counts, files and the database are as they should be. Start the services, then run muster doctor.');
  output.say(
    'Emails and webhooks that waited at the backup are sent when services start, even if they were sent since.',
  );
  return exitCodes.done;
}
