/** Reads the event file of a request in a process of its own, so that no file can block other requests. */
import type { EventFile, Problem, Reading } from '../../event-file/read.ts';
import { maxEventFileBytes, usualEventFileBytes, eventFileBytesPerPerson } from '../../shared/contract/setup.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import { Failure } from '../../shared/base/failure.ts';
import { OwnProcess } from '../../shared/kit/own-process.ts';
import type { Semaphore } from '../../shared/kit/semaphore.ts';
import { unpack } from '../../shared/base/packed.ts';
import { countParticipants } from './sending.sql.ts';

export type ReadingTasks = {
  readonly read: { readonly input: { readonly text: string; readonly atMost: number }; readonly output: Reading };
};
interface SentFile {
  readonly file: EventFile;
  /** The name of its place: large ones of all organizations have one together, because they take much memory. */
  readonly place: string;
}
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
  // With less the largest file takes much longer.
  heapMb: 224,
  beyond: (limit) =>
    new Failure('VALIDATION_FAILED', { errors: [{ field: 'file', code: limit, message: beyond[limit], ...place }] }),
});

/**
 * Nobody's password is set by it.
 * @throws {Failure} `VALIDATION_FAILED` with every problem and its place, `PAYLOAD_TOO_LARGE`, `OVERLOADED`.
 */
export async function readSent(ctx: Sent, places: Semaphore): Promise<SentFile> {
  const text = await unpack(ctx.params.file, maxEventFileBytes);
  const atMost = await largestOf(ctx);
  if (Buffer.byteLength(text) > atMost) return ctx.fail('PAYLOAD_TOO_LARGE');
  const reading = await places.use(ctx.resource.id, () => readings.run('read', { text, atMost }));
  if ('problems' in reading) return ctx.fail('VALIDATION_FAILED', { errors: reading.problems.map(placed) });
  const users = reading.file.users.map((user) => ({ ...user, password: undefined }));
  const isLarge = reading.length > usualEventFileBytes;
  return { file: { ...reading.file, users }, place: isLarge ? 'a large file' : ctx.resource.id };
}

/** An organization whose hackathons are large has large files. */
async function largestOf({ db, resource }: Sent): Promise<number> {
  const more = eventFileBytesPerPerson * (await countParticipants(db, resource.id));
  return Math.min(usualEventFileBytes + more, maxEventFileBytes);
}

const placed = ({ path, code, message, line, column }: Problem) => ({
  field: path || 'file',
  code,
  message,
  line,
  column,
});
