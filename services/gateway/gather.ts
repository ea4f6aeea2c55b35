/**
 * Requests of one action that arrive together share calls: while one is under way, further requests wait, and the next
 * call takes them all. One message, one context and one encoding then serve up to 64 of them. Each keeps its own viewer,
 * write key, deadline and outcome.
 */
import type { ServiceBroker } from 'moleculer';
import type { Bus } from '../../shared/broker/bus.ts';
import { Coalescer, type Limits } from '../../shared/broker/coalesce.ts';
import { Failure } from '../../shared/broker/failure.ts';
import type { Headers, Viewer } from '../../shared/broker/viewer.ts';
import {
  gatheredAtMost,
  gatheredName,
  type GatheredOutcome,
  type GatheredRequest,
} from '../../shared/contract/gathered.ts';
import { headersOf, perTry, type Errand, type Reply } from './errand.ts';

type Departing = GatheredRequest<Viewer, Headers>;
type Send = (errand: Errand, deadline: number) => Promise<Reply>;

/**
 * Large calls cost the least for each; two at a time, so that one is filled while the other is with the database. One that
 * is not back after a tenth of a second may be lost with its process: the others do not wait for it. A message over NATS
 * has a megabyte at most.
 */
const limits: Limits<Departing> = {
  most: gatheredAtMost,
  inFlight: 2,
  late: { after: 100, most: 7 },
  size: ({ params }) => bytesAtMost(params),
  room: 500_000,
};

/** As JSON. A character takes six bytes at most: the longest there are, as escapes. */
function bytesAtMost(params: Record<string, unknown>): number {
  let characters = 0;
  for (const value of Object.values(params)) {
    characters += typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
  }
  return 6 * characters;
}

const gatherers = new WeakMap<ServiceBroker, Map<string, Send>>();

/** Undefined where no process takes requests of this action together: one of the former release, while it is replaced. */
export function gatherer(broker: ServiceBroker, bus: Bus, action: string): Send | undefined {
  const name = gatheredName(action);
  if (!broker.registry.actions.isAvailable(name)) return undefined;
  const known = gatherers.get(broker) ?? new Map<string, Send>();
  gatherers.set(broker, known);
  const send = known.get(action) ?? senderTo(broker, bus, name);
  known.set(action, send);
  return send;
}

function senderTo(broker: ServiceBroker, bus: Bus, name: string): Send {
  const coalescer = new Coalescer<Departing, Reply>(async (requests) => {
    const timeout = bus.isUsed ? perTry : Math.max(...requests.map(left));
    const call = broker.call<GatheredOutcome[], object>(name, { requests }, { timeout });
    const outcomes = await bus.hear(call);
    return outcomes.map(settled);
  }, limits);
  return (errand, deadline) => {
    const { params, viewer, requestId: request_id = null } = errand;
    const request = { params, viewer, headers: headersOf(errand, deadline), request_id };
    return within(left(request), coalescer.submit(request));
  };
}

const left = ({ headers }: Departing) => Math.max(1, (headers.deadline ?? 0) - Date.now());

function settled(outcome: GatheredOutcome): PromiseSettledResult<Reply> {
  if ('code' in outcome) {
    const reason = new Failure(outcome.code, outcome.extras as Record<string, unknown> | undefined);
    return { status: 'rejected', reason };
  }
  const { data, status, replayed = false } = outcome;
  return { status: 'fulfilled', value: { data, status, replayed, node: undefined } };
}

/** A request does not wait for its neighbours longer than its own deadline allows. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Failure('TIMEOUT')), milliseconds);
    answer.then(
      (reply) => {
        clearTimeout(timer);
        resolve(reply);
      },
      (reason: Error) => {
        clearTimeout(timer);
        reject(reason);
      },
    );
  });
}
