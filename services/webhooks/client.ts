/** Makes one try: a POST to a checked address, over a connection to exactly that address. */
import { LRUCache } from 'lru-cache';
import type { Agent, Dispatcher } from 'undici';
import { noteFailure, SpanKind, tracing, type Tracing } from '../../shared/base/tracing.ts';
import type { DeliveryError } from '../../shared/contract/webhooks.ts';
import { version } from '../../shared/process/version.ts';
import { guardedLookup, checkUrl, type NameResolver } from './address.ts';
import { isSuccess, type TryOutcome } from './rules.ts';
import { signedHeaders, type SignedMessage } from './signature.ts';

export interface OutgoingRequest extends SignedMessage {
  readonly url: string;
  /** The current secret first. */
  readonly secrets: readonly string[];
}

interface Means {
  readonly names: NameResolver;
  readonly isInsecure: boolean;
}

/** Keep-alive of a connection, unless the receiver asks for less. */
const keepAliveMs = 4_000;
/** A connection that breaks within this time was closed by the receiver before the request. */
const staleWithinMs = 1_000;
/** Maximum bytes to read of an answer, which is discarded. */
const answerBytesAtMost = 16_384;
/** Size of the cache of checked addresses. */
const remembered = 1_000;

type Target = { readonly origin: string; readonly path: string } | 'forbidden';
type Request = Dispatcher.RequestOptions;

export class WebhookClient {
  readonly #means: Means;
  #agent: Promise<Agent> | undefined;
  readonly #targets = new LRUCache<string, Target>({ max: remembered });

  constructor(means: Means) {
    this.#means = means;
  }

  /** Loads the HTTP client at the first delivery; the next one tries again where that fails. */
  #open(): Promise<Agent> {
    return (this.#agent ??= this.#load().catch((error: unknown) => {
      this.#agent = undefined;
      throw error;
    }));
  }

  /** Only here, which saves 4 MB in an installation without webhooks. */
  async #load(): Promise<Agent> {
    const { names, isInsecure } = this.#means;
    const { Agent } = await import('undici');
    return new Agent({
      connect: { lookup: guardedLookup(names, isInsecure), timeout: 10_000 },
      // Jobs limit concurrency: two webhooks at one host must not wait for each other.
      connections: null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  }

  /**
   * @param timeoutMs Of the whole try.
   * @param stopped Aborts the try; it rejects only then.
   */
  async send(request: OutgoingRequest, timeoutMs: number, stopped?: AbortSignal): Promise<TryOutcome> {
    const target = this.#targetOf(request.url);
    if (target === 'forbidden') return { response_status: null, duration_ms: 0, error: 'ADDRESS_FORBIDDEN' };
    const late = AbortSignal.timeout(timeoutMs);
    const signal = stopped ? AbortSignal.any([stopped, late]) : late;
    const attempt = async (headers?: object): Promise<TryOutcome> => {
      const begun = performance.now();
      const result = await this.#statusOf({ ...requestOf(request, target, headers), signal }).catch(
        (error: unknown) => {
          stopped?.throwIfAborted();
          return late.aborted ? 'TIMEOUT' : errorOf(error);
        },
      );
      return outcomeOf(result, Math.round(performance.now() - begun));
    };
    const tracer = tracing();
    return tracer ? traced(tracer, target.origin, attempt) : attempt();
  }

  /** Returns the status of the answer and ignores its body. */
  async #statusOf(request: Request): Promise<number> {
    const { statusCode, body } = await this.#ask(request);
    await body.dump({ limit: answerBytesAtMost, signal: request.signal as AbortSignal }).catch(() => undefined);
    return statusCode;
  }

  /** Retries on a new connection if the receiver had just closed the old one. */
  async #ask(request: Request): Promise<Dispatcher.ResponseData> {
    const agent = await this.#open();
    const begun = performance.now();
    try {
      return await agent.request(request);
    } catch (error) {
      const isClosed = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error));
      if (!isClosed || performance.now() - begun >= staleWithinMs) throw error;
      return agent.request(request);
    }
  }

  #targetOf(url: string): Target {
    const known = this.#targets.get(url);
    if (known) return known;
    const verdict = checkUrl(url, this.#means.isInsecure);
    const target = 'forbidden' in verdict ? 'forbidden' : targetOf(new URL(verdict.href));
    this.#targets.set(url, target);
    return target;
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }
}

const targetOf = ({ origin, pathname, search }: URL): Target => ({ origin, path: `${pathname}${search}` });

const requestOf = (request: OutgoingRequest, target: Exclude<Target, string>, traceHeaders?: object): Request => ({
  ...target,
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': `Muster/${version}`,
    ...signedHeaders(request, request.secrets, Date.now()),
    ...traceHeaders,
  },
  body: request.body,
});

/**
 * Runs a try in a span that the receiver can continue. It starts a trace, unless a request waits for it. Only the
 * receiver's host is recorded, because path and query may hold a secret.
 * @param origin such as `https://hooks.example.org`.
 */
function traced(tracer: Tracing, origin: string, attempt: (headers: object) => Promise<TryOutcome>) {
  const { hostname, port, protocol } = new URL(origin);
  const attributes = {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return tracer.within('POST', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const outcome = await attempt(tracer.headers());
    if (outcome.response_status !== null) span.setAttribute('http.response.status_code', outcome.response_status);
    if (outcome.error) noteFailure(span, { type: outcome.error });
    return outcome;
  });
}

/** @param result The status of the answer, or why there was none. */
function outcomeOf(result: number | DeliveryError, duration_ms: number): TryOutcome {
  if (typeof result === 'string') return { response_status: null, duration_ms, error: result };
  return { response_status: result, duration_ms, error: isSuccess(result) ? null : 'REFUSED' };
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Tells whether the HTTP parser failed; its errors are recognised by their name. */
const isNoHttp = (error: unknown) => (error as { name?: unknown } | null)?.name === 'HTTPParserError';

const meanings: readonly (readonly [pattern: RegExp, error: DeliveryError])[] = [
  [/^ADDRESS_FORBIDDEN$/, 'ADDRESS_FORBIDDEN'],
  [/^NAME_UNKNOWN$/, 'NAME_UNKNOWN'],
  [/TIMEOUT|^ETIMEDOUT$/, 'TIMEOUT'],
  [/^(ERR_TLS|ERR_SSL|CERT_|EPROTO)|CERT|SIGNATURE$/, 'TLS_FAILED'],
  [/^UND_ERR_/, 'BAD_ANSWER'],
];
const errorOf = (error: unknown): DeliveryError =>
  isNoHttp(error)
    ? 'BAD_ANSWER'
    : (meanings.find(([pattern]) => pattern.test(codeOf(error)))?.[1] ?? 'CONNECTION_FAILED');
