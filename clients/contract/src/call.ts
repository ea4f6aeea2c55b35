/** Calls actions of Muster, with the types of their contracts. */
import { randomUUID } from 'node:crypto';
import type { ServiceBroker } from 'moleculer';
import type { ActionAnswer, ActionName, ActionParams } from '../../../shared/contract/index.ts';
import type { Headers, Viewer } from '../../../shared/base/viewer.ts';

export interface CallOptions {
  /** Milliseconds until the answer must be there. A service that begins the call later refuses it: TIMEOUT. */
  readonly timeout?: number;
  /** Makes a write that is repeated under it happen once; each call has one of its own otherwise. */
  readonly writeKey?: string;
  /** The id of the request in the logs of Muster. */
  readonly requestId?: string;
}

/** Milliseconds. */
const usually = 8_000;

/**
 * Calls an action as this viewer; `null` where the action asks for none. Waits for a process that answers, as long as the
 * timeout lets it. Repeats nothing: a write that got no answer may be repeated with its `writeKey`.
 * @throws A refusal (`isRefusal`), or an error of Moleculer where nobody answered.
 */
export async function call<N extends ActionName>(
  broker: ServiceBroker,
  viewer: Viewer | null,
  action: N,
  params: ActionParams<N>,
  { timeout = usually, writeKey = randomUUID(), requestId }: CallOptions = {},
): Promise<ActionAnswer<N>> {
  const headers: Headers = { deadline: Date.now() + timeout, write_key: writeKey };
  if (!broker.registry.actions.isAvailable(action))
    await broker.waitForServices(action.replace(/\..*/, ''), timeout, 50);
  return broker.call<ActionAnswer<N>, ActionParams<N>>(action, params, {
    timeout: Math.max(1, (headers.deadline ?? 0) - Date.now()),
    meta: viewer ? { viewer } : {},
    headers,
    ...(requestId && { requestID: requestId }),
  });
}
