/**
 * Lets concurrent requests of one action share calls: while calls are under way, further requests wait, and the next
 * call takes them all. One message, one context and one encoding then serve up to 64 requests. Each keeps its own
 * viewer, write key, deadline and outcome.
 */
import type { ServiceBroker } from 'moleculer';
import {
  retryAfter,
  sharedCallBytes,
  sharedCallGivenUpAfterTimes,
  sharedCallLateAfterMs,
  sharedCallsAtOnce,
  sharedCallsLate,
} from './limits.ts';
import type { Bus } from '../../shared/bus/bus.ts';
import type { Refusal } from '../../shared/contract/errors.ts';
import type { QueueDepth } from '../../shared/base/queue-depth.ts';
import { Coalescer, type BatchLimits } from '../../shared/kit/coalesce.ts';
import { Failure } from '../../shared/base/failure.ts';
import { tracing } from '../../shared/base/tracing.ts';
import type { Headers, Viewer } from '../../shared/base/viewer.ts';
import {
  gatheredAtMost,
  gatheredName,
  type GatheredOutcome,
  type GatheredRequest,
} from '../../shared/contract/gathered.ts';
import { headersOf, type ActionCall, type Reply } from './call.ts';

// Measures the usual time of an action, which decides when another attempt is sent.

/** The usual duration of one action. */
export class ActionDuration {
  #meanMs: number | undefined;

  /** Records how long an answer took. */
  answered(tookMs: number): void {
    this.#meanMs = this.#meanMs === undefined ? tookMs : this.#meanMs + (tookMs - this.#meanMs) / 16;
  }

  /**
   * Returns the milliseconds to wait for an answer before the next attempt: the most before anything was measured; more
   * after the first attempts.
   */
  waitMs(attempt: number): number {
    const { minMs, maxMs, timesMean } = retryAfter;
    const usualMs = this.#meanMs === undefined ? maxMs : timesMean * this.#meanMs;
    const firstMs = Math.min(maxMs, Math.max(minMs, usualMs));
    return Math.min(maxMs, firstMs * 1.5 ** Math.max(0, attempt - 4));
  }
}

const paces = new Map<string, ActionDuration>();

/** Returns the pace of an action in this process. */
export function paceOf(action: string): ActionDuration {
  const known = paces.get(action);
  if (known) return known;
  const pace = new ActionDuration();
  paces.set(action, pace);
  return pace;
}

type Sent = GatheredRequest<Viewer, Headers>;

type Send = (call: ActionCall, deadline: number) => Promise<Reply>;
interface Gatherer {
  readonly send: Send;
  readonly waiting: () => QueueDepth;
}

/** Large calls cost the least per request. */
const limits: BatchLimits<Sent> = {
  itemsAtMost: gatheredAtMost,
  batchesAtOnce: sharedCallsAtOnce,
  late: { afterMs: sharedCallLateAfterMs, atMost: sharedCallsLate },
  size: ({ params }) => bytesAtMost(params),
  sizeAtMost: sharedCallBytes,
};

/** The maximum size as JSON: a character takes at most six bytes, as an escape. */
function bytesAtMost(params: Record<string, unknown>): number {
  let characters = 0;
  for (const value of Object.values(params)) {
    characters += typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
  }
  return 6 * characters;
}

const gatherers = new WeakMap<ServiceBroker, Map<string, Gatherer>>();

/**
 * Returns the function that sends a request in a shared call; undefined while only processes of an older release run,
 * which do not accept shared calls.
 */
export function gatherer(broker: ServiceBroker, bus: Bus, action: string): Send | undefined {
  const name = gatheredName(action);
  if (!broker.registry.actions.isAvailable(name)) return undefined;
  const known = gatherers.get(broker) ?? new Map<string, Gatherer>();
  gatherers.set(broker, known);
  const own = known.get(action) ?? gathererOf(broker, bus, name);
  known.set(action, own);
  return own.send;
}

/** Returns the requests that wait for a shared call, of all actions. */
export function gathering(broker: ServiceBroker): QueueDepth {
  const all = [...(gatherers.get(broker)?.values() ?? [])].map(({ waiting }) => waiting());
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    oldest: Math.max(0, ...all.map(({ oldest }) => oldest)),
  };
}

function gathererOf(broker: ServiceBroker, bus: Bus, name: string): Gatherer {
  const pace = paceOf(name);
  const coalescer = new Coalescer<Sent, Reply>(async (requests) => {
    const begun = performance.now();
    const timeout = bus.isUsed ? sharedCallGivenUpAfterTimes * pace.waitMs(1) : Math.max(...requests.map(left));
    const headers = { deadline: Date.now() + timeout };
    const call = broker.call<GatheredOutcome[], object>(name, { requests }, { timeout, headers });
    const outcomes = await bus.hear(call);
    pace.answered(performance.now() - begun);
    return outcomes.map(settled);
  }, limits);
  const send: Send = (call, deadline) => {
    const { params, viewer, requestId: request_id = null } = call;
    const headers = headersOf(call, deadline);
    const tracer = tracing();
    return coalescer.submit({
      params,
      viewer,
      headers: tracer ? { ...headers, ...tracer.headers() } : headers,
      request_id,
    });
  };
  return { send, waiting: () => coalescer.waiting };
}

const left = ({ headers }: Sent) => Math.max(1, (headers.deadline ?? 0) - Date.now());

function settled(outcome: GatheredOutcome): PromiseSettledResult<Reply> {
  if ('code' in outcome) {
    const reason = new Failure(...([outcome.code, outcome.extras] as Refusal));
    return { status: 'rejected', reason };
  }
  const { data, status, replayed = false, next } = outcome;
  return { status: 'fulfilled', value: { data, status, replayed, next, node: undefined } };
}
