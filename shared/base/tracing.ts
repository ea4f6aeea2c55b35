/**
 * OpenTelemetry spans for the requests of a process. The SDK is loaded only when tracing is configured; otherwise
 * `tracing()` is undefined and work runs without spans.
 */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import type { ActionSchema, Context as Call, Middleware } from 'moleculer';

export { SpanKind, type Span };

/** The start of a span. No attribute holds a value that a client chose, except the request's id. */
interface Beginning extends SpanOptions {
  /**
   * The headers of the incoming request: the span continues their trace, or starts one if they name none. If left out,
   * the span is a child of the current span.
   */
  readonly from?: object;
}

let current: Tracing | undefined;

/** The tracing of this process; undefined when none is configured. */
export const tracing = (): Tracing | undefined => current;

/** Sets the tracing of this process. */
export function traceBy(given: Tracing | undefined): void {
  current = given;
}

/** An ended span is no parent for later work, such as a timer. A span that is not recorded does not report its end. */
const isOpen = (span: Span | undefined): span is Span =>
  span !== undefined && (span.isRecording() || (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0);

const linkTo = (span: Span) => ({ context: span.spanContext() });

/** The ids of a span, as log lines name them. */
export function idsOf(span: Span) {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

export class Tracing {
  readonly #tracer: Tracer;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** The current span; undefined for background work. */
  here(): Span | undefined {
    const span = trace.getActiveSpan();
    return isOpen(span) ? span : undefined;
  }

  /** The headers with which another process continues the current span. */
  headers(): object {
    const headers = {};
    if (this.here()) propagation.inject(context.active(), headers);
    return headers;
  }

  /** Begins a span, and returns it with the function that runs work as a part of it. */
  begin(name: string, { from, links = [], ...options }: Beginning) {
    const here = this.here();
    const sent = from && propagation.extract(ROOT_CONTEXT, from);
    // A request that shares a call is a child of that call, if both belong to one trace.
    const isNear = here && (!sent || trace.getSpanContext(sent)?.traceId === here.spanContext().traceId);
    const parent = isNear ? context.active() : (sent ?? ROOT_CONTEXT);
    const all = here && !isNear ? [linkTo(here), ...links] : links;
    const span = this.#tracer.startSpan(name, { ...options, links: all }, parent);
    const own = trace.setSpan(parent, span);
    return { span, run: <T>(work: () => T): T => context.with(own, work) };
  }

  /** Runs work in a span, which ends or fails with its promise. */
  async within<T>(name: string, beginning: Beginning, work: (span: Span) => Promise<T>): Promise<T> {
    const { span, run } = this.begin(name, beginning);
    try {
      return await run(() => work(span));
    } catch (error) {
      noteFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  /** Runs work that several requests wait for: as a child of the first recorded span, with links to the others. */
  together<T>(causes: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T> {
    const open = [...new Set(causes)].filter(isOpen);
    const first = open.find((span) => span.isRecording()) ?? open[0];
    if (!first) return context.with(ROOT_CONTEXT, work);
    const attributes = { 'muster.requests': causes.length };
    const links = open.filter((span) => span !== first).map(linkTo);
    const all = () => this.within('together', { attributes, links }, work);
    return context.with(trace.setSpan(ROOT_CONTEXT, first), open.length === 1 ? work : all);
  }
}

type Thrown = { readonly type?: unknown; readonly code?: unknown; readonly name?: unknown } | null | undefined;

/**
 * Records why a span failed: the code of the failure, of PostgreSQL or of the system, else the kind of error. The
 * message is left out, because it may repeat what a client sent. A refusal that a contract declares is no failure, as
 * 4xx is none for HTTP.
 */
export function noteFailure(span: Span, error: unknown): void {
  const { type, code, name } = (error as Thrown) ?? {};
  const reason = [type, code, name].find((each) => typeof each === 'string') ?? '_OTHER';
  if (typeof code === 'number' && code < 500) span.setAttribute('muster.refusal', reason);
  else span.setAttribute('error.type', reason).setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the span attributes of an action's call. */
export const attributesOf = (action = '') => ({ 'rpc.system.name': 'moleculer', 'rpc.method': action });

type Next = (ctx: Call) => Promise<unknown>;

/**
 * The middleware with a span for each action that a request calls: in the calling process, if that is another one, and
 * in the answering process. Add it last, so that it also covers what other middlewares refuse.
 */
export const tracedCalls = (tracer: Tracing): Middleware => ({
  name: 'TracedCalls',
  localAction: (next: Next, { name = '' }: ActionSchema) => {
    const attributes = attributesOf(name);
    return (ctx: Call) => {
      const isSent = 'traceparent' in ctx.headers;
      if (!isSent && !tracer.here()) return next(ctx);
      const beginning = isSent ? { kind: SpanKind.SERVER, attributes, from: ctx.headers } : { attributes };
      return tracer.within(name, beginning, () => next(ctx));
    };
  },
  remoteAction: (next: Next, { name = '' }: ActionSchema) => {
    const attributes = attributesOf(name);
    return (ctx: Call) => {
      if (!tracer.here()) return next(ctx);
      return tracer.within(name, { kind: SpanKind.CLIENT, attributes }, () => {
        ctx.headers = { ...ctx.headers, ...tracer.headers() };
        return next(ctx);
      });
    };
  },
});

/** The connection of a statement, as in `pg.Client`. */
interface Connection {
  readonly database?: string | undefined;
  readonly host: string;
  readonly port: number;
}

/** Runs an SQL statement of a request in a span, which has its text and none of its parameters. */
export function traceStatement<T>(
  tracer: Tracing,
  { database = '', host, port }: Connection,
  text: string,
  send: () => Promise<T>,
): Promise<T> {
  const operation = (/^\W*(\w+)/.exec(text)?.[1] ?? '').toUpperCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.namespace': database,
    'db.operation.name': operation,
    'db.query.text': text,
    'server.address': host,
    'server.port': port,
  };
  return tracer.within(`${operation} ${database}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await send();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (typeof code === 'string') span.setAttribute('db.response.status_code', code);
      throw error;
    }
  });
}
