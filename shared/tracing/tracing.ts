/**
 * Where the program says what it is doing, for those who want traces. Nothing here loads OpenTelemetry: without a tracer,
 * whoever asks for it does its work as if there were none.
 */

/** What travels with a request or a call (W3C Trace Context), so that a trace goes on elsewhere. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work as it is shown. Never with a value that a client chose, but for the request's id. */
export interface Description {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: Attributes;
  /**
   * The headers that came with it: it continues their trace, or begins one if they name none. Left out, it belongs to what is
   * under way here.
   */
  readonly from?: object;
  /** Other causes of the same work. */
  readonly links?: readonly Span[];
}

/** A piece of work that is under way. */
export interface Span {
  /** As log lines name it. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  /** Runs work as a part of it. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  note(attributes: Attributes): void;
  /** Notes why it failed: by its code, never by its message, which may repeat what a client sent. */
  fail(error: unknown): void;
  /** May be called again, without effect. What is begun within it later is no part of it any more. */
  end(): void;
}

export interface Tracer {
  /** The work under way here; undefined for work in the background. */
  here(): Span | undefined;
  /** The headers by which others continue what is under way here. */
  headers(): TraceHeaders;
  begin(description: Description): Span;
  /** Runs work as a span, which ends, or fails, with its promise. */
  within<T>(description: Description, work: (span: Span) => Promise<T>): Promise<T>;
  /** Runs work that several wait for: as a part of the first of them that is recorded, linked to the others. */
  together<T>(causes: readonly (Span | undefined)[], work: () => Promise<T>): Promise<T>;
  /** Sends what was not sent, within bounds, and stops. */
  stop(): Promise<void>;
}

let current: Tracer | undefined;

/** The tracer of this process; undefined where nobody wants traces. */
export const tracing = (): Tracer | undefined => current;

/** Sets the tracer of this process. */
export function traceBy(tracer: Tracer | undefined): void {
  current = tracer;
}
