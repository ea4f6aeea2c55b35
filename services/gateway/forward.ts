/**
 * Calls an action until it answers or the request's deadline passes. Only the gateway repeats calls over the bus; a
 * service repeats at most a transaction that the database aborted (`shared/kit/unit-of-work.ts`).
 *
 * An attempt may be lost with its process or on the bus, or hang in a suspended process. When an answer takes longer
 * than usual, a further attempt is sent and the first answer counts. A write still happens once, because all attempts
 * have the same write key. A process that gets a repeat of a running call does not start again.
 *
 * A missing service and a lost bus are waited for only as long as a restart may take (`waitsFor` and `isLost` of the
 * bus).
 */
import { Readable } from 'node:stream';
import type { Context, ServiceBroker } from 'moleculer';
import { Failure, isFailure } from '../../shared/base/failure.ts';
import { awayAtMostMs } from '../../shared/base/limits.ts';
import type { Bus } from '../../shared/bus/bus.ts';
import { abandonCall } from '../../shared/bus/lost-calls.ts';
import { failureOf, isUnanswered } from '../../shared/kit/translate.ts';
import type { Meta } from '../../shared/base/viewer.ts';
import { gatheredName } from '../../shared/contract/gathered.ts';
import { answererOf } from '../../shared/contract/services.ts';
import { ServiceUnreachable, headersOf, timeoutMsOf, type ActionCall, type Reply } from './call.ts';
import { gatherer, paceOf } from './gather.ts';
import { attemptNeeds, backOff, slowRetryAfterMs, unansweredAtMost } from './limits.ts';

/**
 * Calls an action, with retries until it answers.
 * @throws {Failure} What the action refuses with; `UNAVAILABLE` when nobody could be asked, by the deadline or much
 *   sooner (`Absent`), `TIMEOUT` when somebody may still be working on it.
 */
export function forward(broker: ServiceBroker, bus: Bus, call: ActionCall): Promise<Reply> {
  return new Promise((resolve, reject) => new CallAttempts({ broker, bus, resolve, reject }, call).begin());
}

interface CallContext {
  readonly broker: ServiceBroker;
  readonly bus: Bus;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
}
type Thrown = Error & { readonly type?: string; readonly data?: unknown };
/** One call over the broker, with Moleculer's context. */
type Attempt = Promise<unknown> & { readonly ctx?: Context };

/** Errors that mean that no process runs a service, by Moleculer's registry or by NATS. */
const absences = new Set(['SERVICE_NOT_FOUND', 'SERVICE_NOT_AVAILABLE']);

/** The attempts at one call, until the first answer. */
class CallAttempts {
  readonly #context: CallContext;
  readonly #call: ActionCall;
  readonly #deadline: number;
  /** Own running attempts. Calls shared with other requests end by themselves. */
  readonly #underWay = new Set<Attempt>();
  #attempts = 0;
  /** The number of unanswered attempts. */
  #open = 0;
  /** Moleculer's id of the first call, by which a process recognises repeats. */
  #first: string | undefined;
  #last: Thrown | undefined;
  /** Less time until the deadline is not worth another attempt: it would still be under way then, its outcome unknown. */
  #needsMs: number = attemptNeeds.leastMs;
  /** Since when nobody, or no bus, has been there to ask. */
  #awaySince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(context: CallContext, call: ActionCall) {
    this.#context = context;
    this.#call = call;
    this.#deadline = Date.now() + timeoutMsOf(call.endpoint) - (call.waited ?? 0);
  }

  begin(): void {
    const { bus } = this.#context;
    if (bus.isSettled) return this.#try();
    this.#call.stepAside?.();
    this.#awaySince ??= Date.now();
    void bus
      .connected(Math.min(this.#deadline, this.#awaySince + awayAtMostMs))
      .then(() => (bus.isConnected ? this.#try() : this.#refuse(new ServiceUnreachable())));
  }

  #try(): void {
    if (this.#isOver) return;
    if (Date.now() >= this.#deadline) return this.#giveUp();
    // A process that works on an attempt would have refused the repeat.
    if (this.#open >= unansweredAtMost) this.#call.stepAside?.();
    const begun = performance.now();
    this.#attempts++;
    this.#open++;
    this.#ask().then(
      (reply) => this.#answer(reply, performance.now() - begun),
      (error: Thrown) => this.#fail(error, performance.now() - begun),
    );
    this.#again(this.#waitMs());
  }

  #ask(): Promise<Reply> {
    const { broker, bus } = this.#context;
    const { endpoint, action } = this.#call;
    const shared = endpoint.gathered && gatherer(broker, bus, action);
    return shared ? shared(this.#call, this.#deadline) : this.#askAlone();
  }

  async #askAlone(): Promise<Reply> {
    const { broker, bus } = this.#context;
    const { action, endpoint, params, requestId, viewer } = this.#call;
    const attempt: Attempt = broker.call<unknown, Record<string, unknown>>(action, params, {
      ...(requestId && { requestID: requestId }),
      caller: 'gateway',
      meta: { viewer },
      headers: headersOf(this.#call, this.#deadline, this.#first),
      timeout: Math.max(1, this.#deadline - Date.now()),
    });
    this.#first ??= attempt.ctx?.id;
    this.#underWay.add(attempt);
    try {
      return replyOf(await bus.hear(attempt), attempt, { broker, endpoint });
    } finally {
      this.#underWay.delete(attempt);
    }
  }

  /** Returns the milliseconds to wait for an answer. Without a bus nothing gets lost, so only refusals are repeated. */
  #waitMs(): number {
    const { endpoint, action } = this.#call;
    if (!this.#context.bus.isUsed) return Infinity;
    if (endpoint.takesTurns || endpoint.answer === 'file' || endpoint.whole) return slowRetryAfterMs;
    return paceOf(endpoint.gathered ? gatheredName(action) : action).waitMs(this.#attempts);
  }

  /** Schedules the next attempt, at the latest at the deadline. */
  #again(waitMs: number): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.begin(), Math.max(0, Math.min(waitMs, this.#deadline - Date.now())));
  }

  #answer(reply: Reply, tookMs: number): void {
    this.#open--;
    if (this.#isOver) return;
    // Shared calls measure their own time, without the time a request waited to join.
    if (!this.#call.endpoint.gathered) paceOf(this.#call.action).answered(tookMs);
    this.#end();
    this.#context.resolve(reply);
  }

  #fail(error: Thrown, tookMs: number): void {
    this.#open--;
    if (this.#isOver) return;
    if (!this.#isWorthAnotherTry(error)) return this.#refuse(failureOf(error) ?? error);
    this.#last = error;
    // Only a refusal by a process counts; a lost call says nothing about the next attempt.
    if (isFailure(error)) {
      const needsMs = Math.min(attemptNeeds.mostMs, attemptNeeds.timesSlowest * tookMs);
      this.#needsMs = Math.max(this.#needsMs, needsMs);
    }
    if (this.#isAway(error.type)) this.#call.stepAside?.();
    // Another attempt is being worked on and will answer.
    if (this.#open > 0 && this.#isOwnFirstTry(error.type)) return;
    const leftMs = this.#deadline - Date.now() - this.#needsMs;
    // A running attempt may still be answered, even if further ones find no process.
    const waitsForMs = this.#open > 0 ? Infinity : this.#waitsForMs(error);
    if (waitsForMs <= 0) this.#refuse(new ServiceUnreachable());
    else if (this.#open === 0 && leftMs <= 0) this.#giveUp();
    else this.#again(Math.min(backOffMs(this.#attempts), leftMs > 0 ? leftMs : Infinity, waitsForMs));
  }

  /**
   * Returns the milliseconds for which it is worth asking again after an error: few where nobody runs the service, or one
   * that it called itself.
   */
  #waitsForMs({ type = '', data }: Thrown): number {
    const isAbsent = absences.has(type);
    if (type !== 'BUS_LOST' && !isAbsent) this.#awaySince = undefined;
    if (!isAbsent) return Infinity;
    const { action = this.#call.action } = (data ?? {}) as { readonly action?: string };
    return this.#context.bus.waitsFor(answererOf(action), (this.#awaySince ??= Date.now()));
  }

  /** Tells whether another process may succeed where this one has no capacity. */
  #isWorthAnotherTry({ type }: Thrown): boolean {
    const isCrowded = isFailure({ type }, 'OVERLOADED') || type === 'QUEUE_FULL';
    return this.#isAway(type) || this.#isOwnFirstTry(type) || (isCrowded && this.#open > 0);
  }

  /**
   * Tells whether nobody answered, or something needed for an answer is away for the moment: a database or service
   * that restarts. Errors of the file store are not repeated here, because its client has already repeated the
   * operation.
   */
  #isAway(type = ''): boolean {
    return isUnanswered({ type }) || (isFailure({ type }, 'UNAVAILABLE') && this.#call.endpoint.answer !== 'file');
  }

  /** Tells whether a write key is in use by this request itself: one of ours always, the client's only on a repeat. */
  #isOwnFirstTry(type: string | undefined): boolean {
    return isFailure({ type }, 'IDEMPOTENCY_IN_PROGRESS') && (!this.#call.clientChoseKey || this.#attempts > 1);
  }

  /**
   * Reports UNAVAILABLE when nobody could be asked or nobody answers any more, TIMEOUT when somebody may still be
   * working.
   */
  #giveUp(): void {
    const { bus } = this.#context;
    // A read changes nothing, even if a process is still working on it.
    const isRead = this.#call.endpoint.unit === 'read';
    const isLost = isRead && (this.#open >= unansweredAtMost || this.#isAway(this.#last?.type));
    const isAtWork = this.#open > 0 || this.#isOwnFirstTry(this.#last?.type);
    if (!bus.isConnected || this.#attempts === 0 || isLost) this.#refuse(new Failure('UNAVAILABLE'));
    else this.#refuse((!isAtWork && failureOf(this.#last)) || new Failure('TIMEOUT'));
  }

  #refuse(reason: unknown): void {
    this.#end();
    this.#context.reject(reason);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    for (const { ctx } of this.#underWay) abandonCall(this.#context.broker, ctx);
  }
}

interface Asked {
  readonly broker: ServiceBroker;
  readonly endpoint: ActionCall['endpoint'];
}

function replyOf(data: unknown, { ctx }: Attempt, { broker, endpoint }: Asked): Reply {
  // The transit would keep an unfinished stream forever.
  if (data instanceof Readable) data.once('close', () => ctx && broker.transit?.removePendingRequest(ctx.id));
  // Only these members of the meta are read; anything else a service wrote is ignored.
  const { $statusCode = 200, $replayed = false, $file, $organization_id, $next, $location } = (ctx?.meta ?? {}) as Meta;
  return {
    data,
    status: $statusCode,
    replayed: $replayed,
    node: ctx?.nodeID ?? undefined,
    next: $next,
    // Only of an endpoint that promises to go on elsewhere.
    ...(endpoint.responses?.[202] && { location: $location }),
    ...($file && { file: $file }),
    ...($organization_id && { organization_id: $organization_id }),
  };
}

/** Returns the wait before the next attempt, with up to half of it at random so that waiting requests spread out. */
const backOffMs = (attempt: number) =>
  Math.min(backOff.mostMs, backOff.leastMs * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
