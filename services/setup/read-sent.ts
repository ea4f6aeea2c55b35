/** The event file in a request. */
import { checkEventFile, type EventFile, type Problem } from '../../event-file/read.ts';
import { largestEventFile } from '../../shared/contract/setup.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { unpack } from '../../shared/kit/packed.ts';

const problemsAtMost = 100;

/**
 * Nothing of the environment of this process gets into the file, and nobody's password is set by it.
 * @throws {Failure} `VALIDATION_FAILED` with every problem and its place.
 */
export async function readSent({
  params,
  fail,
}: Pick<Ctx<{ readonly file: string }, 'VALIDATION_FAILED'>, 'params' | 'fail'>): Promise<EventFile> {
  const reading = checkEventFile('file', await unpack(params.file, largestEventFile), {});
  if ('problems' in reading) {
    return fail('VALIDATION_FAILED', { errors: reading.problems.slice(0, problemsAtMost).map(placed) });
  }
  const users = reading.file.users.map((user) => ({ ...user, password: undefined }));
  return { ...reading.file, users };
}

const placed = ({ path, code, message, line, column }: Problem) => ({
  field: path || 'file',
  code,
  message,
  line,
  column,
});
