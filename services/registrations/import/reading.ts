/** Reads tables of people in a process of its own, so that no table can block other requests. */
import { Failure } from '../../../shared/base/failure.ts';
import { unpackBytes } from '../../../shared/base/packed.ts';
import { maxTableBytes } from '../../../shared/contract/imports.ts';
import type { ErrorsOf } from '../../../shared/contract/endpoint.ts';
import type { Definition } from '../../../shared/contract/index.ts';
import type { Ctx } from '../../../shared/kit/context.ts';
import { OwnProcess } from '../../../shared/kit/own-process.ts';
import { findSent } from './circumstances.sql.ts';
import type { Form, ReadLines } from './lines.ts';
import type { TableProblem } from './table.ts';

interface Given extends Form {
  readonly text: string;
  readonly type: 'csv' | 'json';
}
export type TableTasks = {
  readonly read: { readonly input: Given; readonly output: ReadLines | { problems: readonly TableProblem[] } };
};

const beyond = {
  time: 'table takes too long to read: split it.',
  memory: 'table takes too much memory to read: split it.',
};

/** Those of one process. */
const readings = new OwnProcess<TableTasks>(new URL('./worker.ts', import.meta.url), {
  waitingAtMost: 5,
  longestMs: 10_000,
  heapMb: 256,
  beyond: (limit) =>
    new Failure('VALIDATION_FAILED', { errors: [{ field: 'table', code: limit, message: beyond[limit] }] }),
});

type Sent = Pick<
  Ctx<{ readonly table: unknown }, ErrorsOf<Definition<'registrations.planImport'>>>,
  'params' | 'fail'
> &
  Pick<Ctx, 'db' | 'viewer' | 'resource'>;

/** @throws {Failure} `VALIDATION_FAILED` with the problems of the table as a whole, `UNAVAILABLE`, `OVERLOADED`. */
export async function readSent(ctx: Sent): Promise<ReadLines> {
  const { db, resource } = ctx;
  const [, type, sha256 = ''] = /^(csv|json):([0-9a-f]{64})$/.exec(String(ctx.params.table)) ?? [];
  const which = { user_id: ctx.viewer.user_id, sha256, super_event_id: resource.id };
  const { packed, ...form } = (await findSent(db, which)) ?? { packed: null, fields: [], tracks: [] };
  // This person sent so many tables at once that this one was dropped.
  if (!packed) throw new Failure('UNAVAILABLE');
  const text = await unpackBytes(packed, 2 * maxTableBytes);
  const read = await readings.run('read', { text, type: type === 'json' ? 'json' : 'csv', ...form });
  return 'lines' in read ? read : ctx.fail('VALIDATION_FAILED', { errors: [...read.problems] });
}
