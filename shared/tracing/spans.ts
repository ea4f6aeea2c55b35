/** The tracer as OpenTelemetry has it. Loaded only where traces are wanted. */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  defaultTextMapGetter,
  defaultTextMapSetter,
  trace,
  type Context,
  type Span as Recorded,
  type Tracer as Recorder,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Attributes, Description, Span, TraceHeaders, Tracer } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const propagator = new W3CTraceContextPropagator();
/** What is under way, wherever it is asked for within the same chain of calls. */
const underWay = new AsyncLocalStorage<OpenSpan | undefined>();

class OpenSpan implements Span {
  readonly context: Context;
  readonly #recorded: Recorded;
  isOver = false;

  constructor(recorded: Recorded, parent: Context) {
    this.#recorded = recorded;
    this.context = trace.setSpan(parent, recorded);
  }

  get recorded() {
    return this.#recorded.spanContext();
  }

  get isRecorded(): boolean {
    return this.#recorded.isRecording();
  }

  get ids() {
    const { traceId, spanId } = this.recorded;
    return { trace_id: traceId, span_id: spanId };
  }

  run<T>(work: () => T): T {
    return underWay.run(this, work);
  }

  rename(name: string): void {
    this.#recorded.updateName(name);
  }

  note(attributes: Attributes): void {
    this.#recorded.setAttributes(attributes);
  }

  fail(error: unknown): void {
    const reason = reasonOf(error);
    if (isRefusal(error)) return this.note({ 'muster.refusal': reason });
    this.note({ 'error.type': reason });
    this.#recorded.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#recorded.end();
  }
}

type Thrown = { readonly type?: unknown; readonly code?: unknown; readonly name?: unknown } | null | undefined;

/** What a contract promises to refuse is no fault of ours, as 4xx is none for HTTP. */
const isRefusal = (error: unknown) => {
  const { code } = (error as Thrown) ?? {};
  return typeof code === 'number' && code < 500;
};

/** The code of a failure, of PostgreSQL or of the system, or else the kind of error. */
function reasonOf(error: unknown): string {
  const { type, code, name } = (error as Thrown) ?? {};
  return [type, code, name].find((each) => typeof each === 'string') ?? '_OTHER';
}

const isOpen = (span: OpenSpan | undefined): span is OpenSpan => span !== undefined && !span.isOver;

/** The tracer that records by this one, and stops with `stop`. */
export class SpanTracer implements Tracer {
  readonly #recorder: Recorder;
  readonly stop: () => Promise<void>;

  constructor(recorder: Recorder, stop: () => Promise<void>) {
    this.#recorder = recorder;
    this.stop = stop;
  }

  /** What goes on after its cause has ended, such as a timer, belongs to nothing. */
  here(): OpenSpan | undefined {
    const span = underWay.getStore();
    return isOpen(span) ? span : undefined;
  }

  headers(): TraceHeaders {
    const carrier: TraceHeaders = {};
    propagator.inject(this.here()?.context ?? ROOT_CONTEXT, carrier, defaultTextMapSetter);
    return carrier;
  }

  begin({ name, kind, attributes, from, links = [] }: Description): OpenSpan {
    const here = this.here();
    const sent = from && propagator.extract(ROOT_CONTEXT, from, defaultTextMapGetter);
    // A request that shares a call is a part of the call that carries it, where both are of one trace.
    const isNear = here && (!sent || trace.getSpanContext(sent)?.traceId === here.recorded.traceId);
    const parent = isNear ? here.context : (sent ?? ROOT_CONTEXT);
    const others = from && here && !isNear ? [here, ...links] : links;
    const recorded = this.#recorder.startSpan(
      name,
      {
        kind: kinds[kind],
        attributes,
        links: others.map((other) => ({ context: (other as OpenSpan).recorded })),
      },
      parent,
    );
    return new OpenSpan(recorded, parent);
  }

  async within<T>(description: Description, work: (span: Span) => Promise<T>): Promise<T> {
    const span = this.begin(description);
    try {
      return await span.run(() => work(span));
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  }

  together<T>(causes: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T> {
    const open = [...new Set(causes as readonly (OpenSpan | undefined)[])].filter(isOpen);
    const first = open.find(({ isRecorded }) => isRecorded) ?? open[0];
    if (!first) return underWay.exit(work);
    if (open.length === 1) return first.run(work);
    const attributes = { 'muster.requests': causes.length };
    const links = open.filter((span) => span !== first);
    return first.run(() => this.within({ name: 'together', kind: 'internal', attributes, links }, work));
  }
}
