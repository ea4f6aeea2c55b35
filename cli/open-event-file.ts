/** Opens the event file of a command. */
import { CommandFailure, type CommandOutput } from './output.ts';
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

/** For commands that use it: its problems are shown and make the command fail. */
export function openEventFile(path: string, output: CommandOutput): EventFile {
  const reading = readOrFail(path);
  if ('file' in reading) return reading.file;
  printProblems(reading.problems, output);
  const count = reading.problems.length === 1 ? '1 problem' : `${reading.problems.length} problems`;
  throw new CommandFailure(
    `${path} has ${count}. Nothing was changed.`,
    `Correct the lines above; muster validate -f ${path} shows them without a database.`,
  );
}

export function printProblems(problems: readonly Problem[], output: CommandOutput): void {
  for (const problem of problems) output.say(describe(problem, output));
}

/** In the style of compilers: the position, the message, the line, and a mark under the column. */
function describe({ file, line, column, message, source }: Problem, output: CommandOutput): string {
  const number = String(line).padStart(5);
  const mark = ' '.repeat(Math.max(0, Math.min(column, source.length + 1) - 1));
  return [
    `${output.styled('bold', `${file}:${line}:${column}:`)} ${message}`,
    output.styled('dim', `${number} | `) + source,
    output.styled('dim', '      | ') + mark + output.styled('red', '^'),
    '',
  ].join('\n');
}
