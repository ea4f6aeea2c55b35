/** Reads the event file of a request in a process of its own, so that no file can block other requests. */
import type { EventFile, Problem, Reading } from '../../event-file/read.ts';
import { maxEventFileBytes, usualEventFileBytes, eventFileBytesPerPerson } from '../../shared/contract/setup.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { Failure } from '../../shared/base/failure.ts';
import { OwnProcess } from '../../shared/kit/own-process.ts';
import { unpack } from '../../shared/base/packed.ts';
import { countParticipants } from './sending.sql.ts';

export type ReadingTasks = { readonly read: { readonly input: string; readonly output: Reading } };
type Sent = Pick<Ctx<{ readonly file: string }, 'VALIDATION_FAILED' | 'PAYLOAD_TOO_LARGE'>, 'params' | 'fail'> &
  Pick<Ctx, 'db' | 'resource'>;

const place = { line: 1, column: 1 };
const beyond = {
  time: 'The file takes too long to read: split it, or write it with fewer entries.',
  memory: 'The file takes too much memory to read: split it, or write it with fewer entries.',
};

/** Those of one process. */
export const readings = new OwnProcess<ReadingTasks>(new URL('./worker.ts', import.meta.url), {
  // With the one that is read, all end within the deadline of their requests.
  waitingAtMost: 2,
  longestMs: 20_000,
  heapMb: 256,
  beyond: (limit) =>
    new Failure('VALIDATION_FAILED', { errors: [{ field: 'file', code: limit, message: beyond[limit], ...place }] }),
});

/**
 * Nobody's password is set by it.
 * @throws {Failure} `VALIDATION_FAILED` with every problem and its place, `PAYLOAD_TOO_LARGE`, `OVERLOADED`.
 */
export async function readSent(ctx: Sent): Promise<EventFile> {
  const text = await unpack(ctx.params.file, maxEventFileBytes);
  const size = Buffer.byteLength(text);
  if (size > usualEventFileBytes && size > (await largestOf(ctx))) return ctx.fail('PAYLOAD_TOO_LARGE');
  const reading = await readings.run('read', text);
  if ('problems' in reading) return ctx.fail('VALIDATION_FAILED', { errors: reading.problems.map(placed) });
  const users = reading.file.users.map((user) => ({ ...user, password: undefined }));
  return { ...reading.file, users };
}

/** An organization whose hackathons are large has large files. */
const largestOf = async ({ db, resource }: Sent) =>
  usualEventFileBytes + eventFileBytesPerPerson * (await countParticipants(db, resource.id));

const placed = ({ path, code, message, line, column }: Problem) => ({
  field: path || 'file',
  code,
  message,
  line,
  column,
});
