/** Carries out requests that share a call: each for itself, with its own viewer, write key, deadline and outcome. */
import type { Service } from 'moleculer';
import type { ErrorCode } from '../contract/errors.ts';
import type { GatheredOutcome, GatheredRequest } from '../contract/gathered.ts';
import { compileFields, type Check } from '../contract/validator.ts';
import type { RawContext, Request } from './context.ts';
import type { Task } from './handle.ts';
import { perform, type Room } from './perform.ts';
import { refusalFor, validationFailure } from './translate.ts';
import type { Headers, Meta, Viewer } from './viewer.ts';

type Arriving = GatheredRequest<Viewer, Headers>;

/** The handler of the action that stands beside a gathered one. */
export function performGathered(task: Task, room: () => Room) {
  const check = compileFields(task.contract.params, 'drop');
  return function (this: Service, raw: RawContext): Promise<GatheredOutcome[]> {
    const means = { task, check, room: room(), logger: this.logger };
    return Promise.all((raw.params.requests as Arriving[]).map((one) => outcomeOf(raw, one, means)));
  };
}

interface Means {
  readonly task: Task;
  readonly check: Check;
  readonly room: Room;
  readonly logger: Service['logger'];
}

async function outcomeOf(
  raw: RawContext,
  { params, viewer, headers, request_id }: Arriving,
  { task, check, room, logger }: Means,
): Promise<GatheredOutcome> {
  const meta: Meta = viewer ? { viewer } : {};
  const request: Request = { params, headers, meta, requestID: request_id, call: raw.call.bind(raw) };
  try {
    const problems = check(params);
    if (problems !== true) throw validationFailure(problems, task.contract);
    const data = await perform(request, task, room);
    return { data, status: meta.$statusCode ?? 200, ...(meta.$replayed && { replayed: true }) };
  } catch (error) {
    const refusal = refusalFor(error, { what: task.action, request_id }, logger);
    return { code: refusal.type as ErrorCode, extras: refusal.data as unknown };
  }
}
