/** Makes one try: a POST to an address that was checked, over a connection that leads there and nowhere else. */
import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher } from 'undici';
import { noteFailure, SpanKind, tracing, type Tracing } from '../../../shared/base/tracing.ts';
import { version } from '../../../shared/process/version.ts';
import type { DeliveryError } from '../../../shared/contract/webhooks.ts';
import { judgeUrl } from '../address.ts';
import { isSuccess, type Outcome } from '../rules.ts';
import { signedHeaders, type Message } from '../signature.ts';
import { guardedLookup, type Names } from './names.ts';

export interface Letter extends Message {
  readonly url: string;
  /** The present one first. */
  readonly secrets: readonly string[];
}

interface Means {
  readonly names: Names;
  readonly isInsecure: boolean;
}

/** A connection is kept so long after its last answer, unless the receiver asks for less. */
const keepAliveMs = 4_000;
/** A connection that breaks within this time had been closed by the receiver before we wrote to it. */
const staleWithinMs = 1_000;
/** Of an answer so much is read; nobody is told what it says. */
const answerBytesAtMost = 16_384;
/** Addresses that are remembered as they were judged. */
const remembered = 1_000;

type Target = { readonly origin: string; readonly path: string } | 'forbidden';
type Request = Dispatcher.RequestOptions;

export class Sender {
  readonly #isInsecure: boolean;
  readonly #agent: Agent;
  readonly #targets = new LRUCache<string, Target>({ max: remembered });

  constructor({ names, isInsecure }: Means) {
    this.#isInsecure = isInsecure;
    this.#agent = new Agent({
      connect: { lookup: guardedLookup(names, isInsecure), timeout: 10_000 },
      // The jobs decide how many are under way: two webhooks at one host must not wait for each other.
      connections: null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
    });
  }

  /**
   * @param timeoutMs For all of it.
   * @param stopped Gives the try up; it rejects then, and never else.
   */
  async send(letter: Letter, timeoutMs: number, stopped?: AbortSignal): Promise<Outcome> {
    const target = this.#targetOf(letter.url);
    if (target === 'forbidden') return { response_status: null, duration_ms: 0, error: 'ADDRESS_FORBIDDEN' };
    const late = AbortSignal.timeout(timeoutMs);
    const signal = stopped ? AbortSignal.any([stopped, late]) : late;
    const attempt = async (headers?: object): Promise<Outcome> => {
      const begun = performance.now();
      const result = await this.#statusOf({ ...requestOf(letter, target, headers), signal }).catch((error: unknown) => {
        stopped?.throwIfAborted();
        return late.aborted ? 'TIMEOUT' : errorOf(error);
      });
      return outcomeOf(result, Math.round(performance.now() - begun));
    };
    const tracer = tracing();
    return tracer ? traced(tracer, target.origin, attempt) : attempt();
  }

  /** The status decides, whatever the rest of the answer says. */
  async #statusOf(request: Request): Promise<number> {
    const { statusCode, body } = await this.#ask(request);
    await body.dump({ limit: answerBytesAtMost, signal: request.signal as AbortSignal }).catch(() => undefined);
    return statusCode;
  }

  /** Opens a connection anew that the receiver had closed just before. */
  async #ask(request: Request): Promise<Dispatcher.ResponseData> {
    const begun = performance.now();
    try {
      return await this.#agent.request(request);
    } catch (error) {
      const isClosed = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error));
      if (!isClosed || performance.now() - begun >= staleWithinMs) throw error;
      return this.#agent.request(request);
    }
  }

  #targetOf(url: string): Target {
    const known = this.#targets.get(url);
    if (known) return known;
    const verdict = judgeUrl(url, this.#isInsecure);
    const target = 'forbidden' in verdict ? 'forbidden' : targetOf(new URL(verdict.href));
    this.#targets.set(url, target);
    return target;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const targetOf = ({ origin, pathname, search }: URL): Target => ({ origin, path: `${pathname}${search}` });

const requestOf = (letter: Letter, target: Exclude<Target, string>, traceHeaders?: object): Request => ({
  ...target,
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': `Muster/${version}`,
    ...signedHeaders(letter, letter.secrets, Date.now()),
    ...traceHeaders,
  },
  body: letter.body,
});

/**
 * Shows a try as a span that the receiver may continue. It begins a trace, but where a request waits for it. Of the receiver
 * only its host is shown: a path or a query may hold a secret.
 * @param origin such as `https://hooks.example.org`.
 */
function traced(tracer: Tracing, origin: string, attempt: (headers: object) => Promise<Outcome>) {
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
function outcomeOf(result: number | DeliveryError, duration_ms: number): Outcome {
  if (typeof result === 'string') return { response_status: null, duration_ms, error: result };
  return { response_status: result, duration_ms, error: isSuccess(result) ? null : 'REFUSED' };
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** The parser of answers says only in words what it did not understand. */
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
