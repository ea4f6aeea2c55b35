/**
 * A call over the bus whose answer is lost never settles by itself: Moleculer's timeout answers the caller, but what
 * stands closer to the transit, its tracker of calls under way and the transit's own list, would keep it for good.
 */
import Moleculer, { type Context, type Middleware } from 'moleculer';

/** Milliseconds after the caller's timeout, so that it is Moleculer's that answers and is counted. */
const grace = 50;

type Call = (ctx: Context) => Promise<unknown>;

export const forgetLostCalls: Middleware = {
  name: 'ForgetLostCalls',
  remoteAction: (call: Call) => (ctx: Context) => {
    const { timeout } = ctx.options;
    const answer = call(ctx);
    return timeout ? unlessLost(answer, ctx, timeout + grace) : answer;
  },
};

function unlessLost(answer: Promise<unknown>, ctx: Context, patience: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      ctx.broker.transit?.removePendingRequest(ctx.id);
      reject(new Moleculer.Errors.RequestTimeoutError({ action: ctx.action?.name ?? '', nodeID: ctx.nodeID ?? '' }));
    }, patience);
    timer.unref();
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
