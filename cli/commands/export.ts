import { writeFileSync } from 'node:fs';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findSuperEvents, someSuperEvents, type NamedSuperEvent } from '../../services/events/event-file.ts';
import { closestWord } from '../../shared/broker/closest-word.ts';
import { version } from '../../shared/broker/version.ts';
import { withDatabase, withOwner } from '../database.ts';
import { composeEventFile } from '../event-file/export.ts';
import { readLive } from '../event-file/live.ts';
import { sayProblems } from '../event-file/open.ts';
import { checkEventFile } from '../event-file/read.ts';
import { eventFileText } from '../event-file/text.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';

interface ExportOptions {
  superEvent: string;
  org?: string | undefined;
  output?: string | undefined;
}

/** Writes what is as an event file. The database is only read. */
export function exportEventFile({ superEvent, org, output: file }: ExportOptions, output: Output): Promise<ExitCode> {
  return withDatabase(output, (url) =>
    withOwner(url, async (db) => {
      const found = await superEventOrFail(db, superEvent, org);
      if (found.slug !== superEvent) output.say(`${superEvent} has been renamed to ${found.slug}.`);
      const { document, leftOut } = composeEventFile(await readLive(db, found));
      const text = eventFileText(document, headOf(found, leftOut));
      for (const what of leftOut) output.say(`Left out, and left alone by apply: ${what}.`);
      sayWrong(file ?? superEvent, text, output);
      if (file === undefined) output.answer(document, text.trimEnd());
      else write(file, { document, text }, output);
      return exitCodes.done;
    }),
  );
}

async function superEventOrFail(db: EntityManager, slug: string, org: string | undefined): Promise<NamedSuperEvent> {
  const everywhere = await findSuperEvents(db, slug);
  const found = everywhere.filter(({ organization }) => org === undefined || organization === org);
  const [first, ...others] = found;
  const organizations = everywhere.map(({ organization }) => organization).join(', ');
  if (first && others.length > 0) {
    throw new CommandFailure(
      `Several organizations have a super event ${slug}.`,
      `Add --org, one of: ${organizations}`,
    );
  }
  if (first) return first;
  const place = org === undefined ? '' : ` in ${org}`;
  const next = organizations ? `Another organization has one: --org ${organizations}` : await hint(db, slug, org);
  throw new CommandFailure(`There is no super event ${slug}${place}.`, next);
}

async function hint(db: EntityManager, slug: string, org: string | undefined): Promise<string> {
  const all = await someSuperEvents(db);
  const here = all.filter(({ organization }) => org === undefined || organization === org);
  const organizations = [...new Set(all.map(({ organization }) => organization))];
  const [written, known, option] =
    here.length > 0 ? [slug, here.map((row) => row.slug), ''] : [org ?? slug, organizations, '--org '];
  if (known.length === 0) return 'Apply an event file first: muster apply -f FILE';
  const meant = closestWord(written, known);
  return meant === undefined ? `Known are: ${option}${known.join(', ')}` : `Did you mean ${option}${meant}?`;
}

function headOf({ slug, organization }: NamedSuperEvent, leftOut: readonly string[]): string[] {
  const minute = `${new Date().toISOString().slice(0, 16)}Z`;
  return [
    `The super event ${slug} of ${organization}, as it was at ${minute}: made by muster export ${version}.`,
    'Applied to the same database it changes nothing.',
    '',
    'Secrets stay where they are. Of people there is no password, of API keys no text: a key whose label is known is kept as',
    'it is, one that is not is made anew. Addresses of streams are here, which the API keeps to those who take part.',
    'So is what people said about themselves: keep this file accordingly.',
    ...(leftOut.length > 0 ? ['', 'Left out, and left alone by apply:', ...leftOut.map((what) => `- ${what}`)] : []),
  ];
}

/** What is may be more than a file is allowed to say, such as a file of this size. */
function sayWrong(name: string, text: string, output: Output): void {
  const reading = checkEventFile(name, text, {});
  if ('file' in reading) return;
  sayProblems(reading.problems, output);
  output.say('The lines above have to be corrected before this can be applied.');
}

/** For its owner only: it names people. */
function write(file: string, { document, text }: { document: object; text: string }, output: Output): void {
  try {
    writeFileSync(file, output.isJson ? `${JSON.stringify(document, undefined, 2)}\n` : text, { mode: 0o600 });
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${file} cannot be written: ${message}.`, 'Name another file with -o FILE.');
  }
  output.say(`Wrote ${file}. muster plan -f ${file} shows what has changed since.`);
}
