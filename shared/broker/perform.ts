/** One request of an action: in a transaction or not, with what its answer says beside it. */
import type { Attachment } from '../contract/schema.ts';
import type { Db } from '../database/database.ts';
import type { Request } from './context.ts';
import { Failure } from './failure.ts';
import { handle, type Task } from './handle.ts';
import type { House } from './housekeeping.ts';
import { carryOut } from './unit-of-work.ts';
import { actorOf } from './viewer.ts';

/** What a service has opened by the time a request comes. */
export interface Room {
  readonly em: Db | undefined;
  readonly house: House | undefined;
}

export async function perform(request: Request, task: Task, { em, house }: Room): Promise<unknown> {
  const { deadline = Infinity, write_key = '' } = request.headers;
  if (Date.now() > deadline) throw new Failure('TIMEOUT');
  const { action } = task;
  const { viewer } = request.meta;

  if (task.contract.unit !== 'write' || !em) {
    const { answer, status, isUntidy } = await handle(request, task, em && (() => em.fork()));
    request.meta.$statusCode = status;
    if (isUntidy) house?.tidy();
    return task.contract.attachment ? send(request, answer as Attachment) : answer;
  }
  let isUntidy = false;
  const done = await carryOut(em, {
    key: viewer && write_key && !task.contract.secret ? { scope: actorOf(viewer), action, key: write_key } : undefined,
    input: inputOf(request),
    run: async (db) => {
      const { place, ...rest } = await handle(request, task, () => db);
      isUntidy = rest.isUntidy;
      const organization_id = place?.organization_id ?? viewer?.organization_id ?? null;
      const { user_id = null, key_id = null, session_id = null } = viewer ?? {};
      return {
        ...rest,
        author: { organization_id, user_id, key_id, session_id, action, request_id: request.requestID },
      };
    },
  });
  request.meta.$statusCode = done.status;
  if (done.replayed) request.meta.$replayed = true;
  if (isUntidy) house?.tidy();
  return done.answer;
}

/** Files are compared by what they hold: those of a repeated request were stored once more, under other ids. */
function inputOf({ params, headers }: Request): Record<string, unknown> {
  if (!headers.files) return params;
  const files = headers.files.map(({ field_id, filename, size, sha256 }) => ({ field_id, filename, size, sha256 }));
  return { ...params, files: files.sort((a, b) => (a.field_id < b.field_id ? -1 : 1)) };
}

/** The bus streams what is readable; what it is travels beside it. */
function send(request: Request, { content, ...head }: Attachment) {
  request.meta.$file = head;
  return content;
}
