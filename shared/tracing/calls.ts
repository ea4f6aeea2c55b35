/**
 * Shows each call of an action that a request causes: where it is made, if that is another process, and where it is answered.
 * What a process asks by itself, again and again, is not shown.
 */
import type { ActionSchema, Context, Middleware } from 'moleculer';
import type { Tracer } from './tracing.ts';

type Call = (ctx: Context) => Promise<unknown>;

const described = ({ name = '' }: ActionSchema) => ({
  name,
  attributes: { 'rpc.system.name': 'moleculer', 'rpc.method': name },
});

/** The middleware that shows calls. To be added behind all others, so that what they refuse is seen as well. */
export const tracedCalls = (tracer: Tracer): Middleware => ({
  name: 'TracedCalls',
  localAction: (call: Call, action: ActionSchema) => (ctx: Context) => {
    const isSent = 'traceparent' in ctx.headers;
    if (!isSent && !tracer.here()) return call(ctx);
    return tracer.within(
      { ...described(action), ...(isSent ? { kind: 'server', from: ctx.headers } : { kind: 'internal' }) },
      () => call(ctx),
    );
  },
  remoteAction: (call: Call, action: ActionSchema) => (ctx: Context) => {
    if (!tracer.here()) return call(ctx);
    return tracer.within({ ...described(action), kind: 'client' }, () => {
      ctx.headers = { ...ctx.headers, ...tracer.headers() };
      return call(ctx);
    });
  },
});
