/** The event file a command was given. */
import { CommandFailure, type Output } from './output.ts';
import { readEventFile, type EventFile, type Problem, type Reading } from '../event-file/read.ts';

export function readOrFail(file: string): Reading {
  try {
    return readEventFile(file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CommandFailure(
      `The event file ${file} cannot be read: ${error.message}.`,
      'Name a file that exists with -f FILE; examples/spring-hack.yaml is one to start from.',
    );
  }
}

/** For commands that go on with it: what is wrong with it is shown, and is their failure. */
export function openEventFile(path: string, output: Output): EventFile {
  const reading = readOrFail(path);
  if ('file' in reading) return reading.file;
  sayProblems(reading.problems, output);
  const count = reading.problems.length === 1 ? '1 problem' : `${reading.problems.length} problems`;
  throw new CommandFailure(
    `${path} has ${count}. Nothing was changed.`,
    `Correct the lines above; muster validate -f ${path} shows them without a database.`,
  );
}

export function sayProblems(problems: readonly Problem[], output: Output): void {
  for (const problem of problems) output.say(describe(problem, output));
}

/** As compilers do it: the place, the sentence, the line, and a mark under the spot. */
function describe({ file, line, column, message, source }: Problem, output: Output): string {
  const number = String(line).padStart(5);
  const mark = ' '.repeat(Math.max(0, Math.min(column, source.length + 1) - 1));
  return [
    `${output.styled('bold', `${file}:${line}:${column}:`)} ${message}`,
    output.styled('dim', `${number} | `) + source,
    output.styled('dim', '      | ') + mark + output.styled('red', '^'),
    '',
  ].join('\n');
}
