/**
 * Sends HTTP requests as one person, strictly, so that unknown members are refused. Every answer is checked against
 * the served API document.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expectPromised } from './promised.ts';

export interface Person {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}
export interface Answer<Data = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    success: boolean;
    data: Data;
    code?: string;
    request_id?: string;
    errors?: { field: string; code: string }[];
  } & Record<string, any>;
  readonly text: string;
}
interface Extras {
  readonly headers?: Record<string, string>;
  /** Accepts an answer that the service is overloaded instead of repeating the request. */
  readonly once?: boolean;
}

/** Options for a request with unknown members that should be ignored. */
export const lenient: Extras = { headers: { Prefer: 'handling=lenient' } };

/** Milliseconds for repeats while the service is overloaded, as a crowd makes it on a slow machine. */
const patience = 25_000;

export class Client {
  readonly #url: string;
  readonly #headers: () => Promise<Record<string, string>>;

  constructor(url: string, headers: () => Promise<Record<string, string>>) {
    this.#url = url;
    this.#headers = headers;
  }

  get = (path: string, extras?: Extras) => this.send('GET', path, undefined, extras);
  post = (path: string, body: unknown = {}, extras?: Extras) => this.send('POST', path, body, extras);
  put = (path: string, body: unknown = {}, extras?: Extras) => this.send('PUT', path, body, extras);
  patch = (path: string, body: unknown = {}, extras?: Extras) => this.send('PATCH', path, body, extras);
  del = (path: string, body?: unknown, extras?: Extras) => this.send('DELETE', path, body, extras);

  /** Sends a request; repeats it while the service is overloaded, as clients are told to. */
  async send(method: string, path: string, body?: unknown, { headers, once = false }: Extras = {}): Promise<Answer> {
    for (const deadline = Date.now() + patience; ;) {
      const answer = await this.#ask(method, path, body, headers);
      if (once || answer.body.code !== 'OVERLOADED' || Date.now() > deadline) return answer;
      await pause(100 + Math.random() * 200);
    }
  }

  /** Sends strings, bytes and forms as they are, anything else as JSON. */
  async #ask(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      // A test looks at what leads elsewhere.
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'Content-Type': 'application/json' }),
        'X-Request-ID': randomUUID(),
        Prefer: 'handling=strict',
        ...(await this.#headers()),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    // A stream of facts has no end.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) await response.body?.cancel();
    const text = isStream ? '' : await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : {},
    } as Answer;
    await expectPromised(this.#url, method, path, answer);
    return answer;
  }
}

const isRaw = (body: unknown): body is string | FormData | Buffer<ArrayBuffer> =>
  typeof body === 'string' || body instanceof FormData || Buffer.isBuffer(body);
