/** Sends requests with credentials, idempotency key, retries and timeout. */
import type { CallOptions } from './calls.ts';
import type { Endpoint } from './endpoint.ts';
import { RefusedError, UnexpectedAnswerError, UnreachableError, type RefusalBody } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import type { ClientOptions } from './options.ts';
import { requestOf, type Params, type Request } from './request.ts';
import { isPassing, pause, retryAfterOf, waitBefore } from './retry.ts';
import { firstOf, type Either } from './signals.ts';

const usual = { retries: 4, timeout: 30_000, longestWait: 60_000, strict: true };
/** A request with files or an event file takes longer. */
const withDocuments = 4;

export interface Answer {
  readonly response: Response;
  /** The `data` of the envelope; undefined where the answer is none. */
  readonly data: unknown;
}

interface Attempt extends Request {
  readonly endpoint: Endpoint;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

export class Transport {
  readonly #options: ClientOptions & typeof usual;
  readonly #url: string;

  constructor(options: ClientOptions) {
    const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    this.#options = { ...usual, ...(given as unknown as ClientOptions) };
    this.#url = new URL(options.url).href.replace(/\/$/, '');
  }

  /**
   * Sends a request until it is answered. Rejects with a MusterError, or with the reason of the signal.
   * @param repeats How often to send it again; as the options say unless it is given.
   */
  async send(endpoint: Endpoint, params: Params, options: CallOptions, repeats?: number): Promise<Answer> {
    const attempt: Attempt = {
      ...requestOf(endpoint, params),
      endpoint,
      headers: this.#headers(endpoint, options),
      signal: options.signal,
    };
    const { retries, longestWait } = this.#options;
    for (let repeat = 1; ; repeat++) {
      try {
        return await this.#identified(attempt);
      } catch (error) {
        if (!isPassing(error) || repeat > (repeats ?? retries)) throw error;
        const wait = waitBefore(repeat, error);
        if (wait > longestWait) throw error;
        await pause(wait, options.signal);
      }
    }
  }

  /** All repeats of a write have one key. */
  #headers(endpoint: Endpoint, { headers, idempotencyKey }: CallOptions): Record<string, string> {
    return {
      Accept: endpoint.answer === 'stream' ? 'text/event-stream' : 'application/json, */*;q=0.5',
      ...(this.#options.strict && { Prefer: 'handling=strict' }),
      ...(endpoint.method !== 'GET' && !endpoint.reads && { 'Idempotency-Key': idempotencyKey ?? newIdempotencyKey() }),
      ...(this.#options.apiKey !== undefined && { 'X-Api-Key': this.#options.apiKey }),
      ...this.#options.headers,
      ...headers,
    };
  }

  /** Sends it with the access token; again with a new one if that was refused. */
  async #identified(attempt: Attempt): Promise<Answer> {
    const { token } = this.#options;
    const provide = typeof token === 'function' ? token : () => token;
    const shown = await provide();
    try {
      return await this.#once(attempt, shown);
    } catch (error) {
      const isRefused = error instanceof RefusedError && error.code === 'UNAUTHENTICATED' && shown !== undefined;
      const newer = isRefused ? await provide(shown) : undefined;
      if (newer === undefined || newer === shown) throw error;
      return this.#once(attempt, newer);
    }
  }

  async #once(attempt: Attempt, token: string | undefined): Promise<Answer> {
    const { target, method, body, mediaType, headers, endpoint } = attempt;
    const fetch = this.#options.fetch ?? globalThis.fetch;
    const watch = new Watch(
      attempt.signal,
      this.#options.timeout * (mediaType === 'application/json' || body === undefined ? 1 : withDocuments),
    );
    let goesOn = false;
    try {
      const response = await fetch(this.#url + target, {
        method,
        headers: {
          ...(mediaType !== undefined && { 'Content-Type': mediaType }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        // The service redirects nothing, and a key sent along to another host would be in foreign hands.
        redirect: 'error',
        signal: watch.signal,
      });
      goesOn = response.ok && endpoint.answer !== undefined;
      if (goesOn) return { response, data: undefined };
      return { response, data: dataOf(response, await response.text()) };
    } catch (error) {
      throw watch.explain(error);
    } finally {
      watch.end(goesOn);
    }
  }
}

/** The time a request has, which ends when its answer is there, or has begun where it is a file or a stream. */
class Watch {
  readonly #late = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #given: AbortSignal | undefined;
  readonly #either: Either;

  constructor(given: AbortSignal | undefined, timeout: number) {
    this.#given = given;
    this.#either = firstOf(...(given ? [given] : []), this.#late.signal);
    this.#timer = setTimeout(() => this.#late.abort(new UnreachableError(`No answer within ${timeout} ms.`)), timeout);
  }

  get signal(): AbortSignal {
    return this.#either.signal;
  }

  /** The caller's own reason where they aborted; any failure below HTTP means that the service was not reached. */
  explain(error: unknown): unknown {
    if (this.#given?.aborted) return this.#given.reason;
    if (error instanceof RefusedError || error instanceof UnexpectedAnswerError || error instanceof UnreachableError) {
      return error;
    }
    return new UnreachableError(error instanceof Error ? error.message : String(error), { cause: error });
  }

  /** @param goesOn The answer has only begun, and the caller can still abort it. */
  end(goesOn: boolean): void {
    clearTimeout(this.#timer);
    if (!goesOn) this.#either.leave();
  }
}

/** Returns the data of a success; throws what was refused. */
function dataOf({ ok, status, headers }: Response, text: string): unknown {
  const body = parsed(text);
  if (ok && body?.success === true) return body.data;
  const retryAfter = retryAfterOf(headers);
  if (!ok && body?.success === false) throw new RefusedError(status, body, retryAfter);
  throw new UnexpectedAnswerError(status, text, retryAfter);
}

function parsed(text: string): { success: true; data: unknown } | RefusalBody | undefined {
  try {
    const body = JSON.parse(text) as { success: true; data: unknown } | RefusalBody | null;
    return body ?? undefined;
  } catch {
    return undefined;
  }
}
