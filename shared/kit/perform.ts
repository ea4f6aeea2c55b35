/**
 * Performs one request of an action: in a transaction if it is a write, then with status, events and stream of the
 * answer.
 */
import type { Service } from 'moleculer';
import type { BusEvent } from '../contract/bus-events.ts';
import type { Attachment } from '../contract/schema.ts';
import type { Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import type { Request } from './context.ts';
import { Failure } from '../base/failure.ts';
import { handle, type Task } from './handle.ts';
import type { House } from './housekeeping.ts';
import { refusalFor } from './translate.ts';
import { runWrite } from './unit-of-work.ts';
import { actorOf, personOf } from '../base/viewer.ts';

/** What a service has opened when requests arrive. */
export interface Room {
  readonly em: Db | undefined;
  readonly house: House | undefined;
  readonly tell: (events: readonly BusEvent[]) => void;
  readonly logger: Service['logger'] | undefined;
}

/**
 * Performs a request and returns its answer. Sets `$statusCode`, `$replayed` and `$file` in the request's meta.
 * @throws {Failure} `TIMEOUT` when the deadline has passed already; otherwise whatever the action refuses with.
 */
export async function perform(request: Request, task: Task, room: Room): Promise<unknown> {
  const { deadline = Infinity } = request.headers;
  if (Date.now() > deadline) throw new Failure('TIMEOUT');
  const { em, house } = room;
  const { answer, status, isUntidy } = await (task.contract.unit === 'write' && em
    ? write(request, task, em, room)
    : keepItself(request, task, room));
  request.meta.$statusCode = status;
  if (isUntidy) house?.tidy();
  return task.isFile ? send(request, answer as Attachment) : answer;
}

/**
 * Handles a request without a transaction of the kit. Events are sent even when the handler refuses, because it may
 * have committed something before.
 */
async function keepItself(request: Request, task: Task, room: Room) {
  const { em, tell } = room;
  const events: BusEvent[] = [];
  try {
    const done = await handle(request, task, events, em && (() => em.fork()));
    void done.rest
      ?.catch((error: unknown) => noteFailure(error, request, task, room))
      .then(() => tell(events.splice(0)));
    return done;
  } finally {
    tell(events.splice(0));
  }
}

/** Of what went on after the answer: nobody is there any more whom it could be thrown at. */
function noteFailure(error: unknown, { requestID }: Request, { action }: Task, { logger }: Room): void {
  if (logger) refusalFor(error, { what: action, request_id: requestID }, logger);
}

async function write(request: Request, task: Task, em: Db, { tell }: Room) {
  const { action } = task;
  const { viewer } = request.meta;
  const { write_key = '' } = request.headers;
  const { key_id = null, session_id = null } = viewer ?? {};
  const who = { user_id: viewer ? personOf(viewer) : null, key_id, session_id, request_id: request.requestID };
  let [isUntidy, events] = [false, [] as BusEvent[]];
  const done = await runWrite(em, {
    key: viewer && write_key ? { scope: actorOf(viewer), action, key: write_key } : undefined,
    isSecret: task.isSecret,
    who,
    input: inputOf(request),
    run: async (db) => {
      events = [];
      const { resource, ...rest } = await handle(request, task, events, () => db);
      isUntidy = rest.isUntidy;
      const organization_id = resource?.organization_id ?? viewer?.organization_id ?? null;
      const { super_event_id = null, event_id = null } = resource ?? {};
      events.push(...factsIn(rest.changes, organization_id));
      return {
        ...rest,
        author: { organization_id, super_event_id, event_id, ...who, action },
      };
    },
  });
  tell(events);
  if (done.replayed) request.meta.$replayed = true;
  return { ...done, isUntidy };
}

/** Where there are facts to be read. */
const factsIn = (changes: readonly Change[], organization_id: string | null): BusEvent[] =>
  [
    ...new Set(changes.flatMap(({ fact, ids }) => (fact ? [organization_id ?? (ids.organization_id as string)] : []))),
  ].map((id) => ['facts', { organization_id: id }]);

/**
 * Returns the input to compare repeats by. Files are compared by content, because a repeated request stores them
 * again under other ids.
 */
function inputOf({ params, headers }: Request): Record<string, unknown> {
  if (!headers.files) return params;
  const files = headers.files.map(({ field_id, filename, size, sha256 }) => ({ field_id, filename, size, sha256 }));
  return { ...params, files: files.sort((a, b) => (a.field_id < b.field_id ? -1 : 1)) };
}

/** Returns the content as a stream, which the bus transports as such; its description goes into the meta. */
function send(request: Request, { content, ...head }: Attachment) {
  request.meta.$file = head;
  return content;
}
