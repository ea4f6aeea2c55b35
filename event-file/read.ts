/** Reads an event file: what it says, or everything that is wrong with it at once. */
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { checkReferences } from './check/references.ts';
import { Review, type Problem } from './check/review.ts';
import { checkStructure } from './check/structure.ts';
import type { EventFile } from './format/schema.ts';
import { openSource } from './format/source.ts';

export type { EventFile, Problem };
export type Reading = { file: EventFile } | { problems: Problem[] };

/** Some 25,000 participants; more in one file is a mistake, or an attack on memory. */
const largestFile = 5_000_000;

/** Throws what the file system throws where there is no such file. */
export function readEventFile(path: string, env: NodeJS.ProcessEnv = process.env): Reading {
  const { size } = statSync(path);
  if (size > largestFile) return tooLarge(path, size);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes)) return refused(path, 'encoding', 'The file is not text in UTF-8: save it as UTF-8.');
  return checkEventFile(path, new TextDecoder().decode(bytes), env);
}

/** The same for a text that is already there; `name` is what problems call it. */
export function checkEventFile(name: string, text: string, env: NodeJS.ProcessEnv): Reading {
  const size = Buffer.byteLength(text);
  if (size > largestFile) return tooLarge(name, size);
  const source = openSource(text, env);
  const review = new Review(name, source);
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
