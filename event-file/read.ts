/** Reads an event file: returns its contents, or all of its problems at once. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { checkReferences } from './check/references.ts';
import { ProblemList, type Problem } from './check/review.ts';
import { checkStructure } from './check/structure.ts';
import type { EventFile } from './format/schema.ts';
import { openSource } from './format/source.ts';

export type { EventFile, Problem };
export type Reading = { file: EventFile } | { problems: Problem[] };

/** Some 25,000 participants; more in one file is a mistake, or an attack on memory. */
const largestFile = 5_000_000;

/** Throws the file system's error for a missing file. */
export function readEventFile(path: string, env: NodeJS.ProcessEnv = process.env): Reading {
  const { size } = statSync(path);
  if (size > largestFile) return tooLarge(path, size);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) return refused(path, 'encoding', 'The file is not text in UTF-8: save it as UTF-8.');
  return checkEventFile(path, new TextDecoder().decode(bytes), env);
}

/** The same for a given text; `name` is its name in problems. */
export function checkEventFile(name: string, text: string, env: NodeJS.ProcessEnv): Reading {
  const size = Buffer.byteLength(text);
  if (size > largestFile) return tooLarge(name, size);
  const source = openSource(text, env);
  const review = new ProblemList(name, source);
  const written = checkStructure(source.value, review);
  const isInsecure = env['WEBHOOKS_INSECURE'] === 'on';
  const isSound = source.brokenFrom === Infinity && !review.isFull;
  const file = isSound ? checkReferences(written, review, { isInsecure }) : undefined;
  const problems = review.problems();
  return file && problems.length === 0 ? { file } : { problems };
}

const tooLarge = (file: string, size: number) =>
  refused(file, 'tooLarge', `The file has ${size} bytes; an event file has at most ${largestFile}: split it.`);

const refused = (file: string, code: string, message: string): Reading => ({
  problems: [{ file, line: 1, column: 1, path: '', code, message, source: '' }],
});
