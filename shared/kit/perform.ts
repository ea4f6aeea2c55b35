/**
 * Performs one request of an action: in a transaction if it is a write, then with status, events and stream of the
 * answer.
 */
import type { Service } from 'moleculer';
import type { BusEvent } from '../contract/bus-events.ts';
import { archive } from '../contract/concerns.ts';
import type { Attachment } from '../contract/schema.ts';
import type { Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import type { ActionRequest, RawContext } from './context.ts';
import { Failure } from '../base/failure.ts';
import { handle, type PreparedAction } from './handle.ts';
import type { Cleanup } from './cleanup.ts';
import { refusalFor, validationFailure } from './translate.ts';
import { accessQuery, type ResourceAccess } from './access.ts';
import { runWrite } from './unit-of-work.ts';
import { actorOf, personOf, type Headers, type Meta, type Viewer } from '../base/viewer.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { GatheredOutcome, GatheredRequest } from '../contract/gathered.ts';
import { checkOfFields, type Check } from '../contract/validator.ts';
import type { Metrics } from '../process/metrics.ts';
import { outcomesOf, type NoteOutcome } from './count-actions.ts';
import { attributesOf, noteFailure, SpanKind, tracing, type Span } from '../base/tracing.ts';

/** The open resources of a service. */
export interface ServiceResources {
  readonly em: Db | undefined;
  readonly cleanup: Cleanup | undefined;
  readonly tell: (events: readonly BusEvent[]) => void;
  readonly logger: Service['logger'] | undefined;
}

/**
 * Performs a request and returns its answer. Sets `$statusCode`, `$replayed`, `$file` and `$organization_id` in the request's
 * meta.
 * @throws {Failure} `TIMEOUT` when the deadline has passed already; otherwise the refusal of the action.
 */
export async function perform(
  request: ActionRequest,
  task: PreparedAction,
  resources: ServiceResources,
): Promise<unknown> {
  const { deadline = Infinity } = request.headers;
  if (Date.now() > deadline) throw new Failure('TIMEOUT');
  const { em, cleanup } = resources;
  const { answer, status, needsCleanup } = await (task.contract.unit === 'write' && em
    ? write(request, task, em, resources)
    : keepItself(request, task, resources));
  request.meta.$statusCode = status;
  if (needsCleanup) cleanup?.runNow();
  return task.isFile ? send(request, answer as Attachment) : answer;
}

/**
 * Handles a request without a transaction of the kit. Events are sent even when the handler refuses, because it may
 * have committed something before.
 */
async function keepItself(request: ActionRequest, task: PreparedAction, resources: ServiceResources) {
  const { em, tell } = resources;
  const events: BusEvent[] = [];
  try {
    const done = await handle(request, task, events, em && (() => em.fork()));
    if (done.resource && (task.isFile || archive.of(task.contract)))
      request.meta.$organization_id = done.resource.organization_id;
    void done.rest
      ?.catch((error: unknown) => logFailure(error, request, task, resources))
      .then(() => tell(events.splice(0)));
    return done;
  } finally {
    tell(events.splice(0));
  }
}

/** Logs a failure of work after the answer, which has no caller any more. */
function logFailure(
  error: unknown,
  { requestID }: ActionRequest,
  { action }: PreparedAction,
  { logger }: ServiceResources,
): void {
  if (logger) refusalFor(error, { what: action, request_id: requestID }, logger);
}

async function write(request: ActionRequest, task: PreparedAction, em: Db, { tell }: ServiceResources) {
  const { action, contract } = task;
  const { access } = contract;
  const { viewer } = request.meta;
  const { write_key = '' } = request.headers;
  const { key_id = null, session_id = null } = viewer ?? {};
  const who = { user_id: viewer ? personOf(viewer) : null, key_id, session_id, request_id: request.requestID };
  let [needsCleanup, events] = [false, [] as BusEvent[]];
  const done = await runWrite(em, {
    key: viewer && write_key ? { scope: actorOf(viewer), action, key: write_key } : undefined,
    isSecret: task.isSecret,
    who,
    input: inputOf(request),
    read: viewer && typeof access === 'object' ? accessQuery(viewer, access, request.params) : undefined,
    run: async (db, found) => {
      events = [];
      const { resource, ...rest } = await handle(request, task, events, () => db, found as ResourceAccess[]);
      needsCleanup = rest.needsCleanup;
      const organization_id = resource?.organization_id ?? viewer?.organization_id ?? null;
      const { super_event_id = null, event_id = null } = resource ?? {};
      events.push(...factsIn(rest.changes, organization_id));
      return {
        ...rest,
        author: { organization_id, super_event_id, event_id, ...who, action },
      };
    },
  });
  if (done.replayed) request.meta.$replayed = true;
  else tell(events);
  return { ...done, needsCleanup };
}

/** Returns a `facts` event for each organization with new facts. */
const factsIn = (changes: readonly Change[], organization_id: string | null): BusEvent[] =>
  [
    ...new Set(changes.flatMap(({ fact, ids }) => (fact ? [organization_id ?? (ids.organization_id as string)] : []))),
  ].map((id) => ['facts', { organization_id: id }]);

/**
 * Returns the input to compare repeats by. Files are compared by content, because a repeated request stores them
 * again under other ids.
 */
function inputOf({ params, headers }: ActionRequest): Record<string, unknown> {
  if (!headers.files) return params;
  const files = headers.files.map(({ field_id, filename, size, sha256 }) => ({ field_id, filename, size, sha256 }));
  return { ...params, files: files.sort((a, b) => (a.field_id < b.field_id ? -1 : 1)) };
}

/** Returns the content as a stream, which the bus transports as such; its description goes into the meta. */
function send(request: ActionRequest, { content, ...head }: Attachment) {
  request.meta.$file = head;
  return content;
}

// Runs the requests that share one call. Each keeps its own viewer, write key, deadline and outcome.

type Arriving = GatheredRequest<Viewer, Headers>;

/**
 * Returns the handler of the gathered variant of an action. It answers one outcome per request, in their order, and
 * never rejects because of one of them.
 */
export function performGathered(task: PreparedAction, room: () => ServiceResources, metrics: Metrics) {
  const { action } = task;
  const [sizes, note] = [metrics.histogram('muster_gathered_batch_size'), outcomesOf(metrics, action)];
  const check = checkOfFields(task.contract.params, 'drop');
  return function (this: Service, raw: RawContext): Promise<GatheredOutcome[]> {
    const means = { task, check, note, room: room(), logger: this.logger };
    const tracer = tracing();
    const attempt = tracer
      ? (one: Arriving) => tracer.within(action, spanOf(task, one), (span) => outcomeOf(raw, one, means, span))
      : (one: Arriving) => outcomeOf(raw, one, means);
    const requests = raw.params.requests as Arriving[];
    sizes.observe({ action }, requests.length);
    return Promise.all(requests.map(attempt));
  };
}

interface Means {
  readonly task: PreparedAction;
  readonly check: Check;
  readonly note: NoteOutcome;
  readonly room: ServiceResources;
  readonly logger: Service['logger'];
}

/** Each request has a span in its own trace; a link leads to the call that they share. */
const spanOf = ({ action }: PreparedAction, { headers: from }: Arriving) => ({
  kind: SpanKind.SERVER,
  attributes: attributesOf(action),
  from,
});

async function outcomeOf(
  raw: RawContext,
  { params, viewer, headers, request_id }: Arriving,
  { task, check, note, room, logger }: Means,
  span?: Span,
): Promise<GatheredOutcome> {
  const begun = performance.now();
  const meta: Meta = viewer ? { viewer } : {};
  const request: ActionRequest = { params, headers, meta, requestID: request_id, call: raw.call.bind(raw) };
  try {
    const problems = check(params);
    if (problems !== true) throw validationFailure(problems, task.contract);
    const data = await perform(request, task, room);
    note('ok', begun);
    const { $statusCode: status = 200, $replayed, $next: next } = meta;
    return { data, status, ...($replayed && { replayed: true }), ...(next !== undefined && { next }) };
  } catch (error) {
    const refusal = refusalFor(error, { what: task.action, request_id }, logger);
    if (span) noteFailure(span, refusal);
    note(refusal.type, begun);
    return { code: refusal.type as ErrorCode, extras: refusal.data as unknown };
  }
}
