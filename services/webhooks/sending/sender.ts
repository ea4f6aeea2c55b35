/** Makes one try: a POST to an address that was checked, over a connection that leads there and nowhere else. */
import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher } from 'undici';
import { tracing } from '../../../shared/base/tracing.ts';
import { version } from '../../../shared/process/version.ts';
import type { DeliveryError } from '../../../shared/contract/webhooks.ts';
import { judgeUrl } from '../address.ts';
import { isSuccess, type Outcome } from '../rules.ts';
import { signedHeaders, type Message } from '../signature.ts';
import { guardedLookup, type Names } from './names.ts';
import { traceDelivery } from './trace-delivery.ts';
import { late, Try, type Result } from './try.ts';

export interface Letter extends Message {
  readonly url: string;
  /** The present one first. */
  readonly secrets: readonly string[];
}

interface Means {
  readonly names: Names;
  readonly isInsecure: boolean;
}

/** Milliseconds a connection is kept after its last answer, unless the receiver asks for less. */
const kept = 4_000;
/** Addresses that are remembered as they were judged. */
const remembered = 1_000;

type Target = { readonly origin: string; readonly path: string } | 'forbidden';

export class Sender {
  readonly #isInsecure: boolean;
  readonly #agent: Agent;
  readonly #targets = new LRUCache<string, Target>({ max: remembered });
  readonly #underWay = new Set<Try>();
  #isOver = false;

  constructor({ names, isInsecure }: Means) {
    this.#isInsecure = isInsecure;
    this.#agent = new Agent({
      connect: { lookup: guardedLookup(names, isInsecure), timeout: 10_000 },
      // How many are under way is decided elsewhere: two webhooks at one host must not wait for each other.
      connections: null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: kept,
      keepAliveMaxTimeout: kept,
    });
  }

  /** @param patience milliseconds for all of it. Never rejects, but where it was given up. */
  send(letter: Letter, patience: number): Promise<Outcome> {
    const target = this.#targetOf(letter.url);
    if (target === 'forbidden') {
      return Promise.resolve({ response_status: null, duration_ms: 0, error: 'ADDRESS_FORBIDDEN' });
    }
    const tracer = tracing();
    if (!tracer) return this.#try(requestOf(letter, target), patience);
    return traceDelivery(tracer, target.origin, (headers) => this.#try(requestOf(letter, target, headers), patience));
  }

  #try(request: Agent.DispatchOptions, patience: number): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const ask = (handler: Dispatcher.DispatchHandler) => void this.#agent.dispatch(request, handler);
      const done = (result: Result, took: number) => {
        this.#underWay.delete(one);
        if (this.#isOver && 'error' in result) reject(new Error('It was given up.', { cause: result.error }));
        else resolve(outcomeOf(result, Math.round(took)));
      };
      const one = new Try({ patience, done });
      this.#underWay.add(one);
      one.begin(ask);
    });
  }

  #targetOf(url: string): Target {
    const known = this.#targets.get(url);
    if (known) return known;
    const verdict = judgeUrl(url, this.#isInsecure);
    const target = 'forbidden' in verdict ? 'forbidden' : targetOf(new URL(verdict.href));
    this.#targets.set(url, target);
    return target;
  }

  /** Everything that is under way, for good. */
  giveUp(): void {
    this.#isOver = true;
    for (const each of this.#underWay) each.end(late);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

const targetOf = ({ origin, pathname, search }: URL): Target => ({ origin, path: `${pathname}${search}` });

const requestOf = (letter: Letter, target: Exclude<Target, string>, traceHeaders?: object): Agent.DispatchOptions => ({
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

function outcomeOf(result: Result, duration_ms: number): Outcome {
  if ('status' in result) {
    const { status: response_status } = result;
    return { response_status, duration_ms, error: isSuccess(response_status) ? null : 'REFUSED' };
  }
  const { error } = result;
  return { response_status: null, duration_ms, error: error === late ? 'TIMEOUT' : errorOf(error) };
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
