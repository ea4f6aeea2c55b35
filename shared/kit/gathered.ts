/** Runs the requests that share one call. Each keeps its own viewer, write key, deadline and outcome. */
import type { Service } from 'moleculer';
import type { ErrorCode } from '../contract/errors.ts';
import type { GatheredOutcome, GatheredRequest } from '../contract/gathered.ts';
import { compileFields, type Check } from '../contract/validator.ts';
import type { Metrics } from '../process/metrics.ts';
import type { RawContext, Request } from './context.ts';
import { outcomesOf, type NoteOutcome } from './count-actions.ts';
import type { Task } from './handle.ts';
import { perform, type Room } from './perform.ts';
import { refusalFor, validationFailure } from './translate.ts';
import type { Headers, Meta, Viewer } from '../base/viewer.ts';
import { attributesOf, noteFailure, SpanKind, tracing, type Span } from '../base/tracing.ts';

type Arriving = GatheredRequest<Viewer, Headers>;

/**
 * Returns the handler of the gathered variant of an action. It answers one outcome per request, in their order, and
 * never rejects because of one of them.
 */
export function performGathered(task: Task, room: () => Room, metrics: Metrics) {
  const { action } = task;
  const [sizes, note] = [metrics.histogram('muster_gathered_batch_size'), outcomesOf(metrics, action)];
  const check = compileFields(task.contract.params, 'drop');
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
  readonly task: Task;
  readonly check: Check;
  readonly note: NoteOutcome;
  readonly room: Room;
  readonly logger: Service['logger'];
}

/** Each request has a span in its own trace; a link leads to the call that they share. */
const spanOf = ({ action }: Task, { headers: from }: Arriving) => ({
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
  const request: Request = { params, headers, meta, requestID: request_id, call: raw.call.bind(raw) };
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
