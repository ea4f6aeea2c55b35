/** Reads an event file: what it says, or everything that is wrong with it at once. */
import { readFileSync, statSync } from 'node:fs';
import { checkReferences } from './checks/references.ts';
import { normalize, type EventFile } from './normalize.ts';
import { Findings, type Problem } from './review.ts';
import type { CheckedEventFile } from './schema.ts';
import { openSource } from './source.ts';
import { checkStructure } from './structure.ts';

export type { EventFile, Problem };
export type Reading = { file: EventFile } | { problems: Problem[] };

/** Some 25,000 participants; more in one file is a mistake, or an attack on memory. */
const largestFile = 5_000_000;

/** Throws what the file system throws where there is no such file. */
export function readEventFile(path: string, env: NodeJS.ProcessEnv = process.env): Reading {
  const { size } = statSync(path);
  if (size > largestFile) return tooLarge(path, size);
  try {
    return checkEventFile(path, new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)), env);
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'))
      throw error;
    return refused(path, 'encoding', 'The file is not text in UTF-8: save it as UTF-8.');
  }
}

/** The same for a text that is already there; `name` is what problems call it. */
export function checkEventFile(name: string, text: string, env: NodeJS.ProcessEnv): Reading {
  const size = Buffer.byteLength(text);
  if (size > largestFile) return tooLarge(name, size);
  const source = openSource(text, env);
  const findings = new Findings(name, source);
  const value = checkStructure(source.value, findings);
  if (source.brokenFrom === Infinity) checkReferences(value, findings);
  const problems = findings.problems();
  return problems.length > 0 ? { problems } : { file: normalize(value as CheckedEventFile) };
}

const tooLarge = (file: string, size: number) =>
  refused(file, 'tooLarge', `The file has ${size} bytes; an event file has at most ${largestFile}: split it.`);

const refused = (file: string, code: string, message: string): Reading => ({
  problems: [{ file, line: 1, column: 1, path: '', code, message, source: '' }],
});
