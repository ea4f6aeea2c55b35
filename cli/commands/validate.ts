import { readOrFail, printProblems } from '../open-event-file.ts';
import type { EventFile } from '../../event-file/read.ts';
import { exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

/** Checks an event file without a database. */
export function validate({ file }: { file: string }, output: CommandOutput): ExitCode {
  const reading = readOrFail(file);
  if ('file' in reading) {
    const contents = contentsOf(reading.file);
    const counted = Object.entries(contents).map(([what, count]) => `${count} ${what.replaceAll('_', ' ')}`);
    const verdict = output.styledAnswer('green', 'valid');
    output.answer({ valid: true, problems: [], contents }, `${file}: ${verdict} (${counted.join(', ')})`);
    return exitCodes.done;
  }
  const { problems } = reading;
  output.answer({ valid: false, problems }, '');
  printProblems(problems, output);
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  output.say(`${file}: ${count}. Correct the lines above, then run muster validate -f ${file} again.`);
  return exitCodes.failed;
}

const contentsOf = ({ organization, users, super_events, api_keys, webhooks }: EventFile) => ({
  members: organization.members.length,
  users: users.length,
  super_events: super_events.length,
  tracks: super_events.flatMap(({ tracks }) => tracks).length,
  participants: super_events.flatMap(({ participants }) => participants).length,
  teams: super_events.flatMap(({ teams }) => teams).length,
  api_keys: api_keys.length,
  webhooks: webhooks.length,
});
