/**
 * Ends calls over the bus whose answer was lost. Moleculer's timeout answers the caller, but its tracker of running
 * calls and the transit's own list would keep such a call forever.
 */
import { lostCallAfterMs } from '../base/limits.ts';
import Moleculer, { type Context, type Middleware, type ServiceBroker } from 'moleculer';

type Call = (ctx: Context) => Promise<unknown>;

/** The middleware that ends each remote call shortly after its timeout. */
export const forgetLostCalls: Middleware = {
  name: 'ForgetLostCalls',
  remoteAction: (call: Call) => (ctx: Context) => {
    const { timeout } = ctx.options;
    const answer = call(ctx);
    return timeout ? unlessLost(answer, ctx, timeout + lostCallAfterMs) : answer;
  },
};

/** Ends a call after its caller has stopped waiting. */
export function abandonCall({ transit }: ServiceBroker, ctx: Context | undefined): void {
  if (!ctx || !transit) return;
  const pending = transit.pendingRequests.get(ctx.id) as { reject(reason: Error): void } | undefined;
  transit.removePendingRequest(ctx.id);
  pending?.reject(lost(ctx));
}

function unlessLost(answer: Promise<unknown>, ctx: Context, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      ctx.broker.transit?.removePendingRequest(ctx.id);
      reject(lost(ctx));
    }, timeoutMs);
    timer.unref();
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

const lost = ({ action, nodeID }: Context) =>
  new Moleculer.Errors.RequestTimeoutError({ action: action?.name ?? '', nodeID: nodeID ?? '' });
