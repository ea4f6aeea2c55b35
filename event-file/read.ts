/** Reads an event file: returns its contents, or all of its problems at once. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { checkReferences } from './check/references.ts';
import { ProblemList, type Problem } from './check/review.ts';
import { checkStructure } from './check/structure.ts';
import type { EventFile } from './format/schema.ts';
import { openSource } from './format/source.ts';

export type { EventFile, Problem };
/** `length`: characters with the aliases written out. */
export type Reading = { file: EventFile; length: number } | { problems: Problem[] };

/** Some 25,000 participants; more in one file is a mistake, or an attack on memory. */
const largestFile = 5_000_000;
/** Entries are what takes memory; this many bytes for each is less than people need. */
const leastBytesOfEntry = 40;

/** Throws the file system's error for a missing file. */
export function readEventFile(path: string, env: NodeJS.ProcessEnv = process.env): Reading {
  const { size } = statSync(path);
  if (size > largestFile) return tooLarge(path, size, largestFile);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) return refused(path, 'encoding', 'The file is not text in UTF-8: save it as UTF-8.');
  return checkEventFile(path, new TextDecoder().decode(bytes), env);
}

/** The same for a given text of so many bytes at most, its aliases written out; `name` is its name in problems. */
export function checkEventFile(
  name: string,
  text: string,
  env: NodeJS.ProcessEnv,
  atMost: number = largestFile,
): Reading {
  const size = Buffer.byteLength(text);
  if (size > atMost) return tooLarge(name, size, atMost);
  const source = openSource(text, env, atMost);
  const [entries, entriesAtMost] = [entriesIn(source.value), Math.floor(atMost / leastBytesOfEntry)];
  if (entries > entriesAtMost) return tooMany(name, entries, entriesAtMost);
  const review = new ProblemList(name, source);
  const written = checkStructure(source.value, review);
  const isInsecure = env['WEBHOOKS_INSECURE'] === 'on';
  const isSound = source.brokenFrom === Infinity && !review.isFull;
  const file = isSound ? checkReferences(written, review, { isInsecure }) : undefined;
  const problems = review.problems();
  return file && problems.length === 0 ? { file, length: source.length } : { problems };
}

/** Objects in all lists, those of an alias in each of its places. */
function entriesIn(value: unknown, isEntry = false): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = (sum: number, each: unknown) => sum + entriesIn(each, Array.isArray(value));
  return Object.values(value).reduce<number>(inner, Number(isEntry));
}

const tooLarge = (file: string, size: number, atMost: number) =>
  refused(file, 'tooLarge', `The file has ${size} bytes; an event file has at most ${atMost}: split it.`);

const tooMany = (file: string, entries: number, atMost: number) =>
  refused(
    file,
    'tooMany',
    `The lists of the file have ${entries} entries; here they have at most ${atMost}: split it.`,
  );

const refused = (file: string, code: string, message: string): Reading => ({
  problems: [{ file, line: 1, column: 1, path: '', code, message, source: '' }],
});
