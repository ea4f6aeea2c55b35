/**
 * Calls an action until it answers or the request's deadline passes. This is the only place that retries a call.
 *
 * A retried write happens once: every try carries the same write key. A try that was lost with its process or on the
 * bus times out and is made again, at most twice; an action nobody offers at the moment is waited for.
 */
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context, ServiceBroker } from 'moleculer';
import { Failure, isFailure } from '../../shared/broker/failure.ts';
import type { Bus } from '../../shared/broker/bus.ts';
import { failureOf, isUnanswered } from '../../shared/broker/translate.ts';
import type { Meta } from '../../shared/broker/viewer.ts';
import { headersOf, perTry, type Errand, type Reply } from './errand.ts';
import { gatherer } from './gather.ts';

/** Milliseconds from arrival to the last try. */
const patience = 8_000;
/** For one try that takes longer than most: for a turn, or for a lock where a first try is at work. */
const perSlowTry = 2_500;
const timeoutsAtMost = 2;

export async function forward(broker: ServiceBroker, bus: Bus, errand: Errand): Promise<Reply> {
  const deadline = Date.now() + (errand.endpoint.deadline ?? patience) - (errand.waited ?? 0);
  const shared = errand.endpoint.gathered && gatherer(broker, bus, errand.action);
  const first = errand.endpoint.takesTurns ? perSlowTry : perTry;
  for (let attempt = 1, timeouts = 0, longest = first; ; attempt++) {
    await bus.connected(deadline);
    try {
      return await (shared ? shared(errand, deadline) : once(broker, bus, errand, { deadline, longest }));
    } catch (error) {
      const { type } = error as { type?: string };
      if (type === 'REQUEST_TIMEOUT') timeouts++;
      if (type === 'IDEMPOTENCY_IN_PROGRESS') longest = perSlowTry;
      const left = deadline - Date.now();
      if (timeouts > timeoutsAtMost || left <= 0 || !isWorthRetrying(type, errand, attempt)) {
        throw isOwnFirstTry(type, errand, attempt) ? new Failure('TIMEOUT') : (failureOf(error) ?? error);
      }
      await pause(Math.min(left, backOff(attempt)));
    }
  }
}

async function once(
  broker: ServiceBroker,
  bus: Bus,
  errand: Errand,
  { deadline, longest }: { readonly deadline: number; readonly longest: number },
): Promise<Reply> {
  const left = Math.max(1, deadline - Date.now());
  const call = broker.call<unknown, Record<string, unknown>>(errand.action, errand.params, {
    ...(errand.requestId && { requestID: errand.requestId }),
    caller: 'gateway',
    meta: { viewer: errand.viewer },
    headers: headersOf(errand, deadline),
    timeout: bus.isUsed ? Math.min(left, longest) : left,
  });
  const data = await bus.hear(call);
  // Whatever else a service wrote into its meta stays behind here.
  const answered = (call as { ctx?: Context }).ctx;
  // The transit would keep a stream that its sender never ends for good.
  if (data instanceof Readable) data.once('close', () => answered && broker.transit?.removePendingRequest(answered.id));
  const { $statusCode = 200, $replayed = false, $file } = (answered?.meta ?? {}) as Meta;
  return {
    data,
    status: $statusCode,
    replayed: $replayed,
    node: answered?.nodeID ?? undefined,
    ...($file && { file: $file }),
  };
}

const isWorthRetrying = (type: string | undefined, errand: Errand, attempt: number) =>
  isUnanswered({ type }) || isOwnFirstTry(type, errand, attempt);

/** A key the client chose may be in use by another request of theirs; one of ours, or a retry, only by ourselves. */
const isOwnFirstTry = (type: string | undefined, { clientChoseKey }: Errand, attempt: number) =>
  isFailure({ type }, 'IDEMPOTENCY_IN_PROGRESS') && (!clientChoseKey || attempt > 1);

/** 50, 100, 200, then 400 milliseconds, each up to a half longer so that waiting requests do not come back as one. */
const backOff = (attempt: number) => Math.min(400, 25 * 2 ** attempt) * (1 + Math.random() / 2);
