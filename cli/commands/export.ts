import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from 'node:fs';
import { newSecret } from '../../services/webhooks/portable.ts';
import { version } from '../../shared/process/version.ts';
import { inDatabase } from '../database.ts';
import { composeEventFile, type Export } from '../../event-file/export/compose.ts';
import { readLive, type NamedSuperEvent } from '../../event-file/export/live.ts';
import { printProblems } from '../open-event-file.ts';
import { checkEventFile } from '../../event-file/read.ts';
import { eventFileText } from '../../event-file/format/text.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { superEventOrFail } from '../named.ts';

interface ExportOptions {
  superEvent: string;
  org?: string | undefined;
  output?: string | undefined;
}

/** Exports a super event as an event file. The database is only read. */
export function exportEventFile(
  { superEvent, org, output: file }: ExportOptions,
  output: CommandOutput,
): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const found = await superEventOrFail(db, superEvent, org);
    if (found.slug !== superEvent) output.say(`${superEvent} has been renamed to ${found.slug}.`);
    const { document, leftOut, variables } = composeEventFile(await readLive(db, found));
    const text = eventFileText(document, headOf(found, { leftOut, variables }));
    for (const what of leftOut) output.say(`Left out, and left alone by apply: ${what}.`);
    sayWrong(file ?? superEvent, { text, variables }, output);
    if (file === undefined) output.answer(document, text.trimEnd());
    else write(file, { document, text }, output);
    return exitCodes.done;
  });
}

function headOf({ slug, organization }: NamedSuperEvent, { leftOut, variables }: Omit<Export, 'document'>): string[] {
  const minute = `${new Date().toISOString().slice(0, 16)}Z`;
  return [
    `The super event ${slug} of ${organization}, as it was at ${minute}: made by muster export ${version}.`,
    'Applied to the same database it changes nothing.',
    '',
    'Secrets stay where they are. Of people there is no password, of API keys no text: a key whose label is known is kept as',
    'it is, one that is not is made anew. Addresses of streams are here, which the API keeps to those who take part.',
    'So is what people said about themselves: keep this file accordingly.',
    ...(variables.length > 0
      ? ['', 'Secrets of webhooks are read from the environment:', ...variables.map((name) => `- ${name}`)]
      : []),
    ...(leftOut.length > 0 ? ['', 'Left out, and left alone by apply:', ...leftOut.map((what) => `- ${what}`)] : []),
  ];
}

/** Warns when the file could not be applied again, for example because of its size. */
function sayWrong(
  name: string,
  { text, variables }: { text: string } & Pick<Export, 'variables'>,
  output: CommandOutput,
): void {
  const secrets = Object.fromEntries(variables.map((variable) => [variable, newSecret()]));
  const reading = checkEventFile(name, text, { WEBHOOKS_INSECURE: process.env['WEBHOOKS_INSECURE'], ...secrets });
  if ('file' in reading) return;
  printProblems(reading.problems, output);
  output.say('Correct the lines above before you apply it.');
}

function write(file: string, { document, text }: { document: object; text: string }, output: CommandOutput): void {
  try {
    writePrivately(file, output.isJson ? `${JSON.stringify(document, undefined, 2)}\n` : text);
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${file} cannot be written: ${message}.`, 'Name another file with -o FILE.');
  }
  output.say(`Wrote ${file}. muster plan -f ${file} shows what has changed since.`);
}

/** Only its owner can read it, because it names people. */
function writePrivately(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    // An existing file may be readable by others; a device, such as a terminal, stays as it is.
    if (fstatSync(file).isFile()) fchmodSync(file, 0o600);
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
